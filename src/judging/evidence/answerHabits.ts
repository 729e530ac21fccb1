import type { Witness } from '../../result/verdict.ts';
import { type DateKeys, keysOf } from '../reading/answerForm.ts';
import type { QuestionView } from '../reading/questionView.ts';
import { withOwnToken } from '../tokens.ts';
import type { Habit, Habits } from './habits.ts';
import { textFeatures } from './requestFeatures.ts';

type Given = Readonly<Record<string, unknown>>;

/** What answers of a kind are told apart by, that no rule of a question has a reason to go by. */
interface Trait {
  readonly habit: Habit;
  /** `null` of an answer of another kind. */
  placeOf(question: QuestionView, given: Given): string | null;
}

/** @param things questions that must show it: a single one may have such a rule. */
function trait(id: string, what: string, things: number, placeOf: Trait['placeOf']): Trait {
  return { habit: { id, what: `Answers that are ${what}`, usual: taken, things }, placeOf };
}

const [taken, refused] = ['taken', 'refused'];

/** A trait of the first date of a question. */
function ofDate(id: string, what: string, placeOf: (keys: DateKeys, given: Given) => string | null): Trait {
  return trait(id, what, 1, ({ form }, given) => {
    const [keys] = form.kind === 'date' ? (form.withTime ?? form.dates) : [];
    return keys === undefined ? null : placeOf(keys, given);
  });
}

/** Whether texts hold something. */
function ofTexts(id: string, what: keyof typeof textFeatures): Trait {
  const { [what]: holds } = textFeatures;
  return trait(id, 'texts', 2, ({ form }, given) => {
    const texts = form.kind === 'text' ? form.keys.flatMap((key) => given[key] ?? []) : [];
    if (texts.length === 0) return null;
    return `${texts.some((text) => holds.test(String(text))) ? 'with' : 'without'} ${what}`;
  });
}

const months = 'January February March April May June July August September October November December'.split(' ');

function inMonth(number: unknown): string | null {
  const name = months[Number(number) - 1];
  return name === undefined ? null : `in ${name}`;
}

const traits: readonly Trait[] = [
  trait('ODD-OPTIONS', 'multiple choices', 2, ({ form, answers }, given) => {
    const chosen = form.kind === 'multiple' ? given[form.key] : null;
    if (!Array.isArray(chosen) || chosen.length === 0) return null;
    if (chosen.length > 2 && chosen.length === answers.length) return 'of all options';
    return chosen.length > 2 ? 'of 3 options or more' : chosen.length === 2 ? 'of 2 options' : 'of 1 option';
  }),
  trait('ODD-SHARES', 'allocations', 2, ({ form }, given) => {
    if (form.kind !== 'allocation') return null;
    return `${form.keys.some((key) => Number(given[key]) === 0) ? 'with' : 'without'} an item that gets nothing`;
  }),
  ofDate('ODD-MONTHS', 'dates in fields', ({ month }, given) => inMonth(given[month ?? ''])),
  ofDate('ODD-CALENDAR', 'calendar dates', ({ calendar }, given) =>
    inMonth(String(given[calendar ?? ''] ?? '').slice(5, 7)),
  ),
  ofDate('ODD-MINUTES', 'times', ({ minute }, given) => {
    const number = minute === null ? undefined : given[minute];
    return number === undefined ? null : `at minute ${Number(number)}`;
  }),
  ofDate('ODD-ZEROS', 'dates in fields', ({ day, month, hour, minute }, given) => {
    const fields = [day, month, hour, minute].flatMap((key) => (key === null ? [] : String(given[key] ?? '')));
    if (fields.every((field) => field === '')) return null;
    return `${fields.some((field) => /^0\d/.test(field)) ? 'with' : 'without'} a leading zero`;
  }),
  ofTexts('ODD-LINES', 'a line break'),
  ofTexts('ODD-QUOTES', 'a quotation mark'),
  ofTexts('ODD-MARKUP', 'markup'),
  ofTexts('ODD-SCRIPTS', 'letters beyond ASCII'),
];

/** Answers that are told apart. */
const mostDifferent = 20_000;

/** Which answers a service takes and which it refuses, by their shape. Equal answers to one question count once. */
export class AnswerHabits {
  readonly #habits: Habits;
  readonly #known = new Set<string>();

  constructor(habits: Habits) {
    this.#habits = habits;
  }

  /**
   * What became of an answer that is meant to be valid.
   *
   * @param isTaken else the service named the question when it refused.
   */
  note(question: QuestionView, given: Given, isTaken: boolean, witness: () => Witness): void {
    const values = keysOf(question.form).map((key) => given[key]);
    if (values.every((value) => value === undefined)) return;
    const key = withOwnToken(`${question.id} ${isTaken} ${JSON.stringify(values)}`, '');
    if (this.#known.has(key) || this.#known.size === mostDifferent) return;
    this.#known.add(key);
    for (const { habit, placeOf } of traits) {
      const place = placeOf(question, given);
      if (place !== null) this.#habits.saw(habit, place, [isTaken ? taken : refused], question.id, witness);
    }
  }
}

/** The habits of answers, for tests of what breaks them. */
export const answerHabitIds: readonly string[] = traits.map(({ habit }) => habit.id);
