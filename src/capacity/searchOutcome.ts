import type { CapacityResult } from '../result/capacityResult.ts';
import type { Attempt } from './attempt.ts';
import { confirmationsOf } from './nextAction.ts';
import type { SearchRecord } from './search.ts';
import { type Evidence, evidenceOf, ofServiceAlone } from './searchEvidence.ts';
import type { SearchSettings } from './settings.ts';

/** What a search found: the rate, what gave way first, and how far it was confirmed. */
export interface SearchOutcome {
  readonly sustainablePerSecond: CapacityResult['sustainablePerSecond'];
  readonly limitedBy: CapacityResult['limitedBy'];
  readonly confirmationsHeld: number;
  /** The lowest rate that failed by what the limit is, for the reasons; null when none did. */
  readonly failed: Attempt | null;
}

/** What of an attempt was carried to its end, a second: the rate that came, or what the service finished of it. */
export function finished(attempt: Attempt): number {
  return Math.min(attempt.startedPerSecond, attempt.completedPerSecond || attempt.startedPerSecond);
}

function lowest(attempts: readonly Attempt[]): Attempt | null {
  return attempts.reduce<Attempt | null>(
    (a, b) => (a === null || b.offeredPerSecond < a.offeredPerSecond ? b : a),
    null,
  );
}

function causeOf({ outcome }: Attempt): 'service' | 'limiter' | 'generator' {
  return outcome === 'limiter' || outcome === 'generator' ? outcome : 'service';
}

/** What the lowest failure was caused by: of those above it nothing gave way first. */
function limitOf(failed: readonly Attempt[]): CapacityResult['limitedBy'] {
  const least = lowest(failed);
  return least === null ? 'ceiling' : causeOf(least);
}

/**
 * The interval of the estimate, which ends at the highest rate that broke; its middle is the answer once it is narrow or
 * confirmed, else the best that held.
 */
function fromEstimate(evidence: Evidence, settings: SearchSettings) {
  const { estimate, held, failed } = evidence;
  if (estimate === null) return null;
  const outside = (1 - settings.confidence) / 2;
  const middle = estimate.quantilePerSecond(0.5);
  const proven = Math.max(0, ...held.map(finished).filter((rate) => rate <= middle));
  const isSure = confirmationsOf(evidence, settings, middle) > 0 || evidence.spread <= 4 * settings.precision;
  const lowestBroken = Math.min(...failed.map(({ startedPerSecond }) => startedPerSecond));
  // What held for its whole time, and nothing contradicts, is carried whatever the curve says.
  const whole = held.filter(({ early, startedPerSecond }) => !early && startedPerSecond < lowestBroken);
  const most = Math.max(isSure ? middle : proven, ...whole.map(({ startedPerSecond }) => startedPerSecond));
  // Nor is more carried than broke, where nothing held above it.
  const isAbove = held.some(({ early, startedPerSecond }) => !early && startedPerSecond > lowestBroken);
  const best = isAbove ? most : Math.max(proven, Math.min(most, lowestBroken));
  const highestBroken = Math.max(...failed.map(({ startedPerSecond }) => startedPerSecond));
  return {
    low: Math.min(best, estimate.quantilePerSecond(outside)),
    best,
    high: Math.max(best, Math.min(highestBroken, estimate.quantilePerSecond(1 - outside))),
  };
}

/**
 * The most that was shown where the service did not give way: by a longer probe, else by a whole one, else by any that
 * held. A limiter may let a burst through: of it only a longer probe counts, or what held below the break.
 */
function shownPerSecond(evidence: Evidence, limitedBy: CapacityResult['limitedBy']): number {
  const { held, estimate } = evidence;
  const most = (attempts: readonly Attempt[]): number => Math.max(0, ...attempts.map(finished));
  const longer = held.filter(({ stage }) => stage === 'confirm');
  if (limitedBy !== 'limiter' || estimate === null) {
    const whole = held.filter(({ early }) => !early);
    return most(longer.length + whole.length > 0 ? [...longer, ...whole] : held);
  }
  if (longer.length > 0) return most(longer);
  return most(held.filter((attempt) => finished(attempt) <= estimate.quantilePerSecond(0.5)));
}

/**
 * Reads the answer off a search. Where the service broke there is an upper end, whatever was in the way below it; all
 * else is "at least".
 */
export function searchOutcomeOf(record: SearchRecord, settings: SearchSettings): SearchOutcome {
  const evidence = evidenceOf(record.attempts, settings);
  const untold = evidence.held.length === 0 && record.end === 'nothing-succeeded';
  const limitedBy =
    evidence.failed.length === 0 && record.end === 'budget' ? 'limiter' : untold ? 'ceiling' : limitOf(evidence.failed);
  const causes = evidence.failed.filter((attempt) => untold || causeOf(attempt) === limitedBy);
  const failed = lowest(causes);
  if (evidence.held.length === 0) {
    const high = limitedBy === 'service' ? failed && (failed.startedPerSecond || failed.offeredPerSecond) : null;
    return { sustainablePerSecond: { low: 0, best: 0, high }, limitedBy, confirmationsHeld: 0, failed };
  }
  // The estimate of all knows failures that were not the service's: its interval says nothing of the service.
  const interval = fromEstimate(ofServiceAlone(evidence, settings), settings);
  const atLeast = shownPerSecond(evidence, limitedBy);
  const sustainablePerSecond =
    interval !== null && limitedBy === 'service'
      ? interval
      : { low: atLeast, best: atLeast, high: interval === null ? null : Math.max(atLeast, interval.high) };
  const confirmationsHeld = confirmationsOf(evidence, settings, sustainablePerSecond.best);
  // What broke at a rate that is carried is no reason for the answer, where something broke above it.
  const above = lowest(causes.filter(({ startedPerSecond }) => startedPerSecond > sustainablePerSecond.best));
  return { sustainablePerSecond, limitedBy, confirmationsHeld, failed: above ?? failed };
}
