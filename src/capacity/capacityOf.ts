import type { CapacityResult } from '../result/capacityResult.ts';
import { answerOf } from './answer.ts';
import { type Attempt, pointOf } from './attempt.ts';
import { evidenceOf, quietWalkSeconds, requestsPerWalk } from './evidence.ts';
import { forecastAt, kneePerSecond } from './latencyCurve.ts';
import { readLaw } from './lawReading.ts';
import { type PlanInput, planOf } from './plan.ts';
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
  const knee = kneePerSecond(told);
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

/** Everything that is to say of one datacenter's capacity, from a search of it. */
export function capacityOf(
  datacenter: string,
  slo: readonly string[],
  record: SearchRecord,
  settings: SearchSettings,
  planned: PlanInput | null,
): CapacityResult {
  const answer = answerOf(record, settings);
  const { held, failed } = evidenceOf(record.attempts, settings);
  const told = [...held, ...failed.filter((attempt) => attempt.outcome === 'broke')];
  const { best, low } = answer.sustainablePerSecond;
  const rates = [0.5 * low, 0.8 * low, best, ...(planned === null ? [] : [planned.peakPerSecond])];
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
    forecast: best > 0 ? [...new Set(rates)].sort((a, b) => a - b).map((rate) => forecastAt(held, rate)) : [],
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
    plan: planned === null ? null : planOf(answer, planned),
  };
}
