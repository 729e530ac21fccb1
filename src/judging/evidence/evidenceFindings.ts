import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';
import { excerpt, type Findings, keptFinding } from '../findings.ts';
import type { Way } from '../whatCameInstead.ts';
import type { Evidence } from './evidence.ts';
import { walkOf } from './walksMet.ts';
import type { Where } from './where.ts';

/**
 * Findings about one exchange that go into `evidence`.
 *
 * @param witness the steps that prove what is found; asked for when something is broken, or observed first.
 * @param redact takes secrets out of texts.
 * @param way the pages of the walk that the exchange belongs to.
 * @param session the same object for all exchanges of one walk.
 * @param where the places of the exchange.
 */
export function evidenceFindings(
  evidence: Evidence,
  { endpoint }: Exchange,
  witness: (of: 'violation' | 'observation') => Witness,
  redact: (text: string) => string,
  way: Way,
  session: object,
  where: Where,
): Findings {
  let here = where;
  const walk = walkOf(endpoint, session);
  const findings: Findings = {
    pass(clause) {
      if (walk !== null) evidence.cameTo(clause, walk);
      evidence.passed(clause, 1, here);
    },
    fail(clause, expected, actual, path = '') {
      const facts = { clause, endpoint, path, ...keptFinding(expected, actual, path, redact, way) };
      if (walk !== null) evidence.cameTo(clause, walk);
      evidence.failed(facts, () => witness('violation'), walk, here);
    },
    expect(clause, holds, expected, actual, path) {
      if (holds) findings.pass(clause);
      else findings.fail(clause, expected, actual(), path);
      return holds;
    },
    observe(question, value, situation = '') {
      // What stands in the result already needs no second look: most answers are seen thousands of times.
      const kept = evidence.isObserved(question, value) ? value : excerpt(redact(value));
      evidence.observed(question, kept, situation, () => witness('observation'), 1, here);
    },
    inconclusive(clause, reason) {
      evidence.inconclusive(clause, redact(reason));
    },
    ofQuestion(question) {
      here = question === null ? where : where.ofQuestion(question);
    },
  };
  return findings;
}
