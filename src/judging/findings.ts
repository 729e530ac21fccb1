import type { ClauseId } from '../contract/clause.ts';
import type { QuestionId } from '../contract/questions/openQuestions.ts';
import type { Actual, Expected } from './mismatch.ts';
import type { QuestionReading } from './reading/questionView.ts';
import type { ShownPage } from './reading/shownPage.ts';

/**
 * Where rules say what they found about one answer. Whoever hears it knows whose answer it is and can build its
 * witness: conformance's evidence, or the walker's tally.
 */
export abstract class Findings {
  /** The clause was looked at, and holds. */
  abstract pass(clause: ClauseId): void;
  /**
   * The clause was looked at, and is broken.
   *
   * @param expected what the clause demands here.
   * @param actual what came; words that are not at hand are asked for only when the check failed.
   * @param path where in the body: `response.meta.isFinalPage`, `questions[].json.answers[].text`; `''` for all of it.
   */
  abstract fail(clause: ClauseId, expected: Expected, actual: Actual, path?: string): void;
  /** `pass` or `fail`. @returns `holds`, so that a rule can go on. */
  expect(clause: ClauseId, holds: boolean, expected: Expected, actual: Actual, path = ''): boolean {
    if (holds) this.pass(clause);
    else this.fail(clause, expected, actual, path);
    return holds;
  }
  /** As `fail`, of many answers of a run together: what this one has of its own, the last of them, is no condition. */
  failTogether(clause: ClauseId, expected: Expected, actual: string): void {
    this.ofMany();
    this.fail(clause, expected, { words: actual, together: true });
    this.ofQuestion(null);
  }
  /** What is found from here on is about many answers; `ofQuestion(null)` ends it. */
  protected ofMany(): void {}
  /** As `pass`, of the clauses that a thing kept when it was looked at first: the same list each time. */
  passAgain(clauses: readonly ClauseId[]): void {
    for (const clause of clauses) this.pass(clause);
  }
  /** The answer to an open question, as this exchange shows it. */
  observe(_question: QuestionId, _value: string, _situation?: string): void {}
  /** Nothing can be told about the clause from this answer. */
  inconclusive(_clause: ClauseId, _reason: string): void {}
  /**
   * What is found from here on is about one question of a page; `null`: about the whole answer again.
   *
   * @param features of what a respondent did there, in words that go on a sentence
   */
  ofQuestion(
    _question: QuestionReading | null,
    _page: ShownPage | null = null,
    _features: readonly string[] = [],
  ): void {}
  /** What is found from here on is about a part of the exchange, in words that go on a sentence; `null`: about the whole again. */
  ofPart(_features: readonly string[] | null): void {}
  /** What is found from here on is about one item of a list; `null`: about the whole answer again. @param of items on its page */
  ofItem(_item: unknown, _at: number, _of: number): void {}
}
