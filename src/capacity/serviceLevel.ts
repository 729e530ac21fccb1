import { ToolError } from '../errors.ts';
import type { TimelinePoint } from '../result/timeline.ts';
import { timelineBucketFloorUs } from '../result/timelineLatency.ts';

/**
 * One objective of the SLO in the only form that a sequential test needs: a share of requests that may be bad.
 * `latency.p99 < 500ms` allows 1 % to be slower than 500 ms; `errors.rate < 0.5%` allows 0.5 % to fail.
 */
export type Objective =
  | {
      readonly kind: 'latency';
      readonly expression: string;
      readonly endpoint: string | null;
      readonly limitUs: number;
      readonly allowed: number;
    }
  | {
      readonly kind: 'errors';
      readonly expression: string;
      readonly endpoint: string | null;
      readonly allowed: number;
    };

/** Requests that an objective looked at, and those of them that were bad. Fractions come from cut buckets. */
export interface ObjectiveCount {
  readonly bad: number;
  readonly total: number;
}

const form = /^\s*(?:endpoint\(([\w-]+)\)\.)?(latency|errors)\.(\w+)\s*<=?\s*([\d.]+)\s*(us|µs|ms|s|%)?\s*$/;
const unitUs: Record<string, number> = { us: 1, µs: 1, ms: 1000, s: 1_000_000 };

/**
 * Reads one expression of `capacity.slo`.
 *
 * @throws ToolError EXPRESSION in words that follow its place, saying what an SLO may look like
 */
export function parseObjective(expression: string): Objective {
  const refuse = (why: string): ToolError =>
    new ToolError(
      'EXPRESSION',
      `is not understood: ${why}; write for example "latency.p99 < 500ms", ` +
        '"endpoint(submit-page).latency.p95 < 250ms" or "errors.rate < 0.5%"',
    );
  const match = form.exec(expression);
  if (match === null) throw refuse('not an objective that a capacity search can judge');
  const [, endpoint = null, subject, name = '', number = '', unit] = match;
  const value = Number(number);
  if (!(value > 0)) throw refuse('the limit must be above zero');
  if (subject === 'errors') {
    if (name !== 'rate' || unit !== '%') throw refuse('errors have a rate, in per cent');
    return { kind: 'errors', expression, endpoint, allowed: value / 100 };
  }
  const scale = unitUs[unit ?? ''];
  if (scale === undefined) throw refuse('a latency needs a unit: us, ms or s');
  const digits = /^p(\d+)$/.exec(name)?.[1];
  if (digits === undefined) throw refuse('only percentiles of latency (p50 to p9999)');
  const quantile = Number(digits.length <= 2 ? digits : `${digits.slice(0, 2)}.${digits.slice(2)}`) / 100;
  if (!(quantile > 0)) throw refuse('that percentile does not exist');
  return { kind: 'latency', expression, endpoint, limitUs: value * scale, allowed: 1 - quantile };
}

/** The percentile that objectives are about, of those that are measured of each probe. */
export function percentileIn(slo: readonly string[]): 'p50' | 'p95' | 'p99' {
  return (
    (['p50', 'p95', 'p99'] as const).find((name) =>
      slo.some((text) => new RegExp(`latency\\.${name}\\b`).test(text)),
    ) ?? 'p99'
  );
}

/** Requests of a sparse bucket list that were slower than `limitUs`; a bucket that holds the limit is cut in proportion. */
function slowerThan(buckets: readonly number[], limitUs: number): ObjectiveCount {
  let bad = 0;
  let total = 0;
  for (let i = 0; i + 1 < buckets.length; i += 2) {
    const bucket = buckets[i] ?? 0;
    const count = buckets[i + 1] ?? 0;
    const from = timelineBucketFloorUs(bucket);
    const to = timelineBucketFloorUs(bucket + 1);
    total += count;
    if (from >= limitUs) bad += count;
    else if (to > limitUs) bad += (count * (to - limitUs)) / (to - from);
  }
  return { bad, total };
}

/** Judges the requests of one second by one objective. */
export function countBad(objective: Objective, point: TimelinePoint): ObjectiveCount {
  if (objective.kind === 'errors' && objective.endpoint === null) return { bad: point.errors, total: point.requests };
  let bad = 0;
  let total = 0;
  for (const [endpoint, second] of Object.entries(point.endpoints)) {
    if (objective.endpoint !== null && objective.endpoint !== endpoint) continue;
    const seen =
      objective.kind === 'errors'
        ? { bad: second.errors, total: second.requests }
        : slowerThan(second.buckets, objective.limitUs);
    bad += seen.bad;
    total += seen.total;
  }
  return { bad, total };
}
