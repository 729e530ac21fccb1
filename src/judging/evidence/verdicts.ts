import type { ClauseId } from '../../contract/clause.ts';
import {
  isQuestionId,
  proposalFor,
  type QuestionId,
  questionIds,
  questions,
} from '../../contract/questions/catalogue.ts';
import type { OpenQuestion } from '../../contract/questions/question.ts';
import type { ClauseResult, Observation, Verdict, Violation } from '../../result/verdict.ts';
import type { Baseline } from '../baseline.ts';
import { clauseIds, clauseOf } from '../clauses.ts';
import { newViolation } from '../identity.ts';
import type { ClauseEvidence, Evidence, FailureEvidence } from './evidence.ts';

/** Everything that a run says about clauses and questions. */
export interface Verdicts {
  readonly clauses: ClauseResult[];
  readonly violations: Violation[];
  readonly observations: Observation[];
}

/**
 * The verdicts of a run against what was accepted before.
 *
 * @param only the clauses that the run was about; the others are left out.
 * @param today `YYYY-MM-DD`: known violations expire.
 * @param asked the open questions that it was about.
 */
export function verdictsOf(
  evidence: Evidence,
  baseline: Baseline,
  only: readonly ClauseId[],
  today: string,
  asked: readonly QuestionId[] = questionIds,
): Verdicts {
  const violations = evidence.failures
    .filter(({ clause }) => only.includes(clause))
    .map((failure) => violationOf(failure, baseline, today));
  const observations = asked.map((id) => observationOf(evidence, id, baseline));
  const wanted = clauseIds.filter((id) => only.includes(id));
  return {
    clauses: wanted.map((id) => clauseResult(id, evidence.clause(id), violations)),
    violations: [...violations, ...driftsOf(observations), ...goneOf(evidence, violations, baseline, only)],
    observations,
  };
}

/** False beats unknown beats true (Jepsen); nothing at all is not exercised. */
function clauseResult(
  id: ClauseId,
  evidence: ClauseEvidence | undefined,
  violations: readonly Violation[],
): ClauseResult {
  const { section, title, basis, level } = clauseOf(id);
  const verdict = verdictOf(id, evidence);
  const reasons = reasonsFor(verdict, evidence);
  return {
    id,
    section,
    title,
    basis,
    level,
    verdict,
    checked: evidence?.checked ?? 0,
    failed: evidence?.failed ?? 0,
    violations: violations.filter(({ clause }) => clause === id).map((violation) => violation.id),
    ...(reasons.length === 0 ? {} : { reason: reasons.slice(0, 3).join('; ') }),
  };
}

function verdictOf(id: ClauseId, evidence: ClauseEvidence | undefined): Verdict {
  if (evidence === undefined) return 'NOT-EXERCISED';
  if (evidence.failed > 0) return clauseOf(id).level === 'must' ? 'VIOLATES' : 'DEVIATES';
  if (evidence.harnessErrors.size > 0) return 'HARNESS-ERROR';
  if (evidence.inconclusive.size > 0) return 'INCONCLUSIVE';
  return evidence.checked > 0 ? 'CONFORMS' : 'NOT-EXERCISED';
}

function reasonsFor(verdict: Verdict, evidence: ClauseEvidence | undefined): string[] {
  if (verdict === 'HARNESS-ERROR') return [...(evidence?.harnessErrors ?? [])];
  if (verdict === 'INCONCLUSIVE') return [...(evidence?.inconclusive ?? [])];
  if (verdict !== 'NOT-EXERCISED') return [];
  const reasons = [...(evidence?.unexercised ?? [])];
  return reasons.length > 0 ? reasons : ['nothing in this run came to what it is about'];
}

function violationOf(failure: FailureEvidence, baseline: Baseline, today: string): Violation {
  const { clause, count, actual, witness } = failure;
  const known = baseline.known.find(
    (entry) => entry.clause === clause && actual.includes(entry.actual ?? '') && entry.expires >= today,
  );
  return {
    ...newViolation(failure, witness),
    count,
    baseline: known === undefined ? { kind: 'NEW' } : { kind: 'KNOWN', issue: known.issue, expires: known.expires },
  };
}

