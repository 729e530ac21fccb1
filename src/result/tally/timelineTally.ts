import type { EndpointSecond, GeneratorSecond, Timeline, TimelinePoint } from '../timeline.ts';
import { timelineBucketFloorUs, timelineBucketOf } from '../timelineLatency.ts';
import { addCounts, type Counts, countIn, errorsIn } from './counts.ts';
import type { EndpointDelta, SecondDelta } from './delta.ts';
import { generatorSecondOf } from './healthTally.ts';
import { bucketFloorUs, LatencyCounts, percentileBucket, sumOfPairs } from './latencyCounts.ts';

/** A timeline never holds more points: when it is full, neighbours are joined and the interval doubles. */
const maxPoints = 3600;

/** The timeline of a run, of bounded size: points of a second, and of 2, 4, 8 … seconds in very long runs. */
export class TimelineTally {
  #intervalSeconds = 1;
  #points: TimelinePoint[] = [];
  readonly #maxPoints: number;

  constructor(points: number = maxPoints) {
    this.#maxPoints = points;
  }

  /** Adds one second, summed over all shards. Seconds come in order. */
  add(delta: SecondDelta): TimelinePoint {
    const point = pointOf(delta);
    this.#put(point);
    if (this.#points.length > this.#maxPoints) {
      const points = this.#points;
      this.#intervalSeconds *= 2;
      this.#points = [];
      for (const each of points) this.#put(each);
    }
    return point;
  }

  get timeline(): Timeline {
    return { intervalSeconds: this.#intervalSeconds, points: this.#points };
  }

  #put(point: TimelinePoint): void {
    const second = Math.floor(point.second / this.#intervalSeconds) * this.#intervalSeconds;
    const last = this.#points.at(-1);
    if (last?.second === second) this.#points[this.#points.length - 1] = joined(last, point);
    else this.#points.push({ ...point, second });
  }
}

/** What one second looks like on a timeline. */
export function pointOf(delta: SecondDelta): TimelinePoint {
  const all = new LatencyCounts();
  const endpoints: Record<string, EndpointSecond> = {};
  const total = { requests: 0, errors: 0, throttled: 0, expectedRejections: 0 };
  for (const [name, counted] of Object.entries(delta.endpoints)) {
    const errors = errorsIn(counted.outcomes);
    all.addPairs(counted.experienced);
    endpoints[name] = {
      requests: counted.requests,
      errors,
      buckets: timelineBuckets(counted),
      ...outcomesBesideOk(counted.outcomes),
    };
    total.requests += counted.requests;
    total.errors += errors;
    total.throttled += countIn(counted.outcomes, 'throttled');
    total.expectedRejections += countIn(counted.outcomes, 'expectedRejection');
  }
  return {
    second: delta.second,
    arrivals: delta.arrivals,
    dropped: delta.dropped,
    active: delta.active,
    completed: countIn(delta.ends, 'completed'),
    ...total,
    violations: delta.violations.reduce((sum, { count }) => sum + count, 0),
    p50: all.percentileUs(50),
    p90: all.percentileUs(90),
    p95: all.percentileUs(95),
    p99: all.percentileUs(99),
    max: all.maxUs,
    endpoints,
    ...(delta.health.length === 0 ? {} : { generator: worstOf(delta.health.map(generatorSecondOf)) }),
  };
}

/** What of the outcomes did not succeed; nothing where all did. */
export function outcomesBesideOk(outcomes: Readonly<Counts>): Pick<EndpointSecond, 'outcomes'> {
  const rest = Object.entries(outcomes).filter(([outcome, count]) => outcome !== 'ok' && count > 0);
  return rest.length === 0 ? {} : { outcomes: Object.fromEntries(rest) };
}

/** The worst of several threads, machines or seconds. */
function worstOf(seconds: readonly GeneratorSecond[]): GeneratorSecond {
  return {
    busyPercent: Math.max(...seconds.map(({ busyPercent }) => busyPercent)),
    latenessMs: Math.max(...seconds.map(({ latenessMs }) => latenessMs)),
  };
}

function timelineBuckets({ experienced }: EndpointDelta): number[] {
  return sumOfPairs([experienced.map((each, at) => (at % 2 === 0 ? timelineBucketOf(bucketFloorUs(each)) : each))]);
}

/** Two neighbouring points as one: counts add up, percentiles are read from the buckets, within their 4.4 %. */
function joined(a: TimelinePoint, b: TimelinePoint): TimelinePoint {
  const endpoints: Record<string, EndpointSecond> = {};
  for (const name of new Set([...Object.keys(a.endpoints), ...Object.keys(b.endpoints)])) {
    const parts = [a.endpoints[name], b.endpoints[name]].filter((part) => part !== undefined);
    endpoints[name] = {
      requests: parts.reduce((sum, { requests }) => sum + requests, 0),
      errors: parts.reduce((sum, { errors }) => sum + errors, 0),
      buckets: sumOfPairs(parts.map(({ buckets }) => buckets)),
      ...outcomesBesideOk(sumOfOutcomes(parts)),
    };
  }
  const max = Math.max(a.max, b.max);
  const all = sumOfPairs(Object.values(endpoints).map(({ buckets }) => buckets));
  const at = (percentile: number): number => percentileOfBuckets(all, percentile, max);
  return {
    second: a.second,
    arrivals: a.arrivals + b.arrivals,
    dropped: a.dropped + b.dropped,
    active: b.active,
    completed: a.completed + b.completed,
    requests: a.requests + b.requests,
    errors: a.errors + b.errors,
    throttled: a.throttled + b.throttled,
    expectedRejections: a.expectedRejections + b.expectedRejections,
    violations: a.violations + b.violations,
    p50: at(50),
    p90: at(90),
    p95: at(95),
    p99: at(99),
    max,
    endpoints,
    ...worstGenerator([a, b]),
  };
}

/** Outcomes of one endpoint in several seconds or shards, added. */
export function sumOfOutcomes(parts: readonly EndpointSecond[]): Counts {
  const sums: Counts = {};
  for (const { outcomes } of parts) if (outcomes !== undefined) addCounts(sums, outcomes);
  return sums;
}

/** The worst that any of some points says of the generator; nothing where none does. */
export function worstGenerator(points: readonly TimelinePoint[]): Pick<TimelinePoint, 'generator'> {
  const known = points.map(({ generator }) => generator).filter((generator) => generator !== undefined);
  return known.length === 0 ? {} : { generator: worstOf(known) };
}

function percentileOfBuckets(pairs: readonly number[], percentile: number, max: number): number {
  const bucket = percentileBucket(pairs, percentile);
  return bucket === null ? max : Math.min(max, Math.round(timelineBucketFloorUs(bucket + 1)));
}
