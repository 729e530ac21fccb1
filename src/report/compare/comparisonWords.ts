import type { RunResult } from '../../result/runResult.ts';
import { errorShareOf, requestsOf } from '../measures.ts';
import { countOf, countText } from '../quantities.ts';
import type { EnvironmentDifference } from './differences.ts';
import type { PercentileShift } from './latencyShifts.ts';
import type { ShiftVerdict } from './shift.ts';

/** A verdict on speed, or none: runs that send no load have no speed. */
export type SpeedVerdict = ShiftVerdict | 'NOT JUDGED';

type MovedPercentile = Pick<PercentileShift, 'endpoint' | 'share' | 'shift' | 'low' | 'high'>;

/** Why a comparison came out as it did, as data; `comparisonReasonWords` says each in a sentence. */
export type ComparisonReason =
  | { readonly code: 'run-invalid'; readonly side: ComparedRun['side']; readonly run: string }
  | ({ readonly code: 'percentile-moved' } & MovedPercentile)
  | { readonly code: 'new-violations'; readonly violations: number; readonly failing: number }
  | { readonly code: 'violations-gone'; readonly violations: number }
  | { readonly code: 'nothing-moved'; readonly percentiles: number }
  | { readonly code: 'too-noisy'; readonly untold: number; readonly percentiles: number }
  | { readonly code: 'nothing-comparable' }
  | { readonly code: 'speed-not-judged' };

export function comparisonReasonWords(reason: ComparisonReason): string {
  switch (reason.code) {
    case 'run-invalid':
      return `${reason.side} run ${reason.run} is INVALID`;
    case 'percentile-moved':
      return movedText(reason);
    case 'new-violations':
      return `${countOf(reason.violations, 'violation is', 'violations are')} new${failingWords(reason.failing, reason.violations)}`;
    case 'violations-gone':
      return `${countOf(reason.violations, 'violation is', 'violations are')} gone`;
    case 'nothing-moved':
      return `none of ${reason.percentiles} percentiles moved by as much as matters, as far as can be told`;
    case 'too-noisy':
      return `${reason.untold} of ${reason.percentiles} percentiles are too noisy to tell`;
    case 'nothing-comparable':
      return 'no endpoint had enough requests on both sides';
    case 'speed-not-judged':
      return 'speed is not judged: conform sends probes, and no load';
  }
}

/** `take p95 is slower by 9.8 % (+4.1 % to +16.0 %)` */
export function movedText({ endpoint, share, shift, low, high }: MovedPercentile): string {
  const size = shiftText(Math.abs(shift));
  const by = size.startsWith('×') ? `a factor of ${size.slice(1)}` : size.slice(1);
  return `${endpoint} ${percentileName(share)} is ${shift > 0 ? 'slower' : 'faster'} by ${by} (${shiftText(low)} to ${shiftText(high)})`;
}

function failingWords(failing: number, of: number): string {
  if (failing === of) return '';
  return failing === 0 ? ', and tolerated' : `, ${countText(failing)} of which fail the comparison`;
}

/** @param gating how many new violations fail the comparison @param tolerated how many of the candidate are known */
export function headlineOf(latency: SpeedVerdict, gating: number, tolerated: number, invalid: boolean): string {
  if (invalid && gating === 0) return 'A run among these proves nothing, so nothing follows.';
  const broken = `breaks ${gating === 1 ? 'a promise' : `${gating} promises`} that the baseline kept`;
  if (latency === 'NOT JUDGED') {
    const kept = `keeps the promises that the baseline kept${tolerated > 0 ? `, with ${countOf(tolerated, 'known violation')} tolerated` : ''}`;
    return `The candidate ${gating === 0 ? kept : broken}. Speed is not judged.`;
  }
  const speed = {
    SLOWER: 'slower',
    FASTER: 'faster',
    SAME: 'as fast as before',
    "CAN'T TELL": 'too noisy to tell faster from slower',
  }[latency];
  if (gating === 0 && tolerated > 0) {
    return `The candidate is ${speed}, with ${countOf(tolerated, 'known violation')} tolerated.`;
  }
  if (gating === 0) return `The candidate is ${speed}.`;
  return `The candidate ${broken}, and is ${speed}.`;
}

interface ComparisonFindings {
  readonly latency: SpeedVerdict;
  readonly failed: boolean;
  readonly invalid: boolean;
  /** The shift that decides whether anything can be told. */
  readonly deciding: PercentileShift | undefined;
  readonly runs: readonly ComparedRun[];
  readonly environment: readonly EnvironmentDifference[];
}

/** What to do next, in sentences; never nothing. */
export function nextOf({ latency, failed, invalid, deciding, runs, environment }: ComparisonFindings): string[] {
  const next: string[] = [];
  if (invalid) next.push('Replace the INVALID runs: their reports say what made them so.');
  if (environment.some(({ warning }) => warning))
    next.push('Make the sides alike in what is named under Circumstances, or the difference may be theirs.');
  if (!invalid && latency === "CAN'T TELL") {
    const most = deciding?.moreRuns ?? null;
    next.push(
      most === null
        ? 'More than 50 further runs would be needed: make the runs longer, or the machine quieter.'
        : `Run each side ${most === 1 ? 'once' : `${most} times`} more, as far as can be foreseen.`,
    );
  }
  const fewest = Math.min(
    ...(['baseline', 'candidate'] as const).map((side) => runs.filter((r) => r.side === side).length),
  );
  if (!invalid && latency !== 'NOT JUDGED' && fewest === 1)
    next.push(
      'With a single run on a side, how much runs differ is assumed, not measured: three runs each are better.',
    );
  if (failed)
    next.push(
      latency === 'NOT JUDGED'
        ? 'Look at the reports of the candidate’s runs for the witnesses.'
        : 'Look at the reports of the candidate’s runs for where the time went, or for the witnesses.',
    );
  if (next.length === 0) next.push('Nothing: keep these runs as the next baseline.');
  return next;
}

/** `+9.8 %`, `−3.1 %`; from ten times on as a factor: `×28.8`. */
export function shiftText(share: number): string {
  if (share >= 9) return `×${countText(1 + share)}`;
  return `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)} %`;
}

/** `p50`, `p95`, `p99`. */
export function percentileName(share: number): string {
  return `p${Number((share * 100).toFixed(3))}`;
}

/** What it would take to tell; nothing where it is told. */
export function toTellByRuns({ verdict, moreRuns }: PercentileShift): string | undefined {
  if (verdict !== "CAN'T TELL") return undefined;
  return moreRuns === null ? 'even with 50 more runs' : `without ${countOf(moreRuns, 'more run')} each`;
}

/** One run as a comparison names it. */
export type ComparedRun = ReturnType<typeof comparedRun>;

export function comparedRun(side: 'baseline' | 'candidate', result: RunResult) {
  return {
    side,
    id: result.run.id,
    verdict: result.verdict,
    release: result.target.release,
    startedAt: result.run.startedAt,
    requests: requestsOf(result),
    errorShare: errorShareOf(result) ?? 0,
  };
}
