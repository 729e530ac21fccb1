import type { AnswerType, KeyFormId } from '../../contract/keyForms.ts';
import type { FormParam, Question } from '../../contract/question.ts';
import type { HtmlInputs } from './htmlInputs.ts';

/** The Other option of a choice question: its answer id and the key of its text. */
export interface OtherOption {
  readonly answerId: number;
  readonly key: string;
}

/** The keys of one date: the parts that the markup has, `null` for the others. */
export interface DateKeys {
  readonly day: string | null;
  readonly month: string | null;
  readonly year: string | null;
  readonly hour: string | null;
  readonly minute: string | null;
  readonly ampm: string | null;
  readonly calendar: string | null;
}

/** How a question is answered: the submit keys that `formParam` gives, by form (document, Submit-page body keys). */
export type AnswerForm =
  | { readonly kind: 'single' | 'multiple'; readonly key: string; readonly other: OtherOption | null }
  | { readonly kind: 'text' | 'rank' | 'allocation'; readonly keys: readonly string[] }
  /** `inputs`: the kind of input that the markup has for each key, `null` where it has none. */
  | { readonly kind: 'unknown'; readonly keys: readonly string[]; readonly inputs: readonly (string | null)[] }
  | { readonly kind: 'date'; readonly dates: readonly DateKeys[] };

/** The prefix as keys carry it: the document does not show whether `paramPrefix` ends with the underscore. */
export function keyPrefixOf(paramPrefix: string): string {
  return paramPrefix === '' || paramPrefix.endsWith('_') ? paramPrefix : `${paramPrefix}_`;
}

/** The form of a question's answer, from `formParam` alone; the markup settles date parts and the Other option. */
export function answerFormOf(question: Question, inputs: HtmlInputs): AnswerForm {
  const prefix = keyPrefixOf(question.formParam.paramPrefix);
  if (prefix === 'u_') return choice('single', question, inputs);
  if (prefix === 'm_') return choice('multiple', question, inputs);
  if (prefix.startsWith('dt_')) return { kind: 'date', dates: dateKeys(question, prefix, inputs) };
  const keys = idsOf(question).map((id) => `${prefix}${id}`);
  if (prefix === 't_') return { kind: 'text', keys };
  if (prefix === 'r_') return { kind: 'rank', keys };
  if (prefix === 's_') return { kind: 'allocation', keys };
  return { kind: 'unknown', keys, inputs: keys.map((key) => inputs.types.get(key) ?? null) };
}

function idsOf({ id, answers, formParam }: Question): readonly number[] {
  return formParam.paramIdType === 'questionId' ? [id] : answers.map((answer) => answer.id);
}

function choice(kind: 'single' | 'multiple', question: Question, inputs: HtmlInputs): AnswerForm {
  const prefix = keyPrefixOf(question.formParam.paramPrefix);
  const id = question.formParam.paramIdType === 'questionId' ? question.id : (question.answers[0]?.id ?? question.id);
  return { kind, key: `${prefix}${id}`, other: otherOf(question.formParam, question, inputs) };
}

/** Which answer is the Other option is not in the JSON: the input beside it names it; else the last answer is taken. */
function otherOf(formParam: FormParam, question: Question, inputs: HtmlInputs): OtherOption | null {
  if (formParam.otherParamPrefix === undefined) return null;
  const prefix = keyPrefixOf(formParam.otherParamPrefix);
  const named = question.answers.find(({ id }) => inputs.names.includes(`${prefix}${id}`));
  const answer = named ?? question.answers.at(-1);
  return answer === undefined ? null : { answerId: answer.id, key: `${prefix}${answer.id}` };
}

/**
 * The parts that the markup names; without any, the one that the prefix names, and of a bare `dt_` day, month and year.
 */
function dateKeys(question: Question, prefix: string, inputs: HtmlInputs): DateKeys[] {
  return idsOf(question).map((id) => {
    const isNamed = inputs.names.some((name) => name.startsWith('dt_') && name.endsWith(`_${id}`));
    const key = (part: string, isDefault: boolean): string | null => {
      const name = `dt_${part}_${id}`;
      if (prefix !== 'dt_') return prefix === `dt_${part}_` ? name : null;
      return (isNamed ? inputs.names.includes(name) : isDefault) ? name : null;
    };
    return {
      day: key('day', true),
      month: key('month', true),
      year: key('year', true),
      hour: key('hr', false),
      minute: key('min', false),
      ampm: key('ampm', false),
      calendar: key('cal', false),
    };
  });
}

/** Every key that the form may submit. */
export function keysOf(form: AnswerForm): string[] {
  if (form.kind === 'date') return form.dates.flatMap((date) => Object.values(date).filter((key) => key !== null));
  if ('keys' in form) return [...form.keys];
  return form.other === null ? [form.key] : [form.key, form.other.key];
}

/** What a person would call the answer, for coverage. */
export function answerTypeOf(form: AnswerForm): AnswerType {
  if (form.kind === 'single' || form.kind === 'multiple') return form.other ? `${form.kind}-other` : form.kind;
  if (form.kind !== 'date') return form.kind;
  const date = form.dates[0];
  if (date === undefined) return 'unknown';
  if (date.calendar !== null) return 'calendar';
  return date.hour === null && date.minute === null && date.ampm === null ? 'date' : 'date-time';
}

/** The key forms of the document that a body key shows; Other's text has the prefix of a text. */
export function keyFormsOf(form: AnswerForm): KeyFormId[] {
  if (form.kind === 'unknown') return [];
  if (form.kind !== 'date') return 'key' in form && form.other ? [form.kind, 'other'] : [form.kind];
  const found = new Set<KeyFormId>();
  for (const date of form.dates) {
    if (date.day !== null) found.add('date-day');
    if (date.month !== null) found.add('date-month');
    if (date.year !== null) found.add('date-year');
    if (date.hour !== null) found.add('time-hour');
    if (date.minute !== null) found.add('time-minute');
    if (date.ampm !== null) found.add('time-ampm');
    if (date.calendar !== null) found.add('calendar');
  }
  return [...found];
}
