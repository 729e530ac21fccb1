import type { TimelinePoint } from '../../result/timeline.ts';
import type { LiveSecond } from '../pageData.ts';

/** Timeline buckets to a row of the live heat map: four rows to an octave. */
const bucketsPerRow = 4;

/** A second of the timeline as the live page is told of it. */
export function liveSecond(point: TimelinePoint): LiveSecond {
  const rows = new Map<number, number>();
  for (const { buckets } of Object.values(point.endpoints))
    for (let i = 0; i + 1 < buckets.length; i += 2) {
      const row = Math.floor((buckets[i] ?? 0) / bucketsPerRow);
      rows.set(row, (rows.get(row) ?? 0) + (buckets[i + 1] ?? 0));
    }
  const { arrivals, requests, active, errors, throttled, dropped, expectedRejections, violations, p50, p95, p99 } =
    point;
  return {
    second: point.second,
    values: { arrivals, requests, active, errors, throttled, dropped, expectedRejections, violations, p50, p95, p99 },
    heat: [...rows].flat(),
  };
}
