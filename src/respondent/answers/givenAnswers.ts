import { type EntityId, entityIdOf } from '../../contract/entityId.ts';
import type { QuestionView } from '../../judging/reading/questionView.ts';
import { type AnswerRule, type CsvRows, csvRows, readRule } from '../../profile/answers/answerRule.ts';
import { textOf } from '../../profile/answers/textPattern.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Random } from '../random.ts';
import { type AnswerDraw, RandomChooser } from './answerChooser.ts';
import { type AnswerSheet, answerQuestion } from './answerFromFormParam.ts';
import type { DateAndTime } from './texts.ts';

/**
 * Answers a question with the values that the profile gives.
 *
 * @param chooser writes what the values leave open: the text of an Other option, the time of a date
 * @returns whether the question takes such values; nothing is written where it does not
 */
export function answerAsGiven(
  question: QuestionView,
  values: readonly string[],
  chooser: RandomChooser,
  sheet: AnswerSheet,
): boolean {
  const { form, answers } = question;
  if (form.kind === 'single' || form.kind === 'multiple') {
    const wanted = values.flatMap((value) => value.split(';')).map((text) => text.trim());
    const ids = wanted.flatMap((text) => answers.find(({ id }) => String(id) === text)?.id ?? []);
    if (ids.length < wanted.length || (form.kind === 'single' && ids.length > 1)) return false;
    if (form.kind === 'multiple') sheet.ids(form.key, ids);
    else for (const id of ids) sheet.plain(form.key, id);
    const { other } = form;
    if (other !== null && ids.includes(other.answerId)) sheet.otherText(other.key, chooser.text());
    return true;
  }
  if (form.kind === 'date' && !dateForm.test(values[0] ?? '')) return false;
  const numbers = values.flatMap((value) => value.split(';')).map(Number);
  const isNumeric = form.kind === 'rank' || form.kind === 'allocation';
  if (isNumeric && (numbers.length !== form.keys.length || !numbers.every(Number.isInteger))) return false;
  answerQuestion(question, new GivenChooser(values, numbers, chooser.draw), sheet);
  return true;
}

/** A day, `2024-02-29`, or with a time, `2024-02-29T23:45`. */
const dateForm = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?$/;

/** Answers with what is given, in place of a choice. */
class GivenChooser extends RandomChooser {
  readonly #values: readonly string[];
  readonly #numbers: readonly number[];
  #texts = 0;

  constructor(values: readonly string[], numbers: readonly number[], draw: AnswerDraw) {
    super(draw);
    this.#values = values;
    this.#numbers = numbers;
  }

  /** One value for each box, the last one for those beyond. */
  override text(): string {
    const value = this.#values[Math.min(this.#texts++, this.#values.length - 1)] ?? '';
    return JSON.stringify(value).slice(1, -1);
  }

  override ranks(): readonly number[] {
    return this.#numbers;
  }

  override shares(): readonly number[] {
    return this.#numbers;
  }

  override date(): DateAndTime {
    const drawn = super.date();
    const [, year, month, day, hour = drawn.hour, minute = drawn.minute] = dateForm.exec(this.#values[0] ?? '') ?? [];
    if (year === undefined) return drawn;
    return { year: Number(year), month: Number(month), day: Number(day), hour: Number(hour), minute: Number(minute) };
  }
}

const dayMs = 86_400_000;

/** Who answers. */
interface Respondent {
  /** Of the run: which row of a file is theirs. */
  readonly index: number;
  /** The mark in their texts. */
  readonly token: string;
}

/** What the profile says that respondents answer, by survey and question. */
export class GivenAnswers {
  readonly #surveys = new Map<EntityId, ReadonlyMap<EntityId, AnswerRule>>();
  readonly #files = new Map<string, CsvRows>();

  /** @param answers `respondent.answers`; its files were looked at when the profile was read */
  constructor(answers: Profile['respondent']['answers']) {
    for (const [survey, questions] of Object.entries(answers)) {
      const rules = new Map<EntityId, AnswerRule>();
      for (const [question, spelled] of Object.entries(questions)) {
        const read = readRule(spelled, question);
        if (!read.ok) continue;
        rules.set(entityIdOf(question), read.rule);
        if (read.rule.kind === 'column') this.#read(read.rule.file);
      }
      this.#surveys.set(entityIdOf(survey), rules);
    }
  }

  /** The rule for a question; `null` where chance decides. */
  ruleFor(surveyId: EntityId, questionId: EntityId): AnswerRule | null {
    return this.#surveys.get(surveyId)?.get(questionId) ?? null;
  }

  /**
   * The values that a respondent answers with: answer ids, numbers, a date, a text. None: the question is left out, as a
   * row without a value says.
   *
   * @returns `null` where the rule has nothing for this respondent: rows that are used once are used up
   */
  valuesOf(rule: AnswerRule, random: Random, { index, token }: Respondent): readonly string[] | null {
    switch (rule.kind) {
      case 'fixed':
        return rule.values;
      case 'weighted':
        return [random.weighted(rule.choices)?.value ?? ''];
      case 'email':
        return [`${token}@example.com`];
      case 'number':
        return [String(random.between(rule.low, rule.high))];
      case 'date':
        return [new Date(random.between(rule.low, rule.high) * dayMs).toISOString().slice(0, 10)];
      case 'pattern':
        return [textOf(rule.source, (count) => random.below(count))];
      case 'text':
        return [textWithin(rule.low, rule.high, random, token)];
      case 'column':
        return this.#cell(rule, index);
    }
  }

  #cell({ file, column, rows }: Extract<AnswerRule, { kind: 'column' }>, index: number): readonly string[] | null {
    const all = this.#files.get(file)?.rows ?? [];
    const row = rows === 'around' ? all[index % Math.max(1, all.length)] : all[index];
    if (row === undefined) return null;
    const cell = row[column] ?? '';
    return cell === '' ? [] : [cell];
  }

  #read(file: string): void {
    const rows = csvRows(file, process.cwd());
    if (typeof rows !== 'string') this.#files.set(file, rows);
  }
}

/** A text that carries the token where there is room for it. */
function textWithin(low: number, high: number, random: Random, token: string): string {
  const length = random.between(low, high);
  let text = '';
  while (text.length < length) text += `${text === '' ? token : ` ${plainWords[random.below(plainWords.length)]}`}`;
  return text.slice(0, length).replace(/ $/, '.');
}

const plainWords = ['quick', 'friendly', 'clear', 'a little slow', 'as I hoped', 'thank you', 'well done', 'again'];
