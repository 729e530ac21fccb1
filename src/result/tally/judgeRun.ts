import type { ThresholdResult } from '../runResult.ts';
import type { Violation } from '../verdict.ts';
import { sumOf } from './counts.ts';
import { gates } from './gating.ts';
import { saturationReason } from './generatorHealth.ts';
import type { Tally } from './tally.ts';

/** Arrivals that may be dropped, as a share, before a run proves nothing of the load that it was to offer. */
const droppedAllowance = 0.001;

export interface RunJudgement {
  readonly verdict: 'PASS' | 'FAIL' | 'INVALID';
  readonly reasons: string[];
}

/**
 * The verdict of a run with its reasons in words (design, How a run is judged): INVALID beats PASS; FAIL beats INVALID
 * only for gating violations, each of which has a witness.
 *
 * @param troubles why the run proves nothing, as far as its engine knows: a lost thread, a killed process
 */
export function judgeRun(
  tally: Tally,
  violations: readonly Violation[],
  thresholds: readonly ThresholdResult[],
  troubles: readonly string[],
): RunJudgement {
  const gating = violations.filter(gates);
  const missed = thresholds.filter(({ passed, value }) => !passed && value !== null);
  const invalid = [...troubles, ...whyProvesNothing(tally, thresholds)];
  const failed = [...gatingReasons(gating), ...missed.map(missedReason)];
  if (gating.length > 0) return { verdict: 'FAIL', reasons: [...failed, ...invalid] };
  if (invalid.length > 0) return { verdict: 'INVALID', reasons: [...invalid, ...failed] };
  return failed.length > 0 ? { verdict: 'FAIL', reasons: failed } : { verdict: 'PASS', reasons: [] };
}

function gatingReasons(gating: readonly Violation[]): string[] {
  if (gating.length === 0) return [];
  const clauses = [...new Set(gating.map(({ clause }) => clause))];
  const shown = clauses.slice(0, 5).join(', ') + (clauses.length > 5 ? ` and ${clauses.length - 5} more` : '');
  return [
    `The service broke ${clauses.length === 1 ? 'a promise' : `${clauses.length} promises`} of the document: ${shown}.`,
  ];
}

function missedReason({ expression, abortedAtSecond }: ThresholdResult): string {
  const ended =
    abortedAtSecond === undefined || abortedAtSecond === null ? '' : `, and ended the run at second ${abortedAtSecond}`;
  return `Threshold “${expression}” was missed${ended}.`;
}

function whyProvesNothing(tally: Tally, thresholds: readonly ThresholdResult[]): string[] {
  if (tally.requestsEver === 0) {
    return [tally.arrivals === 0 ? 'No respondent arrived.' : 'No request was sent.'];
  }
  if (tally.answersEver === 0) return [`The target never answered: ${failuresOf(tally)}.`];
  const reasons: string[] = [];
  if (sumOf(tally.coverage.checked) === 0) reasons.push('No check was executed.');
  if ([...tally.endpoints.values()].every(({ requests }) => requests === 0)) {
    reasons.push('Nothing was measured after the warm-up: let the run last longer, or shorten load.warmupSeconds.');
  }
  const dropped = tally.arrivals === 0 ? 0 : tally.dropped / tally.arrivals;
  if (dropped > droppedAllowance) {
    reasons.push(
      `${tally.dropped} of ${tally.arrivals} arrivals were dropped, for want of room (load.maxRespondents): the load was not the one that was asked for.`,
    );
  }
  const saturated = saturationReason(tally);
  if (saturated !== null) reasons.push(saturated);
  for (const { expression, value, passed } of thresholds) {
    if (!passed && value === null)
      reasons.push(`Threshold “${expression}” could not be judged: nothing of it was measured.`);
  }
  return reasons;
}

/** How requests failed, the most frequent first. */
function failuresOf(tally: Tally): string {
  const all: Record<string, number> = {};
  for (const failures of [...tally.endpoints.values()].map(({ failures }) => failures).concat(tally.warmupFailures)) {
    for (const [failure, count] of Object.entries(failures)) all[failure] = (all[failure] ?? 0) + count;
  }
  const ranked = Object.entries(all).sort(([, a], [, b]) => b - a);
  return ranked.map(([failure, count]) => `${failure} × ${count}`).join(', ') || 'no failure was recorded';
}
