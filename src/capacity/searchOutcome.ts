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

/** Failures up to this much above the lowest tell what the limit is. */
const nearLowest = 1.05;

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

/** What most of the lowest failures were caused by; the lowest decides a tie. Of those above it nothing gave way first. */
function limitOf(failed: readonly Attempt[]): CapacityResult['limitedBy'] {
  const least = lowest(failed);
  if (least === null) return 'ceiling';
  const votes = { service: 0, limiter: 0, generator: 0 };
  for (const failure of failed)
    if (failure.offeredPerSecond <= nearLowest * least.offeredPerSecond) votes[causeOf(failure)] += 1;
  votes[causeOf(least)] += 0.5;
  if (votes.service >= votes.limiter && votes.service >= votes.generator) return 'service';
  return votes.limiter >= votes.generator ? 'limiter' : 'generator';
}

/** The interval of the estimate; its middle is the answer once it is narrow or confirmed, else the best that held. */
function fromEstimate(evidence: Evidence, settings: SearchSettings) {
  const { estimate, held } = evidence;
  if (estimate === null) return null;
  const outside = (1 - settings.confidence) / 2;
  const middle = estimate.quantilePerSecond(0.5);
  const proven = Math.max(0, ...held.map(finished).filter((rate) => rate <= middle));
  const isSure = confirmationsOf(evidence, settings, middle) > 0 || evidence.spread <= 4 * settings.precision;
  const best = isSure ? middle : proven;
  return {
    low: Math.min(best, estimate.quantilePerSecond(outside)),
    best,
    high: Math.max(best, estimate.quantilePerSecond(1 - outside)),
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
  const broken = lowest(evidence.failed.filter(({ outcome }) => outcome === 'broke'));
  if (limitedBy !== 'limiter' || estimate === null) {
    const below = held.filter(({ offeredPerSecond }) => broken === null || offeredPerSecond < broken.offeredPerSecond);
    const whole = held.filter(({ early }) => !early);
    return most(longer.length + whole.length > 0 ? [...longer, ...whole] : below);
  }
  if (longer.length > 0) return most(longer);
  return most(held.filter((attempt) => finished(attempt) <= estimate.quantilePerSecond(0.5)));
}

/** Reads the answer off a search. Only a service that gave way itself has an upper end; all else is "at least". */
export function searchOutcomeOf(record: SearchRecord, settings: SearchSettings): SearchOutcome {
  const evidence = evidenceOf(record.attempts, settings);
  const untold = evidence.held.length === 0 && record.end === 'nothing-succeeded';
  const limitedBy =
    evidence.failed.length === 0 && record.end === 'budget' ? 'limiter' : untold ? 'ceiling' : limitOf(evidence.failed);
  const failed = lowest(evidence.failed.filter((attempt) => untold || causeOf(attempt) === limitedBy));
  if (evidence.held.length === 0) {
    const high = limitedBy === 'service' ? failed && (failed.startedPerSecond || failed.offeredPerSecond) : null;
    return { sustainablePerSecond: { low: 0, best: 0, high }, limitedBy, confirmationsHeld: 0, failed };
  }
  // The estimate of all knows failures that were not the service's: its interval says nothing of the service.
  const interval = limitedBy === 'service' ? fromEstimate(ofServiceAlone(evidence, settings), settings) : null;
  const atLeast = shownPerSecond(evidence, limitedBy);
  const sustainablePerSecond = interval ?? { low: atLeast, best: atLeast, high: null };
  const confirmationsHeld = confirmationsOf(evidence, settings, sustainablePerSecond.best);
  return { sustainablePerSecond, limitedBy, confirmationsHeld, failed };
}
