import { emptyHistogram, recordLatency, summaryOf } from '../../result/histogramPercentiles.ts';
import type { AuditResult } from '../../result/runResult.ts';
import type { AuditOptions } from './auditOptions.ts';
import type { AuditStore } from './auditStore.ts';
import type { SurveyReading } from './surveyReading.ts';

/**
 * How long after its completion a record is visible. A record is seen at a look and was not at the one before: its delay
 * lies between. Percentiles are those of the distribution that fits all completions best, each mass at the upper end of
 * where it may lie.
 */
export function visibilityOf(
  store: AuditStore,
  { looks, waitedMs }: SurveyReading,
  { seenLive }: AuditOptions,
): NonNullable<AuditResult['visibility']> {
  const seen = store.rows(`SELECT token, at, seen_at AS seenAt, absent_at AS absentAt FROM completion
    WHERE seen_at IS NOT NULL AND NOT indeterminate AND NOT nameless`);
  const delays = seen.map(({ token, at, seenAt, absentAt }): Censored => {
    const live = seenLive.get(String(token));
    const [absentMs, seenMs] = [live?.absentMs ?? Number(absentAt ?? at), live?.seenMs ?? Number(seenAt)];
    return { aboveMs: Math.max(0, absentMs - Number(at)), upToMs: Math.max(0, seenMs - Number(at)) };
  });
  const histogram = emptyHistogram();
  for (const { upToMs, count } of fittedMasses(delays)) {
    recordLatency(histogram, upToMs * 1000, count);
  }
  return { after: summaryOf(histogram), looks, waitedSeconds: waitedMs / 1000 };
}

/** A delay of which is known only that it is above one bound, and at most another. */
export interface Censored {
  readonly aboveMs: number;
  readonly upToMs: number;
}

/** So many delays of at most `upToMs`. */
export interface Mass {
  readonly upToMs: number;
  readonly count: number;
}

/** Bounds are rounded outward to steps of 2 % from 1 ms on, so that their number does not grow with that of the delays. */
const firstMs = 1;
const growth = 1.02;
const mostRounds = 2000;
const enough = 1e-7;

/**
 * The distribution under which the delays are most likely (Turnbull, The empirical distribution function with arbitrarily
 * grouped, censored and truncated data, 1976): all mass lies in intervals that begin with a lower bound and end with the
 * next upper one. Where in such an interval is not to be told: it is counted at its upper end.
 *
 * @returns masses in ascending order, as many delays as were given.
 */
export function fittedMasses(delays: readonly Censored[]): Mass[] {
  const groups = grouped(delays);
  const ends = innermost(groups);
  const spans = groups.map(({ above, upTo, count }) => ({
    first: ends.findIndex((each) => each.above >= above),
    last: ends.findLastIndex((each) => each.upTo <= upTo),
    count,
  }));
  let shares = ends.map(() => 1 / ends.length);
  for (let round = 0, change = 1; round < mostRounds && change > enough; round++) {
    const next = improved(shares, spans, delays.length);
    change = Math.max(...next.map((share, at) => Math.abs(share - (shares[at] ?? 0))));
    shares = next;
  }
  return whole(shares, delays.length).flatMap((count, at) =>
    count === 0 ? [] : [{ upToMs: boundMs(ends[at]?.upTo ?? 0), count }],
  );
}

interface Group {
  readonly above: number;
  readonly upTo: number;
  count: number;
}

/** Delays with the same bounds, as numbers of steps. */
function grouped(delays: readonly Censored[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { aboveMs, upToMs } of delays) {
    const above = aboveMs < firstMs ? 0 : Math.floor(stepsTo(aboveMs)) + 1;
    const upTo = Math.max(above + 1, upToMs <= firstMs ? 1 : Math.ceil(stepsTo(upToMs)) + 1);
    const key = `${above} ${upTo}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { above, upTo, count: 1 });
    else known.count++;
  }
  return [...groups.values()];
}

function stepsTo(ms: number): number {
  return Math.log(ms / firstMs) / Math.log(growth);
}

function boundMs(step: number): number {
  return step === 0 ? 0 : firstMs * growth ** (step - 1);
}

/** Intervals from a lower bound to the next upper one, with no other bound between. */
function innermost(groups: readonly Group[]): { above: number; upTo: number }[] {
  const lower = new Set(groups.map(({ above }) => above));
  const upper = [...new Set(groups.map(({ upTo }) => upTo))].sort((a, b) => a - b);
  const lowerInOrder = [...lower].sort((a, b) => a - b);
  return upper.flatMap((upTo, at) => {
    const before = upper[at - 1] ?? 0;
    const above = lowerInOrder.findLast((each) => each < upTo);
    return above !== undefined && above >= before ? [{ above, upTo }] : [];
  });
}

/** One round of expectation and maximization. */
function improved(
  shares: readonly number[],
  spans: readonly { first: number; last: number; count: number }[],
  total: number,
): number[] {
  const sums = [0];
  for (const share of shares) sums.push((sums.at(-1) ?? 0) + share);
  const weights = new Array<number>(shares.length + 1).fill(0);
  for (const { first, last, count } of spans) {
    const covered = (sums[last + 1] ?? 0) - (sums[first] ?? 0);
    if (covered <= 0) continue;
    weights[first] = (weights[first] ?? 0) + count / covered;
    weights[last + 1] = (weights[last + 1] ?? 0) - count / covered;
  }
  let weight = 0;
  return shares.map((share, at) => {
    weight += weights[at] ?? 0;
    return (share * weight) / total;
  });
}

/** Shares of a total in whole numbers that add up to it: rounded down, the largest remainders up. */
function whole(shares: readonly number[], total: number): number[] {
  const counts = shares.map((share) => Math.floor(share * total));
  const left = total - counts.reduce((sum, count) => sum + count, 0);
  const byRemainder = shares.map((share, at) => ({ at, remainder: share * total - (counts[at] ?? 0) }));
  byRemainder.sort((a, b) => b.remainder - a.remainder);
  for (const { at } of byRemainder.slice(0, left)) counts[at] = (counts[at] ?? 0) + 1;
  return counts;
}
