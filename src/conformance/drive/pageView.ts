import { htmlInputsOf } from '../../respondent/answers/htmlInputs.ts';
import { isObject, memberOf } from '../checks/fields.ts';
import { withUnderscore } from '../checks/formParam.ts';
import type { Reading } from '../checks/reading.ts';

/** One answer option as the page shows it. */
export interface AnswerView {
  readonly id: number;
  readonly text: string | null;
  readonly selected: boolean;
  /** Whether it carries anything beyond id, text and selected. */
  readonly carriesMore: boolean;
}

/** One question as the page shows it; what is missing or wrong there is read as empty, and the checks report it. */
export interface QuestionView {
  readonly id: number;
  readonly type: string;
  /** With its underscore. */
  readonly prefix: string;
  readonly byAnswer: boolean;
  readonly otherPrefix: string | null;
  readonly answers: readonly AnswerView[];
  readonly html: string;
  readonly json: string;
  readonly inputs: ReadonlySet<string>;
}

/** One page as a respondent sees it. */
export interface PageView {
  readonly status: string;
  readonly isFinal: boolean;
  readonly progress: number;
  readonly previousPageUrl: string | null;
  readonly nextPageSubmitUrl: string | null;
  readonly questions: readonly QuestionView[];
  /** Tells pages apart: the ids of the questions. */
  readonly identity: string;
}

/** The page of a reading, or `null` when it has none. */
export function pageOf(reading: Reading): PageView | null {
  if (reading.kind !== 'flow' || !Array.isArray(reading.response.questions)) return null;
  if (reading.status !== 'success' && reading.status !== 'validation_errors') return null;
  const { response, status } = reading;
  const questions = reading.response.questions.flatMap(questionOf);
  const previous = memberOf(response, 'navigation.previousPageUrl');
  const next = memberOf(response, 'navigation.nextPageSubmitUrl');
  const progress = memberOf(response, 'meta.progressPercentage');
  return {
    status,
    isFinal: memberOf(response, 'meta.isFinalPage') === true,
    progress: typeof progress === 'number' ? progress : Number.NaN,
    previousPageUrl: typeof previous === 'string' ? previous : null,
    nextPageSubmitUrl: typeof next === 'string' ? next : null,
    questions,
    identity: questions.map(({ id }) => id).join(','),
  };
}

function questionOf(element: unknown): QuestionView[] {
  const json = memberOf(element, 'json');
  const html = memberOf(element, 'html');
  if (typeof json !== 'string') return [];
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return [];
  }
  if (!isObject(value) || typeof value.id !== 'number') return [];
  const prefix = memberOf(value, 'formParam.paramPrefix');
  const other = memberOf(value, 'formParam.otherParamPrefix');
  const markup = typeof html === 'string' ? html : '';
  return [
    {
      id: value.id,
      type: typeof value.type === 'string' ? value.type : '',
      prefix: typeof prefix === 'string' && prefix !== '' ? withUnderscore(prefix) : '',
      byAnswer: memberOf(value, 'formParam.paramIdType') === 'answerId',
      otherPrefix: typeof other === 'string' ? withUnderscore(other) : null,
      answers: (Array.isArray(value.answers) ? value.answers : []).flatMap(answerOf),
      html: markup,
      json,
      inputs: new Set(htmlInputsOf(markup).names),
    },
  ];
}

function answerOf(answer: unknown): AnswerView[] {
  if (!isObject(answer) || typeof answer.id !== 'number') return [];
  const text = typeof answer.text === 'string' ? answer.text : null;
  const { id, text: _text, selected, ...more } = answer;
  const carriesMore = Object.values(more).some((value) => value !== null && value !== '');
  return [{ id: Number(id), text, selected: selected === true, carriesMore }];
}
