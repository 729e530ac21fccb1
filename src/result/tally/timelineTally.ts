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
    this.#add(point);
    return point;
  }

  /** Adds timelines of finished runs, each moved to where it begins: what several have in the same second is summed. */
  addRuns(runs: readonly { readonly timeline: Timeline; readonly fromSecond: number }[]): void {
    this.#intervalSeconds = Math.max(this.#intervalSeconds, ...runs.map(({ timeline }) => timeline.intervalSeconds));
    const moved = runs.flatMap(({ timeline: { points }, fromSecond }) =>
      points.map((point) => ({ ...point, second: this.#beginOf(point.second + fromSecond) })),
    );
    const together = [...Map.groupBy(moved, ({ second }) => second).values()];
    const points = together.map((same) => joined(same, (actives) => actives.reduce((sum, active) => sum + active, 0)));
    for (const point of points.sort((a, b) => a.second - b.second)) this.#add(point);
  }

  #add(point: TimelinePoint): void {
    this.#put(point);
    if (this.#points.length <= this.#maxPoints) return;
    const points = this.#points;
    this.#intervalSeconds *= 2;
    this.#points = [];
    for (const each of points) this.#put(each);
  }

  #beginOf(second: number): number {
    return Math.floor(second / this.#intervalSeconds) * this.#intervalSeconds;
  }

  get timeline(): Timeline {
    return { intervalSeconds: this.#intervalSeconds, points: this.#points };
  }

  #put(point: TimelinePoint): void {
    const second = this.#beginOf(point.second);
    const last = this.#points.at(-1);
    if (last?.second === second)
      this.#points[this.#points.length - 1] = joined([last, point], (actives) => actives.at(-1) ?? 0);
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
function outcomesBesideOk(outcomes: Readonly<Counts>): Pick<EndpointSecond, 'outcomes'> {
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

/**
 * Several points as one, at the first's second: counts add up, percentiles are read from the buckets, within their 4.4 %.
 *
 * @param active how many were active at once, of those that were in each
 */
function joined(points: readonly TimelinePoint[], active: (actives: readonly number[]) => number): TimelinePoint {
  const [first] = points;
  if (first !== undefined && points.length === 1) return first;
  const endpoints: Record<string, EndpointSecond> = {};
  for (const name of new Set(points.flatMap((point) => Object.keys(point.endpoints)))) {
    const parts = points.flatMap((point) => point.endpoints[name] ?? []);
    endpoints[name] = {
      requests: parts.reduce((sum, { requests }) => sum + requests, 0),
      errors: parts.reduce((sum, { errors }) => sum + errors, 0),
      buckets: sumOfPairs(parts.map(({ buckets }) => buckets)),
      ...outcomesBesideOk(sumOfOutcomes(parts)),
    };
  }
  const add = (pick: (point: TimelinePoint) => number): number => points.reduce((sum, point) => sum + pick(point), 0);
  const max = Math.max(0, ...points.map((point) => point.max));
  const all = sumOfPairs(Object.values(endpoints).map(({ buckets }) => buckets));
  const at = (percentile: number): number => percentileOfBuckets(all, percentile, max);
  return {
    second: first?.second ?? 0,
    arrivals: add((point) => point.arrivals),
    dropped: add((point) => point.dropped),
    active: active(points.map((point) => point.active)),
    completed: add((point) => point.completed),
    requests: add((point) => point.requests),
    errors: add((point) => point.errors),
    throttled: add((point) => point.throttled),
    expectedRejections: add((point) => point.expectedRejections),
    violations: add((point) => point.violations),
    p50: at(50),
    p90: at(90),
    p95: at(95),
    p99: at(99),
    max,
    endpoints,
    ...worstGenerator(points),
  };
}

/** Outcomes of one endpoint in several seconds or shards, added. */
function sumOfOutcomes(parts: readonly EndpointSecond[]): Counts {
  const sums: Counts = {};
  for (const { outcomes } of parts) if (outcomes !== undefined) addCounts(sums, outcomes);
  return sums;
}

/** The worst that any of some points says of the generator; nothing where none does. */
function worstGenerator(points: readonly TimelinePoint[]): Pick<TimelinePoint, 'generator'> {
  const known = points.map(({ generator }) => generator).filter((generator) => generator !== undefined);
  return known.length === 0 ? {} : { generator: worstOf(known) };
}

function percentileOfBuckets(pairs: readonly number[], percentile: number, max: number): number {
  const bucket = percentileBucket(pairs, percentile);
  return bucket === null ? max : Math.min(max, Math.round(timelineBucketFloorUs(bucket + 1)));
}
