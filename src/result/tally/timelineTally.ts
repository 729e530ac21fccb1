import { bucketFloorUs, percentileBucket } from '../histogramPercentiles.ts';
import { EndpointSecond, GeneratorSecond, type Timeline, TimelinePoint } from '../timeline.ts';
import { timelineBucketFloorUs, timelineBucketOf } from '../timelineLatency.ts';
import { type Counts, countIn, errorsIn } from './counts.ts';
import type { EndpointDelta, SecondDelta } from './delta.ts';
import { generatorSecondOf } from './healthTally.ts';
import { LatencyCounts } from './latencyCounts.ts';
import { byName, type Law, largest, members, newest, sparsePairs, summed, total, totals } from './laws.ts';

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
    const points = together.map((same) => joined(same, atOnce));
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
    if (last?.second === second) this.#points[this.#points.length - 1] = joined([last, { ...point, second }], oneByOne);
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
    ...(delta.health.length === 0 ? {} : { generator: summed(worst, delta.health.map(generatorSecondOf)) }),
  };
}

/** What of the outcomes did not succeed; nothing where all did. */
function outcomesBesideOk(outcomes: Readonly<Counts>): Pick<EndpointSecond, 'outcomes'> {
  const rest = Object.entries(outcomes).filter(([outcome, count]) => outcome !== 'ok' && count > 0);
  return rest.length === 0 ? {} : { outcomes: Object.fromEntries(rest) };
}

function timelineBuckets({ experienced }: EndpointDelta): number[] {
  return summed(sparsePairs, [
    experienced.map((each, at) => (at % 2 === 0 ? timelineBucketOf(bucketFloorUs(each)) : each)),
  ]);
}

const worst = members(GeneratorSecond, { busyPercent: largest, latenessMs: largest });

/** Several points as one. @param active how many were active at once, of those that were in each */
const pointLaw = (active: Law<number, number>) =>
  members(TimelinePoint, {
    second: newest(0),
    arrivals: total,
    dropped: total,
    active,
    completed: total,
    requests: total,
    errors: total,
    throttled: total,
    expectedRejections: total,
    violations: total,
    // They are read from the buckets of the sum.
    p50: newest(0),
    p90: newest(0),
    p95: newest(0),
    p99: newest(0),
    max: largest,
    endpoints: byName(
      members(EndpointSecond, { requests: total, errors: total, buckets: sparsePairs, outcomes: totals }),
    ),
    generator: worst,
  });
const atOnce = pointLaw(total);
const oneByOne = pointLaw(newest(0));

/** Several points of one place as one: counts add up, percentiles are read from the buckets, within their 4.4 %. */
function joined(points: readonly TimelinePoint[], law: typeof atOnce): TimelinePoint {
  const [first] = points;
  if (first !== undefined && points.length === 1) return first;
  const point = summed(law, points);
  const all = summed(
    sparsePairs,
    Object.values(point.endpoints).map(({ buckets }) => buckets),
  );
  const at = (percentile: number): number => percentileOfBuckets(all, percentile, point.max);
  return { ...point, p50: at(50), p90: at(90), p95: at(95), p99: at(99) };
}

function percentileOfBuckets(pairs: readonly number[], percentile: number, max: number): number {
  const bucket = percentileBucket(pairs, percentile);
  return bucket === null ? max : Math.min(max, Math.round(timelineBucketFloorUs(bucket + 1)));
}
