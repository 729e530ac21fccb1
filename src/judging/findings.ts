import type { ClauseId } from '../contract/clause.ts';
import { jsonText } from '../contract/jsonShape.ts';
import type { QuestionId } from '../contract/questions/catalogue.ts';

/**
 * Where rules say what they found about one answer. Whoever hears it knows whose answer it is and can build its
 * witness: conformance's evidence, or the walker's tally.
 */
export interface Findings {
  /** The clause was looked at, and holds. */
  pass(clause: ClauseId): void;
  /**
   * The clause was looked at, and is broken.
   *
   * @param expected what the clause demands here, in words.
   * @param actual what came.
   * @param path where in the body: `response.meta.isFinalPage`, `questions[].json.answers[].text`; `''` for all of it.
   */
  fail(clause: ClauseId, expected: string, actual: string, path?: string): void;
  /** `pass` or `fail`; `actual` is asked for only when the check failed. @returns `holds`, so that a rule can go on. */
  expect(clause: ClauseId, holds: boolean, expected: string, actual: () => string, path?: string): boolean;
  /** The answer to an open question, as this exchange shows it. */
  observe(question: QuestionId, value: string, situation?: string): void;
  /** Nothing can be told about the clause from this answer. */
  inconclusive(clause: ClauseId, reason: string): void;
}

const excerptLength = 300;

/** Text of the service, cut to a bound. */
export function excerpt(text: string): string {
  return text.length <= excerptLength ? text : `${text.slice(0, excerptLength)}… (${text.length} characters)`;
}

/** A value as JSON for people, cut to a bound; what is absent is called so. */
export function shown(value: unknown): string {
  return value === undefined ? 'absent' : excerpt(jsonText(value));
}
