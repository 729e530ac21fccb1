import type { RunResult } from '../../src/result/runResult.ts';
import type { EndpointSecond, TimelinePoint } from '../../src/result/timeline.ts';
import { timelineBucketOf } from '../../src/result/timelineLatency.ts';
import { normal, poisson, type SampleRandom } from '../../test/support/sampleRandom.ts';
import { sampleResult } from '../../test/support/sampleResults.ts';

/** How the latency of a simulated service behaves. Deviations are of the natural logarithm: 0.03 is 3 %. */
export interface Weather {
  readonly seconds: number;
  readonly requestsPerSecond: number;
  /** Standard deviation of one second's level, and how much of it the next second keeps. */
  readonly secondDeviation: number;
  readonly persistence: number;
  /** Standard deviation between two runs. */
  readonly runDeviation: number;
  /** Probability of a second in which the service stalls, and how much slower it is then. */
  readonly stall: number;
  readonly stallFactor: number;
}

const empty = sampleResult({ seconds: 0 });
const endpoints = [
  { endpoint: 'take', share: 0.19, medianUs: 33_000 },
  { endpoint: 'submit-page', share: 0.7, medianUs: 42_000 },
  { endpoint: 'previous-page', share: 0.11, medianUs: 29_000 },
] as const;

let runs = 0;

/** A result with a timeline of simulated latency; `slower` shifts every latency (0.1 is 10 %). */
export function simulatedRun(random: SampleRandom, weather: Weather, slower: number): RunResult {
  const level = weather.runDeviation * normal(random) + Math.log1p(slower);
  const innovation = weather.secondDeviation * Math.sqrt(1 - weather.persistence ** 2);
  let mood = weather.secondDeviation * normal(random);
  const points: TimelinePoint[] = [];
  for (let second = 0; second < weather.seconds; second++) {
    mood = weather.persistence * mood + innovation * normal(random);
    const stalled = random() < weather.stall ? Math.log(weather.stallFactor) : 0;
    points.push(pointOf(random, weather, second, level + mood + stalled));
  }
  runs++;
  return {
    ...empty,
    run: { ...empty.run, id: `simulated-${runs}`, durationSeconds: weather.seconds },
    endpoints: endpoints.map(({ endpoint }) => ({ ...template, endpoint })),
    timeline: { intervalSeconds: 1, points },
  };
}

const [template = missing()] = sampleResult({ seconds: 1 }).endpoints;

function missing(): never {
  throw new Error('the sample has no endpoint');
}

function pointOf(random: SampleRandom, weather: Weather, second: number, level: number): TimelinePoint {
  const seconds: Record<string, EndpointSecond> = {};
  for (const { endpoint, share, medianUs } of endpoints) {
    const counts = new Map<number, number>();
    const requests = poisson(random, weather.requestsPerSecond * share);
    for (let i = 0; i < requests; i++) {
      // Most requests are alike; a few meet a cold cache or a lock.
      const spread = random() < 0.02 ? 0.9 : 0.35;
      const bucket = timelineBucketOf(medianUs * Math.exp(level + spread * normal(random)));
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    }
    seconds[endpoint] = { requests, errors: 0, buckets: [...counts].flat() };
  }
  return {
    second,
    arrivals: 0,
    dropped: 0,
    active: 0,
    completed: 0,
    requests: 0,
    errors: 0,
    throttled: 0,
    expectedRejections: 0,
    violations: 0,
    p50: 0,
    p90: 0,
    p95: 0,
    p99: 0,
    max: 0,
    endpoints: seconds,
  };
}