/** What no single answer shows. */
const nowhere = { endpoint: '', path: '' };
const noWitness = { steps: [], failingStep: 0, curl: '' };

/** Known violations that no longer happen, although their clause was exercised: the entry can go. */
function goneOf(
  evidence: Evidence,
  violations: readonly Violation[],
  { known }: Baseline,
  only: readonly ClauseId[],
): Violation[] {
  return known
    .filter(({ clause, actual }) => {
      const checked = only.some((id) => id === clause && (evidence.clause(id)?.checked ?? 0) > 0);
      const seen = violations.some((each) => each.clause === clause && each.actual.includes(actual ?? ''));
      return checked && !seen;
    })
    .map(({ clause, actual, issue }) => ({
      ...newViolation(
        {
          ...nowhere,
          clause,
          expected: `the known violation of ${issue}`,
          actual: `no longer seen${actual === undefined ? '' : `: ${actual}`}`,
        },
        noWitness,
      ),
      id: `${clause}:gone`,
      count: 0,
      baseline: { kind: 'GONE' },
    }));
}

/** What a pinned answer has become counts as a violation: what was accepted is a promise (basis PINNED). */
function driftsOf(observations: readonly Observation[]): Violation[] {
  return observations
    .filter(({ verdict }) => verdict === 'DRIFTED')
    .map(({ id, pinned, alternatives }) => {
      const strange = alternatives.filter(({ value }) => !(pinned ?? '').split(' | ').includes(value));
      return {
        ...newViolation(
          {
            ...nowhere,
            clause: id,
            expected: `${pinned}, as accepted`,
            actual: strange.map(({ value }) => value).join(' | '),
          },
          strange[0]?.witness ?? noWitness,
        ),
        id: `${id}:drifted`,
        count: strange.reduce((sum, { count }) => sum + count, 0),
      };
    });
}

function observationOf(evidence: Evidence, id: QuestionId, { accepted }: Baseline): Observation {
  const answers = [...evidence.answers(id)].sort((a, b) => b.count - a.count);
  const values = answers.map(({ value }) => value);
  const pinned = accepted[id];
  return {
    id,
    question: questions[id].question,
    section: questions[id].section,
    verdict: observationVerdict(answers, values, pinned),
    alternatives: answers.map(({ value, count, witness }) => ({ value, count, witness })),
    ...(pinned === undefined ? {} : { pinned: pinned.join(' | ') }),
    ...(values.length === 0 ? {} : { proposal: proposalFor(id, values) }),
  };
}

function observationVerdict(
  answers: readonly { readonly value: string; readonly situations: ReadonlyMap<string, number> }[],
  values: readonly string[],
  pinned: readonly string[] | undefined,
): Verdict {
  if (answers.length === 0) return 'NOT-EXERCISED';
  const situations = answers.flatMap((answer) => [...answer.situations.keys()]);
  if (new Set(situations).size < situations.length) return 'INCONSISTENT';
  const drifted = pinned !== undefined && values.some((value) => !pinned.includes(value));
  return drifted ? 'DRIFTED' : 'OBSERVED';
}

function varies(id: string): boolean {
  const question: OpenQuestion | null = isQuestionId(id) ? questions[id] : null;
  return question?.varies === true;
}

/** The baseline that accepts what was observed; known violations are kept as they are. */
export function acceptedFrom(observations: readonly Observation[], before: Baseline, release: string): Baseline {
  const accepted: Record<string, string[]> = { ...before.accepted };
  for (const { id, alternatives } of observations) {
    if (alternatives.length > 0 && !varies(id)) accepted[id] = alternatives.map(({ value }) => value).sort();
  }
  return { release, accepted, known: before.known };
}
