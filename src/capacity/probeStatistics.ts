import type { TimelinePoint } from '../result/timeline.ts';
import type { ObjectiveCount } from './serviceLevel.ts';

/** How the number of respondents in the service moved while arrivals came. */
export interface Backlog {
  /** Respondents that came and stayed, over the arrivals of the same time; 0.05 is 5 in 100 more than it finished. */
  readonly share: number;
  /** The growth is beyond what chance explains, at once (early) or over a whole probe (in the end). */
  readonly clear: boolean;
  readonly sustained: boolean;
  /** Nothing speaks for growth: no more came than left, but for what the number sways by at any time. */
  readonly steady: boolean;
}

/** Up to this share of arrivals may stay before a probe counts as overloaded. */
const toleratedShare = 0.01;

/**
 * Tells a queue that grows from one that sways. `restActive` is the number in the service that arrivals at this rate
 * need when nothing queues (Little's law from lower rates); its square root is how far chance moves it.
 */
export function backlogOf(points: readonly TimelinePoint[], restActive: number): Backlog {
  const side = Math.min(3, Math.floor(points.length / 2));
  if (side === 0) return { share: 0, clear: false, sustained: false, steady: true };
  const meanActive = (of: readonly TimelinePoint[]): number => of.reduce((sum, p) => sum + p.active, 0) / of.length;
  const first = meanActive(points.slice(0, side));
  const last = meanActive(points.slice(-side));
  const middle = meanActive(points.slice(Math.floor((points.length - side) / 2)).slice(0, side));
  const span = points.length - side;
  const arrivals = (points.reduce((sum, p) => sum + p.arrivals, 0) / points.length) * span;
  const growth = last - first;
  const sway = Math.sqrt(2 * Math.max(1, restActive));
  return {
    share: arrivals === 0 ? 0 : growth / arrivals,
    clear: points.length >= 3 && growth > 0.1 * arrivals + 2 * Math.sqrt(arrivals) + 2 * sway,
    sustained: growth > toleratedShare * arrivals + 2 * sway && last > middle,
    steady: growth <= toleratedShare * arrivals + sway,
  };
}

/**
 * Wald's sequential probability ratio test on a share of bad requests, made safe for requests that fail in bursts: one
 * second can move the ratio by no more than `secondWeight`, so that no single second decides.
 */
const secondWeight = 1;

/** Log of the odds that end a test: 1 in 20 for "broken"; 1 in 5 for "holds", which only lets a climb go on. */
const breakBound = Math.log(19);
const holdBound = Math.log(5);

function logRatio(seconds: readonly ObjectiveCount[], lower: number, upper: number): number {
  const perBad = Math.log(upper / lower);
  const perGood = Math.log((1 - upper) / (1 - lower));
  let sum = 0;
  for (const { bad, total } of seconds) {
    const moved = bad * perBad + (total - bad) * perGood;
    sum += Math.max(-secondWeight, Math.min(secondWeight, moved));
  }
  return sum;
}

/** Whether the seconds show clearly that more than `allowed` are bad (against three times as many). */
export function clearlyAbove(seconds: readonly ObjectiveCount[], allowed: number): boolean {
  const share = Math.min(0.3, Math.max(allowed, 1e-6));
  return logRatio(seconds, share, 3 * share) >= breakBound;
}

/** Whether the seconds show clearly that far fewer than `allowed` are bad (a third, against all that is allowed). */
export function clearlyBelow(seconds: readonly ObjectiveCount[], allowed: number): boolean {
  const share = Math.min(0.9, Math.max(allowed, 1e-6));
  return logRatio(seconds, share / 3, share) <= -holdBound;
}
