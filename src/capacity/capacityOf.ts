import type { CapacityResult } from '../result/capacityResult.ts';
import { type Attempt, carriedPerSecond, pointOf } from './attempt.ts';
import { kneePerSecond } from './latencyCurve.ts';
import { reasonsOf } from './reasons.ts';
import { fitScalingLaw, type LoadState } from './scalingLaw.ts';
import { scalingLawText } from './scalingLawText.ts';
import type { SearchRecord } from './search.ts';
import { evidenceOf, quietWalkSeconds, requestsPerWalk } from './searchEvidence.ts';
import { searchOutcomeOf } from './searchOutcome.ts';
import type { SearchSettings } from './settings.ts';

/** What the law is fitted to: all that the service got done, with Little's number of requests at once. */
function statesOf(attempts: readonly Attempt[], perWalk: number): LoadState[] {
  return attempts.map((attempt) => ({
    atOnce: attempt.requestsAtOnce,
    perSecond: carriedPerSecond(attempt, perWalk),
  }));
}

/** What overload does is told of rates that broke alone; of void probes nothing is. */
function fitOf(held: readonly Attempt[], broke: readonly Attempt[], perWalk: number | null): CapacityResult['fit'] {
  if (perWalk === null) return null;
  const told = [...held, ...broke];
  const states = statesOf(told, perWalk);
  const law = fitScalingLaw(states);
  if (law === null) return null;
  const knee = kneePerSecond(told.map((attempt) => pointOf(attempt, perWalk)));
  return { ...law, kneePerSecond: knee, reading: scalingLawText(law, states, statesOf(broke, perWalk), knee) };
}

/** Respondents at once at a rate, as the nearest rate that held had them (Little's law carries them over). */
function atOnceAt(ratePerSecond: number, held: readonly Attempt[]): number {
  // Respondents are counted as seconds end; short walks that arrive evenly are then between two counts.
  const atOnce = (attempt: Attempt): number => Math.max(attempt.active, attempt.requestsAtOnce);
  const nearest = held.reduce<Attempt | null>(
    (a, b) =>
      a === null || Math.abs(b.startedPerSecond - ratePerSecond) < Math.abs(a.startedPerSecond - ratePerSecond) ? b : a,
    null,
  );
  return nearest === null || nearest.startedPerSecond === 0
    ? 0
    : (atOnce(nearest) / nearest.startedPerSecond) * ratePerSecond;
}

/** What a search of one datacenter says of it; forecasts and plans are made of results (`planCapacities`). */
export function capacityOf(
  datacenter: string,
  slo: readonly string[],
  record: SearchRecord,
  settings: SearchSettings,
  behaviour: Readonly<Record<string, string[]>>,
  arrivals: 'even' | 'poisson',
): CapacityResult {
  const answer = searchOutcomeOf(record, settings);
  const evidence = evidenceOf(record.attempts, settings);
  const { held, failed } = evidence;
  const perWalk = requestsPerWalk(evidence);
  const broke = failed.filter((attempt) => attempt.outcome === 'broke');
  const { best } = answer.sustainablePerSecond;
  return {
    datacenter,
    sustainablePerSecond: answer.sustainablePerSecond,
    confidence: settings.confidence,
    limitedBy: answer.limitedBy,
    reasons: reasonsOf(answer, record, settings),
    atOnce: atOnceAt(best, held),
    slo: [...slo],
    fit: fitOf(held, broke, perWalk),
    points: record.attempts.map((attempt) => pointOf(attempt, perWalk)),
    search: {
      endedBy: record.end,
      method:
        `Interval of ${Math.round(100 * settings.confidence)} % credibility: a logistic curve of unknown place and ` +
        'width in the logarithm of the rate, weighed by Bayes over all probes that tell of the service. A probe that ' +
        'held counts as the rate that the service finished.',
      confirmationsHeld: answer.confirmationsHeld,
      confirmSeconds: settings.confirmSeconds,
      seconds: record.spentSeconds,
      requests: record.requests,
      walkSeconds: quietWalkSeconds(evidence),
      requestsPerWalk: perWalk,
      arrivals,
    },
    plan: null,
    behaviour: { ...behaviour },
  };
}
