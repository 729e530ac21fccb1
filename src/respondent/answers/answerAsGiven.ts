import type { QuestionView } from '../../judging/reading/question.ts';
import type { AnswerChooser } from './answerChooser.ts';
import { answerQuestion } from './answerQuestion.ts';
import type { AnswerSheet } from './answerSheet.ts';
import type { DateAndTime } from './dates.ts';

/**
 * Answers a question with the values that the profile gives.
 *
 * @param chooser writes what the values leave open: the text of an Other option, the time of a date
 * @returns whether the question takes such values; nothing is written where it does not
 */
export function answerAsGiven(
  question: QuestionView,
  values: readonly string[],
  chooser: AnswerChooser,
  sheet: AnswerSheet,
): boolean {
  const { form, answers } = question;
  if (form.kind === 'single' || form.kind === 'multiple') {
    const wanted = values.flatMap((value) => value.split(';')).map((text) => text.trim());
    const ids = wanted.flatMap((text) => answers.find(({ id }) => String(id) === text)?.id ?? []);
    const [first] = ids;
    if (first === undefined || ids.length < wanted.length) return false;
    if (form.kind === 'single' && ids.length !== 1) return false;
    if (form.kind === 'single') sheet.plain(form.key, first);
    else sheet.ids(form.key, ids);
    const { other } = form;
    if (other !== null && ids.includes(other.answerId)) sheet.otherText(other.key, chooser.text(other.key));
    return true;
  }
  if (form.kind === 'date' && dateIn(values[0] ?? '', chooser) === null) return false;
  const numbers = values.flatMap((value) => value.split(';')).map(Number);
  const isNumeric = form.kind === 'rank' || form.kind === 'allocation';
  if (isNumeric && (numbers.length !== form.keys.length || !numbers.every(Number.isInteger))) return false;
  answerQuestion(question, new GivenChooser(values, numbers, chooser), sheet);
  return true;
}

/** Answers with what is given, in place of a choice. */
class GivenChooser implements AnswerChooser {
  readonly #values: readonly string[];
  readonly #numbers: readonly number[];
  readonly #others: AnswerChooser;
  #texts = 0;

  constructor(values: readonly string[], numbers: readonly number[], others: AnswerChooser) {
    this.#values = values;
    this.#numbers = numbers;
    this.#others = others;
  }

  takesOther(): boolean {
    return this.#others.takesOther();
  }

  one(count: number): number {
    return this.#others.one(count);
  }

  isAmong(at: number, count: number): boolean {
    return this.#others.isAmong(at, count);
  }

  /** One value for each box, the last one for those beyond. */
  text(): string {
    const value = this.#values[Math.min(this.#texts++, this.#values.length - 1)] ?? '';
    return JSON.stringify(value).slice(1, -1);
  }

  ranks(): readonly number[] {
    return this.#numbers;
  }

  shares(): readonly number[] {
    return this.#numbers;
  }

  takesTime(): boolean {
    return this.#others.takesTime();
  }

  date(): DateAndTime {
    return dateIn(this.#values[0] ?? '', this.#others) ?? this.#others.date();
  }
}

/** A day, `2024-02-29`, and a time, `2024-02-29T23:45`; `null` for anything else. */
function dateIn(text: string, others: AnswerChooser): DateAndTime | null {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?$/.exec(text) ?? [];
  if (year === undefined) return null;
  const time = hour === undefined ? others.date() : { hour: Number(hour), minute: Number(minute) };
  return { year: Number(year), month: Number(month), day: Number(day), hour: time.hour, minute: time.minute };
}
