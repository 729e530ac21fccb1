import type { EntityId } from '../../contract/entityId.ts';
import { type AnswerRule, readRule } from '../../profile/answers/answerRule.ts';
import { type CsvRows, csvRows } from '../../profile/answers/csvRows.ts';
import { textOf } from '../../profile/answers/textPattern.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Random } from '../random.ts';

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
  readonly #surveys = new Map<number, ReadonlyMap<EntityId, AnswerRule>>();
  readonly #files = new Map<string, CsvRows>();

  /** @param answers `respondent.answers`; its files were looked at when the profile was read */
  constructor(answers: Profile['respondent']['answers']) {
    for (const [survey, questions] of Object.entries(answers)) {
      const rules = new Map<EntityId, AnswerRule>();
      for (const [question, spelled] of Object.entries(questions)) {
        const read = readRule(spelled, question);
        if (!read.ok) continue;
        rules.set(Number(question), read.rule);
        if (read.rule.kind === 'column') this.#read(read.rule.file);
      }
      this.#surveys.set(Number(survey), rules);
    }
  }

  /** The rule for a question; `null` where chance decides. */
  ruleFor(surveyId: number, questionId: EntityId): AnswerRule | null {
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
        return [weighted(rule.choices, random)];
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

function weighted(choices: Extract<AnswerRule, { kind: 'weighted' }>['choices'], random: Random): string {
  let at = random.next() * choices.reduce((sum, { weight }) => sum + weight, 0);
  for (const { value, weight } of choices) {
    at -= weight;
    if (at < 0) return value;
  }
  return choices.findLast(({ weight }) => weight > 0)?.value ?? '';
}

/** A text that carries the token where there is room for it. */
function textWithin(low: number, high: number, random: Random, token: string): string {
  const length = random.between(low, high);
  let text = '';
  while (text.length < length) text += `${text === '' ? token : ` ${plainWords[random.below(plainWords.length)]}`}`;
  return text.slice(0, length).replace(/ $/, '.');
}

const plainWords = ['quick', 'friendly', 'clear', 'a little slow', 'as I hoped', 'thank you', 'well done', 'again'];
