import type { ClauseId } from '../../contract/clause.ts';
import type { QuestionId } from '../../contract/questions/catalogue.ts';
import type { Coverage, RunResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/gating.ts';
import { type RunMeta, runResultOf } from '../../result/tally/runResultOf.ts';
import type { ClauseResult, Observation, Violation } from '../../result/verdict.ts';
import type { Baseline } from '../../judging/baseline.ts';
import { isClauseId } from '../../judging/clauses.ts';
import { verdictsOf } from '../../judging/evidence/verdicts.ts';
import type { ConformanceFindings } from './conform.ts';
import type { ExchangeLog } from './exchangeLog.ts';

export interface ConformEnd {
  readonly endedAt: Date;
  readonly interrupted: boolean;
  /** What the run was about. */
  readonly only: readonly ClauseId[];
  readonly asked: readonly QuestionId[];
  readonly baseline: Baseline;
  /** Share of the clauses, in percent, that must have been exercised; `null`: any. */
  readonly minCoveragePercent: number | null;
}

/** The result of a conformance run. */
export function conformResult(
  meta: RunMeta,
  log: ExchangeLog,
  { environment, crowd, gone }: ConformanceFindings,
  end: ConformEnd,
): RunResult {
  const { tally, timeline } = log.close();
  const { endedAt, interrupted } = end;
  const base = runResultOf(meta, tally, timeline, {
    endedAt: endedAt.toISOString(),
    interrupted,
    recovered: false,
    thresholds: [],
    audit: null,
    created: [...environment.created],
    troubles: [],
  });
  const today = endedAt.toISOString().slice(0, 10);
  const { clauses, violations, observations } = verdictsOf(environment.evidence, end.baseline, end.only, today, end.asked);
  const coverage = coverageOf(base, clauses, log, crowd);
  const percent = (100 * coverage.clauses.exercised) / Math.max(1, coverage.clauses.total);
  const invalid = [
    ...(provesNothing(base, clauses, observations) ?? (gone === null ? [] : [gone])),
    ...environment.evidence.probeErrors.map((error) => `canvass itself failed: ${error}.`),
  ];
  const strange = log.strangeness();
  const { verdict, reasons } = judge(
    violations,
    { invalid, strange, expired: expiredNotes(violations, end.baseline, today) },
    percent,
    end,
  );
  return {
    ...base,
    kind: 'conform',
    verdict,
    reasons,
    respondents: { ...base.respondents, ...crowd?.tally, peak: crowd?.peak ?? 0 },
    clauses,
    violations: whatFailsFirst(violations),
    observations,
    coverage,
  };
}

/** What a verdict is about, beside violations and coverage; in words. */
interface VerdictBasis {
  readonly invalid: readonly string[];
  readonly strange: string | null;
  readonly expired: readonly string[];
}

function judge(
  violations: readonly Violation[],
  { invalid, strange, expired }: VerdictBasis,
  percent: number,
  { minCoveragePercent }: ConformEnd,
): Pick<RunResult, 'verdict' | 'reasons'> {
  const gating = violations.filter(gates);
  const broken = [...new Set(gating.map(({ clause }) => clause))];
  const failed = [...(strange === null || gating.length === 0 ? [] : [strange]), ...brokenReasons(broken)];
  if (minCoveragePercent !== null && percent < minCoveragePercent) {
    failed.push(`${percent.toFixed(1)} % of the clauses were exercised, below the ${minCoveragePercent} % wanted.`);
  }
  const gone = violations.filter(({ baseline }) => baseline.kind === 'GONE');
  const goneNotes = gone.map(
    ({ clause }) => `The known violation of ${clause} no longer happens: take it out of the baseline.`,
  );
  const notes = [...expired, ...goneNotes];
  if (gating.length > 0) return { verdict: 'FAIL', reasons: [...failed, ...invalid, ...notes] };
  if (invalid.length > 0) return { verdict: 'INVALID', reasons: [...invalid, ...failed, ...notes] };
  return { verdict: failed.length > 0 ? 'FAIL' : 'PASS', reasons: [...failed, ...notes] };
}

function brokenReasons(broken: readonly string[]): string[] {
  const promises = broken.filter(isClauseId);
  const answers = broken.filter((id) => !isClauseId(id));
  const count = promises.length === 1 ? 'a promise' : `${promises.length} promises`;
  return [
    ...(promises.length === 0 ? [] : [`The service broke ${count} of the document: ${named(promises)}.`]),
    ...(answers.length === 0 ? [] : [`The service does otherwise than was accepted: ${named(answers)}.`]),
  ];
}

function named(ids: readonly string[]): string {
  return ids.slice(0, 5).join(', ') + (ids.length > 5 ? ` and ${ids.length - 5} more` : '');
}

/** Why nothing can be said of the service at all, in words; `null` when something can. */
function provesNothing(
  base: RunResult,
  clauses: readonly ClauseResult[],
  observations: readonly Observation[],
): string[] | null {
  if (base.endpoints.length === 0) return ['No request was sent.'];
  const answered = base.endpoints.some(({ httpStatuses }) => Object.keys(httpStatuses).length > 0);
  if (!answered) {
    const failures = [...new Set(base.endpoints.flatMap((endpoint) => Object.keys(endpoint.failures)))];
    return [`The target never answered: ${failures.join(', ')}.`];
  }
  if (clauses.length === 0) {
    const isAnswered = observations.some(({ alternatives }) => alternatives.length > 0);
    return isAnswered ? null : ['Nothing in this run answered the question.'];
  }
  return clauses.some(({ checked }) => checked > 0) ? null : ['No check was executed.'];
}

function coverageOf(
  base: RunResult,
  clauses: readonly ClauseResult[],
  log: ExchangeLog,
  crowd: ConformanceFindings['crowd'],
): RunResult['coverage'] {
  const { transitions, transitionsByPage, statuses, keyForms, answerTypes, errors } = base.coverage;
  return {
    clauses: counted(
      clauses.map(({ id }) => id),
      Object.fromEntries(clauses.map(({ id, checked }) => [id, checked])),
    ),
    transitions: counted(Object.keys(transitions.items), crowd?.coverage.transitions ?? {}),
    transitionsByPage: counted(Object.keys(transitionsByPage.items), crowd?.coverage.transitionsByPage ?? {}),
    statuses: counted(Object.keys(statuses.items), log.statuses),
    keyForms: counted(Object.keys(keyForms.items), crowd?.coverage.keyForms ?? {}),
    answerTypes: counted(Object.keys(answerTypes.items), crowd?.coverage.answerTypes ?? {}),
    errors: counted(Object.keys(errors.items), log.errors),
  };
}

function counted(names: readonly string[], counts: Readonly<Record<string, number>>): Coverage {
  const items = Object.fromEntries(names.map((name) => [name, counts[name] ?? 0]));
  return { exercised: names.filter((name) => (items[name] ?? 0) > 0).length, total: names.length, items };
}

/** Violations that were known, and whose time is over. */
function expiredNotes(violations: readonly Violation[], { known }: Baseline, today: string): string[] {
  return known
    .filter(
      ({ clause, expires }) => expires < today && violations.some((each) => each.clause === clause && gates(each)),
    )
    .map(({ clause, expires, issue }) => `${clause} was tolerated for ${issue} until ${expires}, and still happens.`);
}

/** What fails the run before what is known or gone, each in the order in which it was found. */
function whatFailsFirst(violations: readonly Violation[]): Violation[] {
  return [...violations.filter(gates), ...violations.filter((violation) => !gates(violation))];
}
