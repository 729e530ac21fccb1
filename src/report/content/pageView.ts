import { isRecord, parseJson } from '../../contract/jsonShape.ts';

/** A survey page as a storyboard shows it. */
export interface PageView {
  /** Ids of its questions. */
  readonly ids: readonly number[];
  readonly questions: readonly QuestionLine[];
  /** `validation_errors` where the page came again. */
  readonly rejected: boolean;
}

export interface QuestionLine {
  readonly id: number;
  readonly text: string;
  /** Whether several answers may be chosen. */
  readonly isMultiple: boolean;
  /** By id, in their order. */
  readonly answers: readonly { readonly id: number; readonly text: string; readonly selected: boolean }[];
}

/** The page in the body of an answer, also where the body was cut: its questions stand in it as JSON texts. */
export function pageIn(body: string): PageView | null {
  const questions = [...body.matchAll(/"json"\s*:\s*("(?:[^"\\]|\\.)*")/g)].flatMap(([, json]) =>
    questionIn(json ?? ''),
  );
  if (questions.length === 0) return null;
  return { ids: questions.map(({ id }) => id), questions, rejected: /"status"\s*:\s*"validation_errors"/.test(body) };
}

function questionIn(json: string): QuestionLine[] {
  const text = parseJson(json);
  const value = typeof text === 'string' ? parseJson(text) : undefined;
  if (!isRecord(value) || typeof value.id !== 'number') return [];
  const answers = Array.isArray(value.answers) ? value.answers.filter(isRecord) : [];
  return [
    {
      id: value.id,
      text: typeof value.text === 'string' ? value.text : '',
      isMultiple: value.type === 'M',
      answers: answers.flatMap(({ id, text, selected }) =>
        typeof id === 'number' ? [{ id, text: typeof text === 'string' ? text : '', selected: selected === true }] : [],
      ),
    },
  ];
}
