import type { EntityId } from '../../contract/entityId.ts';
import type { AnswerType, KeyFormId } from '../../contract/keyForms.ts';
import type { HtmlInputs } from './htmlInputs.ts';

/** One answer option as the page shows it. */
export interface AnswerView {
  readonly id: EntityId;
  readonly text: string | null;
  readonly selected: boolean;
  /** Whether it carries anything beyond id, text and selected. */
  readonly carriesMore: boolean;
  /** Whether it calls itself the Other option: by its text, or by a member of its own. */
  readonly saysOther: boolean;
}

/** The Other option of a choice question: its answer id and the key of its text. */
export interface OtherOption {
  readonly answerId: EntityId;
  readonly key: string;
  /** Whether the markup, or it itself, says that it is this one; else the last answer was taken. */
  readonly isCertain: boolean;
}

/** The keys of one date: the parts that the markup has, `null` for the others. */
export type DateKeys = Readonly<
  Record<'day' | 'month' | 'year' | 'hour' | 'minute' | 'ampm' | 'calendar', string | null>
>;

/** How a question is answered: the submit keys that `formParam` gives, by form (service.md#keys). */
export type AnswerForm =
  | { readonly kind: 'single' | 'multiple'; readonly key: string; readonly other: OtherOption | null }
  | { readonly kind: 'text' | 'rank' | 'allocation'; readonly keys: readonly string[] }
  /** `inputs`: the kind of input that the markup has for each key, `null` where it has none. */
  | { readonly kind: 'unknown'; readonly keys: readonly string[]; readonly inputs: readonly (string | null)[] }
  | DateForm;

/** `withTime`: the same dates with a time, where neither the markup nor the type says whether there is one; else `null`. */
export interface DateForm {
  readonly kind: 'date';
  readonly dates: readonly DateKeys[];
  readonly withTime: readonly DateKeys[] | null;
}

/** The prefix as keys carry it, also where `paramPrefix` lacks its underscore: the walk goes on all the same. */
export function keyPrefixOf(paramPrefix: string): string {
  return paramPrefix === '' || paramPrefix.endsWith('_') ? paramPrefix : `${paramPrefix}_`;
}

/** What the form of an answer follows from; what is missing or wrong in the question is read as empty. */
export interface FormBasis {
  readonly id: EntityId;
  /** The code of its type. */
  readonly type: string;
  /** `paramPrefix` with its underscore. */
  readonly prefix: string;
  /** Whether the keys are built from answer ids. */
  readonly byAnswer: boolean;
  readonly otherPrefix: string | null;
  readonly answers: readonly AnswerView[];
  readonly inputs: HtmlInputs;
}

/** The form of a question's answer, from `formParam` alone; the markup settles date parts and the Other option. */
export function answerFormOf(basis: FormBasis): AnswerForm {
  const { prefix, inputs } = basis;
  if (prefix === 'u_') return choice('single', basis);
  if (prefix === 'm_') return choice('multiple', basis);
  if (prefix.startsWith('dt_')) return dateForm(basis);
  const keys = idsOf(basis).map((id) => `${prefix}${id}`);
  if (prefix === 't_') return { kind: 'text', keys };
  if (prefix === 'r_') return { kind: 'rank', keys };
  if (prefix === 's_') return { kind: 'allocation', keys };
  return { kind: 'unknown', keys, inputs: keys.map((key) => inputs.types.get(key) ?? null) };
}

function idsOf({ id, prefix, answers, byAnswer }: FormBasis): readonly EntityId[] {
  if (byAnswer) return answers.map((answer) => answer.id);
  // A text to read has neither a prefix nor answers: there is nothing to send.
  return prefix === '' && answers.length === 0 ? [] : [id];
}

function choice(kind: 'single' | 'multiple', basis: FormBasis): AnswerForm {
  const id = basis.byAnswer ? (basis.answers[0]?.id ?? basis.id) : basis.id;
  return { kind, key: `${basis.prefix}${id}`, other: otherOf(basis) };
}

/**
 * Which answer is the Other option is not documented: the input beside it names it, or it does so itself; else the last
 * answer is taken.
 */
function otherOf({ otherPrefix, answers, inputs }: FormBasis): OtherOption | null {
  if (otherPrefix === null) return null;
  const [own, ...more] = answers.filter(({ saysOther }) => saysOther);
  const named =
    answers.find(({ id }) => inputs.types.has(`${otherPrefix}${id}`)) ?? (more.length === 0 ? own : undefined);
  const answer = named ?? answers.at(-1);
  if (answer === undefined) return null;
  return { answerId: answer.id, key: `${otherPrefix}${answer.id}`, isCertain: named !== undefined };
}

const dateParts = ['day', 'month', 'year', 'hr', 'min', 'ampm', 'cal'] as const;

function dateForm(basis: FormBasis): DateForm {
  const dates = dateKeys(basis);
  const isOpen = basis.prefix === 'dt_' && !idsOf(basis).some((id) => namesParts(basis, id));
  const withTime = isOpen && dates.every(({ hour }) => hour === null) ? dateKeys({ ...basis, type: 'time' }) : null;
  return { kind: 'date', dates, withTime };
}

/** Whether the markup has parts of a date: an input of prefix and id alone, as the bare `dt_<id>`, says nothing of them. */
function namesParts({ prefix, inputs }: FormBasis, id: EntityId): boolean {
  return dateParts.some((part) => `dt_${part}_${id}` !== `${prefix}${id}` && inputs.types.has(`dt_${part}_${id}`));
}

/**
 * The parts that the markup names (field notes: for dates it says which parts a question has). Without any, those that
 * belong together in the table of keys (service.md#keys): day, month and year; hour, minute and half of the day beside them,
 * where the prefix or the code of the type says that there is a time; or a calendar date.
 */
function dateKeys(basis: FormBasis): DateKeys[] {
  const { prefix, inputs } = basis;
  const isCalendar = prefix === 'dt_cal_';
  const hasTime = prefix === 'dt_' && /^dt$|time/i.test(basis.type);
  const isTime = hasTime || prefix === 'dt_hr_' || prefix === 'dt_min_' || prefix === 'dt_ampm_';
  return idsOf(basis).map((id) => {
    const isNamed = namesParts(basis, id);
    const key = (part: string, isDefault: boolean): string | null => {
      const name = `dt_${part}_${id}`;
      return (isNamed ? inputs.types.has(name) : isDefault) ? name : null;
    };
    return {
      day: key('day', !isCalendar),
      month: key('month', !isCalendar),
      year: key('year', !isCalendar),
      hour: key('hr', isTime),
      minute: key('min', isTime),
      ampm: key('ampm', isTime),
      calendar: key('cal', isCalendar),
    };
  });
}

/** Every key that the form may submit. */
export function keysOf(form: AnswerForm): string[] {
  if (form.kind === 'date')
    return (form.withTime ?? form.dates).flatMap((date) => Object.values(date).filter((key) => key !== null));
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
  return parts.filter((part) => form.dates.some((date) => date[part] !== null)).map((part) => partForms[part]);
}

const partForms = {
  day: 'date-day',
  month: 'date-month',
  year: 'date-year',
  hour: 'time-hour',
  minute: 'time-minute',
  ampm: 'time-ampm',
  calendar: 'calendar',
} as const satisfies Record<keyof DateKeys, KeyFormId>;
const parts = Object.keys(partForms) as readonly (keyof DateKeys)[];
