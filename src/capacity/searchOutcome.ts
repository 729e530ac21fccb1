import type { CapacityResult } from '../result/capacityResult.ts';
import type { Attempt } from './attempt.ts';
import { type Evidence, evidenceOf, highestHeld } from './evidence.ts';
import { confirmationsOf } from './nextAction.ts';
import type { SearchRecord } from './search.ts';
import type { SearchSettings } from './settings.ts';

/** What a search found: the rate, what gave way first, and how far it was confirmed. */
export interface SearchOutcome {
  readonly sustainablePerSecond: CapacityResult['sustainablePerSecond'];
  readonly limitedBy: CapacityResult['limitedBy'];
  readonly confirmationsHeld: number;
  /** The lowest rate that failed, for the reasons; null when none did. */
  readonly failed: Attempt | null;
}

/** Failures up to this much above the break tell what the limit is. */
const nearBreak = 1.15;

function finished(attempt: Attempt): number {
  return Math.min(attempt.arrivedPerSecond, attempt.completedPerSecond || attempt.arrivedPerSecond);
}

function lowest(attempts: readonly Attempt[]): Attempt | null {
  return attempts.reduce<Attempt | null>((a, b) => (a === null || b.ratePerSecond < a.ratePerSecond ? b : a), null);
}

/** What most of the failures close to the break were caused by; the lowest decides a tie. */
function limitOf(failed: readonly Attempt[], breakPerSecond: number): CapacityResult['limitedBy'] {
  const near = failed.filter((attempt) => attempt.ratePerSecond <= nearBreak * breakPerSecond);
  const told = near.length > 0 ? near : failed;
  const votes = { service: 0, limiter: 0, generator: 0 };
  for (const { outcome } of told) votes[outcome === 'limiter' || outcome === 'generator' ? outcome : 'service'] += 1;
  const least = lowest(told)?.outcome;
  votes[least === 'limiter' || least === 'generator' ? least : 'service'] += 0.5;
  if (votes.service >= votes.limiter && votes.service >= votes.generator) return 'service';
  return votes.limiter >= votes.generator ? 'limiter' : 'generator';
}

/** The interval of the estimate; its middle is the answer once it is narrow or confirmed, else the best that held. */
function fromEstimate(evidence: Evidence, settings: SearchSettings, confirmationsHeld: number) {
  const { estimate, held } = evidence;
  if (estimate === null) return null;
  const outside = (1 - settings.confidence) / 2;
  const middle = estimate.quantilePerSecond(0.5);
  const proven = Math.max(0, ...held.map(finished).filter((rate) => rate <= middle));
  const best = confirmationsHeld > 0 || evidence.spread <= 4 * settings.precision ? middle : proven;
  return {
    low: Math.min(best, estimate.quantilePerSecond(outside)),
    best,
    high: Math.max(best, estimate.quantilePerSecond(1 - outside)),
    proven,
  };
}

/** Reads the answer off a search. Only a service that gave way itself has an upper end; all else is "at least". */
export function searchOutcomeOf(record: SearchRecord, settings: SearchSettings): SearchOutcome {
  const evidence = evidenceOf(record.attempts, settings);
  const confirmationsHeld = evidence.held.length === 0 ? 0 : confirmationsOf(evidence, settings);
  const failed = lowest(evidence.failed);
  if (evidence.held.length === 0) {
    const high = failed === null ? null : failed.ratePerSecond;
    const untold = evidence.failed.length === 0 || record.end === 'nothing-succeeded';
    const limitedBy = untold ? 'ceiling' : limitOf(evidence.failed, failed?.ratePerSecond ?? 0);
    return {
      sustainablePerSecond: { low: 0, best: 0, high: limitedBy === 'service' ? high : null },
      limitedBy,
      confirmationsHeld,
      failed,
    };
  }
  const interval = fromEstimate(evidence, settings, confirmationsHeld);
  if (interval === null) {
    const top = evidence.held.filter((attempt) => attempt.ratePerSecond >= 0.999 * highestHeld(evidence));
    const best = Math.min(...top.map(finished));
    const limitedBy = record.end === 'budget' ? 'limiter' : 'ceiling';
    return { sustainablePerSecond: { low: best, best, high: null }, limitedBy, confirmationsHeld, failed };
  }
  const { low, best, high, proven } = interval;
  const limitedBy = limitOf(evidence.failed, high);
  if (limitedBy === 'service')
    return { sustainablePerSecond: { low, best, high }, limitedBy, confirmationsHeld, failed };
  // Where the generator failed, whatever the service held for a whole probe stands; a limiter may let a burst through.
  const shown = evidence.held
    .filter(({ stage, early }) => stage === 'confirm' || (limitedBy === 'generator' && !early))
    .map(finished);
  const atLeast = shown.length > 0 ? Math.max(...shown) : proven;
  return {
    // The estimate knows failures that were not the service's: its interval says nothing of the service.
    sustainablePerSecond: { low: atLeast, best: atLeast, high: null },
    limitedBy,
    confirmationsHeld: confirmationsOf(evidence, settings, atLeast),
    failed,
  };
}
