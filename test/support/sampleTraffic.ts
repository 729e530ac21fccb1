import { type EndpointId, endpoints } from '../../src/contract/endpoints.ts';
import type { EndpointResult } from '../../src/result/runResult.ts';
import { LatencyCounts } from '../../src/result/tally/latencyCounts.ts';
import type { TimelinePoint } from '../../src/result/timeline.ts';
import { timelineBucketOf } from '../../src/result/timelineLatency.ts';
import { normal, poisson, type SampleRandom, sampleRandom } from './sampleRandom.ts';

/** What traffic a sample has: rates a second, latency µs, shares of 1. */
export interface TrafficOptions {
  readonly seconds: number;
  readonly arrivalsPerSecond: number;
  readonly medianUs: number;
  readonly errorShare: number;
  /** From this second on the service slows down and fails; null: never. */
  readonly breaksAtSecond: number | null;
  /** How much the level moves from one second to the next, of the natural logarithm. */
  readonly moodDeviation: number;
  /** Share of seconds in which everything takes three times as long. */
  readonly stallShare: number;
}

interface Series {
  readonly id: EndpointId;
  readonly share: number;
  readonly factor: number;
  readonly experienced: LatencyCounts;
  readonly service: LatencyCounts;
  readonly firstByte: LatencyCounts;
  readonly rejections: LatencyCounts;
  requests: number;
  errors: number;
  timeouts: number;
  rejected: number;
}

const mix: readonly [EndpointId, number, number][] = [
  ['take', 0.19, 0.8],
  ['submit-page', 0.68, 1],
  ['previous-page', 0.1, 0.7],
  ['list-responses', 0.03, 2.6],
];

interface Traffic {
  readonly points: TimelinePoint[];
  readonly endpoints: EndpointResult[];
}

/** Many tests look at the same few runs. */
const made = new Map<string, Traffic>();

/** Timeline and endpoints of a made-up run: ramp, autocorrelated load, log-normal latencies, stalls. */
export function sampleTraffic(seed: number, options: TrafficOptions): Traffic {
  const name = JSON.stringify([seed, options]);
  const known = made.get(name) ?? makeTraffic(sampleRandom(seed), options);
  made.set(name, known);
  return structuredClone(known);
}

function makeTraffic(random: SampleRandom, options: TrafficOptions): Traffic {
  const series: Series[] = mix.map(([id, share, factor]) => ({
    id,
    share,
    factor,
    experienced: new LatencyCounts(),
    service: new LatencyCounts(),
    firstByte: new LatencyCounts(),
    rejections: new LatencyCounts(),
    requests: 0,
    errors: 0,
    timeouts: 0,
    rejected: 0,
  }));
  const points: TimelinePoint[] = [];
  const all = new LatencyCounts();
  let mood = 0;
  for (let second = 0; second < options.seconds; second++) {
    mood = 0.85 * mood + options.moodDeviation * normal(random);
    all.clear();
    points.push(onePoint(random, options, series, all, second, mood));
  }
  return { points, endpoints: series.filter((s) => s.requests > 0).map(endpointResult) };
}

function onePoint(
  random: SampleRandom,
  options: TrafficOptions,
  series: readonly Series[],
  all: LatencyCounts,
  second: number,
  mood: number,
): TimelinePoint {
  const ramp = Math.min(1, (second + 1) / Math.max(1, options.seconds * 0.15));
  const arrivals = poisson(random, options.arrivalsPerSecond * ramp);
  const broken = options.breaksAtSecond !== null && second >= options.breaksAtSecond;
  const stall = random() < options.stallShare ? 3 : 1;
  const point: TimelinePoint = {
    second,
    arrivals,
    dropped: broken ? poisson(random, options.arrivalsPerSecond * 0.08) : 0,
    active: Math.round(options.arrivalsPerSecond * ramp * 9 * (broken ? 1.8 : 1) + 4 * normal(random)),
    completed: poisson(random, options.arrivalsPerSecond * ramp * 0.9),
    requests: 0,
    errors: 0,
    throttled: 0,
    expectedRejections: 0,
    violations: broken ? poisson(random, 0.4) : 0,
    p50: 0,
    p90: 0,
    p95: 0,
    p99: 0,
    max: 0,
    endpoints: {},
  };
  for (const one of series) {
    const requests = poisson(random, options.arrivalsPerSecond * ramp * 6 * one.share);
    const counts = new Map<number, number>();
    const errorShare = broken ? Math.max(options.errorShare, 0.03) : options.errorShare;
    let errors = 0;
    for (let i = 0; i < requests; i++) {
      const spread = random() < 0.015 ? 1.1 : 0.38;
      const latencyUs =
        options.medianUs * one.factor * stall * (broken ? 2.4 : 1) * Math.exp(mood + spread * normal(random));
      const latenessUs = 60 + (broken ? 4000 : 300) * random() ** 6;
      one.service.record(latencyUs);
      one.firstByte.record(latencyUs * 0.93);
      one.experienced.record(latencyUs + latenessUs);
      all.record(latencyUs + latenessUs);
      const bucket = timelineBucketOf(latencyUs + latenessUs);
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
      if (random() < errorShare) errors++;
    }
    const rejected = one.id === 'submit-page' ? poisson(random, requests * 0.04) : 0;
    for (let i = 0; i < rejected; i++) one.rejections.record(options.medianUs * Math.exp(0.3 * normal(random)));
    one.requests += requests + rejected;
    one.errors += errors;
    one.rejected += rejected;
    point.requests += requests + rejected;
    point.errors += errors;
    point.expectedRejections += rejected;
    if (requests > 0)
      point.endpoints[one.id] = {
        requests,
        errors,
        buckets: [...counts].sort((a, b) => a[0] - b[0]).flat(),
      };
  }
  const at = (percentile: number): number => all.percentileUs(percentile);
  return { ...point, p50: at(50), p90: at(90), p95: at(95), p99: at(99), max: at(100) };
}

function endpointResult(series: Series): EndpointResult {
  const serverError = Math.floor(series.errors * 0.8);
  const timeout = series.errors - serverError;
  const ok = series.requests - series.errors - series.rejected;
  return {
    endpoint: series.id,
    method: endpoints[series.id].method,
    path: endpoints[series.id].path,
    requests: series.requests,
    outcomes: {
      ok,
      expectedRejection: series.rejected,
      throttled: 0,
      serverError,
      clientError: 0,
      timeout,
      connection: 0,
      malformed: 0,
    },
    failures: timeout > 0 ? { 'response-timeout': timeout } : {},
    httpStatuses: {
      '200': ok + series.rejected,
      ...(serverError > 0 ? { '500': serverError } : {}),
    },
    latency: {
      experienced: series.experienced.summary(),
      service: series.service.summary(),
      firstByte: series.firstByte.summary(),
    },
    expectedRejections: series.rejections.summary(),
  };
}
