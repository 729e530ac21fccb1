import type { CapacityResult } from '../result/capacityResult.ts';
import { answerOf } from './answer.ts';
import { type Attempt, pointOf } from './attempt.ts';
import { evidenceOf, quietWalkSeconds, requestsPerWalk } from './evidence.ts';
import { kneePerSecond } from './latencyCurve.ts';
import { readLaw } from './lawReading.ts';
import { reasonsOf } from './reasons.ts';
import { fitScalingLaw, type LoadState } from './scalingLaw.ts';
import type { SearchRecord } from './search.ts';
import type { SearchSettings } from './settings.ts';

/** What the law is fitted to: what the service finished, with Little's number of requests at once. */
function statesOf(attempts: readonly Attempt[]): LoadState[] {
  return attempts.map((attempt) => ({
    atOnce: (attempt.requestsPerSecond * attempt.latencyMeanUs) / 1e6,
    perSecond: attempt.completedPerSecond,
  }));
}

function fitOf(told: readonly Attempt[]): CapacityResult['fit'] {
  const states = statesOf(told);
  const law = fitScalingLaw(states);
  if (law === null) return null;
  const knee = kneePerSecond(told.map(pointOf));
  const mostAtOnce = Math.max(...states.map(({ atOnce }) => atOnce));
  return { ...law, kneePerSecond: knee, reading: readLaw(law, mostAtOnce, knee) };
}

/** Respondents at once at a rate, as the nearest rate that held had them (Little's law carries them over). */
function atOnceAt(ratePerSecond: number, held: readonly Attempt[]): number {
  const nearest = held.reduce<Attempt | null>(
    (a, b) =>
      a === null || Math.abs(b.arrivedPerSecond - ratePerSecond) < Math.abs(a.arrivedPerSecond - ratePerSecond) ? b : a,
    null,
  );
  return nearest === null || nearest.arrivedPerSecond === 0
    ? 0
    : (nearest.activeMean / nearest.arrivedPerSecond) * ratePerSecond;
}

/** What a search of one datacenter says of it; forecasts and plans are made of results (`planCapacities`). */
export function capacityOf(
  datacenter: string,
  slo: readonly string[],
  record: SearchRecord,
  settings: SearchSettings,
  behaviour: Readonly<Record<string, string[]>>,
): CapacityResult {
  const answer = answerOf(record, settings);
  const { held, failed } = evidenceOf(record.attempts, settings);
  const told = [...held, ...failed.filter((attempt) => attempt.outcome === 'broke')];
  const { best } = answer.sustainablePerSecond;
  return {
    datacenter,
    sustainablePerSecond: answer.sustainablePerSecond,
    confidence: settings.confidence,
    limitedBy: answer.limitedBy,
    reasons: reasonsOf(answer, record, settings),
    atOnce: atOnceAt(best, held),
    slo: [...slo],
    fit: fitOf(told),
    points: record.attempts.map(pointOf),
    search: {
      endedBy: record.end,
      method:
        `Interval of ${Math.round(100 * settings.confidence)} % credibility: a logistic curve of unknown place and ` +
        'width in the logarithm of the rate, weighed over all probes by Bayes. A probe that held counts as the rate ' +
        'that the service finished.',
      confirmationsHeld: answer.confirmationsHeld,
      confirmSeconds: settings.confirmSeconds,
      seconds: record.spentSeconds,
      requests: record.requests,
      walkSeconds: quietWalkSeconds({ held, failed, belief: null, spread: 0 }),
      requestsPerWalk: requestsPerWalk({ held, failed, belief: null, spread: 0 }),
    },
    plan: null,
    behaviour: { ...behaviour },
  };
}
