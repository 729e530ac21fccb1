import { failures } from '../../result/exchange.ts';
import { obstacleOf, obstacleWords } from '../../result/obstacle.ts';
import type { RunResult, ThresholdResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/gating.ts';
import type { Violation } from '../../result/verdict.ts';
import { latencyOfAll } from '../latencyOfAll.ts';
import { countOf, countText, durationText, latencyText, requestsOf } from '../quantities.ts';
import { capacityHeadline, capacityNext } from './capacityHeadline.ts';

/** A run's verdict for people: what was found, why, and what to do next. */
export interface Judgement {
  readonly headline: string;
  readonly why: readonly string[];
  readonly next: readonly string[];
}

/** Violations that gate the run: those of promises that the baseline does not already know. */
export function gatingViolations(result: RunResult): readonly Violation[] {
  return result.violations.filter(gates);
}

export function missedThresholds(result: RunResult): readonly ThresholdResult[] {
  return result.thresholds.filter((t) => !t.passed);
}

/** All checks of a run, over its clauses. */
export function checksOf(result: RunResult): number {
  return result.clauses.reduce((sum, clause) => sum + clause.checked, 0);
}

/**
 * Says a result in words (design, How a run is judged).
 *
 * @param directory where its reports lie, for commands that name it; null where that is not known
 */
export function judge(result: RunResult, directory: string | null = null): Judgement {
  return { headline: headlineOf(result), why: whyOf(result), next: nextOf(result, directory ?? 'FOLDER') };
}

function headlineOf(result: RunResult): string {
  if (result.kind === 'capacity') return capacityHeadline(result.capacity);
  const violations = gatingViolations(result).length;
  const missed = missedThresholds(result).length;
  const parts = [
    ...(violations > 0 ? [`${countOf(violations, 'violation')} of the document`] : []),
    ...(missed > 0 ? [`${countOf(missed, 'missed threshold')}`] : []),
  ];
  switch (result.verdict) {
    case 'PASS':
      return 'The service kept its promises.';
    case 'FAIL':
      return parts.length > 0 ? `The service failed: ${parts.join(' and ')}.` : 'The service failed.';
    case 'INVALID':
      if (result.run.interrupted) return 'This run was interrupted: it proves nothing yet.';
      return result.validity?.conformance.valid === true
        ? 'The service kept its promises; this run proves nothing about its performance.'
        : 'This run proves nothing about the service.';
  }
}

function whyOf(result: RunResult): string[] {
  if (result.reasons.length > 0) return [...result.reasons];
  const requests = requestsOf(result);
  const all = latencyOfAll(result);
  return [
    `${countText(checksOf(result))} checks in ${countText(requests)} requests found nothing new against the document.`,
    ...(result.thresholds.length > 0
      ? [`${countOf(result.thresholds.length, 'threshold was', 'thresholds were')} met.`]
      : result.kind === 'load'
        ? ['No threshold was set.']
        : []),
    ...(all === null
      ? []
      : [`Half of the requests took less than ${latencyText(all.p50)}, 99 of 100 less than ${latencyText(all.p99)}.`]),
    ...(result.run.interrupted ? [`The run was interrupted after ${durationText(result.run.durationSeconds)}.`] : []),
  ];
}

function nextOf(result: RunResult, directory: string): string[] {
  const next: string[] = [];
  const first = gatingViolations(result)[0];
  if (first !== undefined)
    next.push(
      `Repeat violation ${first.id} (${first.clause}) by canvass replay ${directory} --violation ${first.id}, or with the curl script of its witness; then fix or report it.`,
    );
  if (result.verdict === 'INVALID') next.push(...validityAdvice(result));
  // A target that never let anybody in missed its thresholds for that reason.
  const missed = everythingFailed(result) ? [] : missedThresholds(result).slice(0, 2);
  for (const { expression, value, dimension } of missed) {
    if (value === null) next.push(`“${expression}” could not be measured: did the run reach what it names?`);
    else if (dimension === 'time' || dimension === 'share' || dimension === 'perSecond')
      next.push(`See under Over time when “${expression}” was missed: from the start, or from one moment on?`);
  }
  if (result.kind === 'capacity' && result.verdict !== 'INVALID') return [...next, ...capacityNext(result.capacity)];
  const unexercised = result.clauses.filter((c) => c.verdict === 'NOT-EXERCISED').length;
  if (result.verdict === 'PASS' && unexercised > 0)
    next.push(
      result.kind === 'load'
        ? `${countOf(unexercised, 'clause needs', 'clauses need')} more than walks to be exercised: canvass conform with the same profile asks for them.`
        : `${countOf(unexercised, 'clause was', 'clauses were')} not exercised: see why under Clauses, and add what the profile lacks.`,
    );
  const open = result.observations.filter((o) => o.verdict === 'INCONSISTENT' || o.verdict === 'DRIFTED');
  if (open.length > 0)
    next.push(
      `${countOf(open.length, 'open question was', 'open questions were')} answered differently than before, or in two ways: ask the service’s owner about ${someOf(open.map(({ id }) => id))}.`,
    );
  if (next.length === 0)
    next.push('Compare it with an earlier run: canvass compare EARLIER/result.json THIS/result.json');
  return next.map((step) => step.charAt(0).toUpperCase() + step.slice(1));
}

/** The first few names of a list. */
function someOf(names: readonly string[]): string {
  const rest = names.length - namesShown;
  return rest > 0 ? `${names.slice(0, namesShown).join(', ')} and ${rest} more` : names.join(', ');
}

const namesShown = 3;

/** Whether no request of an INVALID run was answered as it should. */
function everythingFailed({ verdict, endpoints }: RunResult): boolean {
  return verdict === 'INVALID' && endpoints.every(({ outcomes: o }) => o.ok + o.expectedRejection === 0);
}

/** By the most frequent failure of a run that was never answered. */
function adviceForSilence({ reasonCodes = [], target: { baseUrl } }: RunResult): string | null {
  const silent = reasonCodes.find(({ code }) => code === 'never-answered');
  const named = silent?.code === 'never-answered' ? silent.failures[0]?.failure : undefined;
  const failure = failures.find((each) => each === named);
  if (failure === undefined) return null;
  const { met, remedy } = obstacleWords[obstacleOf({ failure, httpStatus: 0 }, false)];
  return `${met} (${baseUrl}). ${remedy}`;
}

/** What makes a run valid comes before all that it seems to say. */
function validityAdvice(result: RunResult): readonly string[] {
  const silence = adviceForSilence(result);
  if (silence !== null) return [silence];
  if (requestsOf(result) === 0)
    return [`Check that ${result.target.baseUrl} is up and that this machine may reach it, then run again.`];
  if (result.run.interrupted) return ['Run it again to its end: what was seen until then is in the report.'];
  if (result.generator.advice.length > 0) return result.generator.advice;
  return ['Remove the cause that is named above, then run again.'];
}
