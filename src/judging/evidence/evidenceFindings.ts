import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';
import { excerpt, type Findings, keptFinding } from '../findings.ts';
import type { Evidence } from './evidence.ts';

/**
 * Findings about one exchange that go into `evidence`.
 *
 * @param witness the steps that prove what is found; asked for when something is broken, or observed first.
 * @param redact takes secrets out of texts.
 */
export function evidenceFindings(
  evidence: Evidence,
  { endpoint }: Exchange,
  witness: (of: 'violation' | 'observation') => Witness,
  redact: (text: string) => string,
): Findings {
  const findings: Findings = {
    pass(clause) {
      evidence.passed(clause);
    },
    fail(clause, expected, actual, path = '') {
      const facts = { clause, endpoint, path, ...keptFinding(expected, actual, path, redact) };
      evidence.failed(facts, () => witness('violation'));
    },
    expect(clause, holds, expected, actual, path) {
      if (holds) evidence.passed(clause);
      else findings.fail(clause, expected, actual(), path);
      return holds;
    },
    observe(question, value, situation = '') {
      // What stands in the result already needs no second look: most answers are seen thousands of times.
      const kept = evidence.isObserved(question, value) ? value : excerpt(redact(value));
      evidence.observed(question, kept, situation, () => witness('observation'));
    },
    inconclusive(clause, reason) {
      evidence.inconclusive(clause, redact(reason));
    },
  };
  return findings;
}
