import type { ClauseId } from '../../contract/clause.ts';
import { type QuestionId, questionIds } from '../../contract/questions/openQuestions.ts';
import type { ClauseResult, Observation, Verdict, Violation } from '../../result/verdict.ts';
import { clauseIds } from '../allClauses.ts';
import {
  type Acceptable,
  acceptableAsObserved,
  driftsOf,
  goneOf,
  withPinned,
  withStanding,
} from '../baseline/standing.ts';
import { brokenVerdict, clauseResult, isContradictory, observation } from '../run/clauseResults.ts';
import type { ClauseEvidence, Evidence } from './evidence.ts';

/** Everything that a run says about clauses and questions. */
export interface Verdicts {
  readonly clauses: ClauseResult[];
  readonly violations: Violation[];
  readonly observations: Observation[];
  /** What was accepted, as the session was seen to travel. */
  readonly acceptable: Acceptable;
}

/**
 * The verdicts of a run against what was accepted before.
 *
 * @param profiled what was accepted, as far as the profile tells.
 * @param only the clauses that the run was about; the others are left out.
 * @param asked the open questions that it was about.
 */
export function verdictsOf(
  evidence: Evidence,
  profiled: Acceptable,
  only: readonly ClauseId[],
  asked: readonly QuestionId[] = questionIds,
): Verdicts {
  const observed = asked.map((id) => observationOf(evidence, id));
  const acceptable = acceptableAsObserved(profiled, [observationOf(evidence, 'Q-SESSION-TRANSPORT')]);
  const found = evidence.failures.filter(({ clause }) => only.includes(clause));
  const violations = withStanding(found, acceptable);
  const observations = withPinned(observed, acceptable);
  const wasChecked = (clause: ClauseId): boolean =>
    only.includes(clause) && (evidence.clause(clause)?.checked ?? 0) > 0;
  const wanted = clauseIds.filter((id) => only.includes(id));
  return {
    clauses: wanted.map((id) => {
      const seen = evidence.clause(id);
      const verdict = verdictOf(id, seen);
      const { checked = 0, failed = 0 } = seen ?? {};
      return clauseResult(
        id,
        verdict,
        { checked, failed },
        (place) => seen?.places.has(place) === true,
        violations,
        reasonsFor(verdict, seen),
      );
    }),
    violations: [...violations, ...driftsOf(observations), ...goneOf(violations, acceptable, wasChecked)],
    observations,
    acceptable,
  };
}

/** False beats unknown beats true (Jepsen); nothing at all is not exercised. */
function verdictOf(id: ClauseId, evidence: ClauseEvidence | undefined): Verdict {
  if (evidence === undefined) return 'NOT-EXERCISED';
  if (evidence.failed > 0) return brokenVerdict(id);
  if (evidence.harnessErrors.size > 0) return 'HARNESS-ERROR';
  if (evidence.inconclusive.size > 0) return 'INCONCLUSIVE';
  return evidence.checked > 0 ? 'CONFORMS' : 'NOT-EXERCISED';
}

function reasonsFor(verdict: Verdict, evidence: ClauseEvidence | undefined): string[] {
  if (verdict === 'HARNESS-ERROR') return [...(evidence?.harnessErrors ?? [])];
  if (verdict === 'INCONCLUSIVE') return [...(evidence?.inconclusive ?? [])];
  if (verdict !== 'NOT-EXERCISED') return [];
  const reasons = [...(evidence?.unexercised ?? [])];
  return reasons.length > 0 ? reasons : ['nothing in this run reached this case'];
}

function observationOf(evidence: Evidence, id: QuestionId): Observation {
  const answers = evidence.answers(id);
  const alternatives = answers.map(({ value, count, witness }) => ({ value, count, witness }));
  const verdict = isContradictory(answers) ? 'INCONSISTENT' : 'OBSERVED';
  return observation(id, answers.length === 0 ? 'NOT-EXERCISED' : verdict, alternatives);
}
