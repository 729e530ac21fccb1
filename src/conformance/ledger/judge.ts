import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import { jsonText } from '../../contract/jsonShape.ts';
import type { QuestionId } from '../../contract/questions/catalogue.ts';
import type { Witness } from '../../result/verdict.ts';
import type { Evidence } from './evidence.ts';

/** What a check says; bound to the exchange that it judges, whose witness it can build. */
export interface Judge {
  /**
   * Records one check of `clause`.
   *
   * @param expected what the clause demands here, in words.
   * @param actual what came; asked for only when the check failed.
   * @returns `holds`, so that a check can build on it.
   */
  expect(clause: ClauseId, holds: boolean, expected: string, actual: () => string): boolean;
  observe(question: QuestionId, value: string, situation?: string): void;
  inconclusive(clause: ClauseId, reason: string): void;
}

/** A judge that writes to `evidence`, takes its witnesses from `witness`, and secrets out of texts by `redact`. */
export function judgeOf(evidence: Evidence, witness: () => Witness, redact: (text: string) => string): Judge {
  return {
    expect(clause, holds, expected, actual) {
      if (holds) evidence.passed(clause);
      else evidence.failed(clause, redact(expected), excerpt(redact(actual())), witness);
      return holds;
    },
    observe(question, value, situation = '') {
      evidence.observed(question, excerpt(redact(value)), situation, witness);
    },
    inconclusive(clause, reason) {
      evidence.inconclusive(clause, redact(reason));
    },
  };
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
