import { isEntityId } from '../../contract/entityId.ts';
import { isRecord } from '../../contract/jsonShape.ts';
import type { AnswerType, KeyFormId } from '../../contract/keyForms.ts';
import {
  type AnswerForm,
  type AnswerView,
  answerFormOf,
  answerTypeOf,
  type FormBasis,
  keyFormsOf,
  keyPrefixOf,
} from './answerForm.ts';
import { htmlInputsOf } from './htmlInputs.ts';

/**
 * One question as a respondent uses it, read once for each distinct `json` and `html`. What is missing or wrong there is
 * read as empty; the rules report it.
 */
export interface QuestionView extends FormBasis {
  readonly text: string;
  readonly form: AnswerForm;
  readonly answerType: AnswerType;
  readonly keyForms: readonly KeyFormId[];
  /** The ids of the answers that are marked `selected`. */
  readonly marks: readonly string[];
  readonly html: string;
  readonly json: string;
}

/** What kind of question it is, in words, with or without words of one's own. */
export function kindName({ answerType }: QuestionView): string {
  return answerType.replace(/^(single|multiple)(?:-other)?$/, '$1-choice');
}

/** What one element of `response.questions` was read as; `question` is `null` when its JSON has no usable id. */
export interface QuestionReading {
  readonly question: QuestionView | null;
  /** The parsed `json`; `undefined` when it is no JSON. */
  readonly parsed: unknown;
  readonly html: string;
  readonly json: string;
  /** Whether it is remembered: the same object stands for both texts when they come again. */
  readonly repeats: boolean;
}

/** The question in parsed JSON; `null` where that has no usable id. */
export function questionOf(value: unknown, json: string, html: string): QuestionView | null {
  if (!isRecord(value) || !isEntityId(value.id)) return null;
  const { id, type, text } = value;
  const param = isRecord(value.formParam) ? value.formParam : {};
  const { paramPrefix, paramIdType, otherParamPrefix } = param;
  const answers = (Array.isArray(value.answers) ? value.answers : []).flatMap(answerOf);
  const inputs = htmlInputsOf(html);
  const basics = {
    id,
    type: typeof type === 'string' ? type : '',
    text: typeof text === 'string' ? text : '',
    prefix: typeof paramPrefix === 'string' ? keyPrefixOf(paramPrefix) : '',
    byAnswer: paramIdType === 'answerId',
    otherPrefix: typeof otherParamPrefix === 'string' ? keyPrefixOf(otherParamPrefix) : null,
    answers,
    inputs,
  };
  const form = answerFormOf(basics);
  return {
    ...basics,
    form,
    answerType: answerTypeOf(form),
    keyForms: keyFormsOf(form),
    marks: answers.filter(({ selected }) => selected).map((answer) => String(answer.id)),
    html,
    json,
  };
}

function answerOf(answer: unknown): AnswerView[] {
  if (!isRecord(answer) || !isEntityId(answer.id)) return [];
  const { id, text, selected, ...more } = answer;
  const carriesMore = Object.values(more).some((value) => value !== null && value !== '');
  const label = typeof text === 'string' ? text : null;
  const isFlagged = Object.entries(more).some(([name, value]) => value === true && /other/i.test(name));
  const saysOther = isFlagged || (label !== null && /^other\b/i.test(label));
  return [{ id, text: label, selected: selected === true, carriesMore, saysOther }];
}
