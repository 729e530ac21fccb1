import { describe, expect, it } from 'vitest';
import { groupsOf, timeColumns, wholeOf } from '../../../src/report/charts/timeColumns.ts';
import { sampleResult } from '../../support/sampleResults.ts';

const { timeline } = sampleResult({ seconds: 90, breaksAtSecond: 40 });
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('a timeline in columns', () => {
  it('loses no request, however many columns there are', () => {
    const requests = sum(timeline.points.map((point) => point.requests));
    for (const mostColumns of [1000, 90, 45, 7, 1]) {
      const columns = timeColumns(timeline, { mostColumns });
      expect(columns.seconds.length).toBeLessThanOrEqual(mostColumns);
      // Each column is rounded to a hundredth a second.
      expect(sum(columns.requests) * columns.secondsPerColumn).toBeCloseTo(requests, -1);
    }
  });

  it('shows more detail the closer one looks', () => {
    const far = timeColumns(timeline, { mostColumns: 30 });
    const near = timeColumns(timeline, { fromSecond: 40, toSecond: 70, endpoint: null, mostColumns: 30 });
    expect(far.secondsPerColumn).toBe(3);
    expect(near.secondsPerColumn).toBe(1);
    expect(near.p99[0]).toBe(timeline.points[40]?.p99);
  });

  it('of one endpoint have its requests, errors and latency alone', () => {
    const all = timeColumns(timeline, { mostColumns: 90 });
    const one = timeColumns(timeline, { mostColumns: 90, endpoint: 'previous-page' });
    expect(sum(one.requests)).toBe(sum(timeline.points.map((p) => p.endpoints['previous-page']?.requests ?? 0)));
    expect(sum(one.requests)).toBeLessThan(sum(all.requests));
    expect(sum(one.errors.other)).toBe(sum(timeline.points.map((p) => p.endpoints['previous-page']?.errors ?? 0)));
  });

  it('tell errors by kind where the timeline does, and the rest as errors', () => {
    const [point] = timeline.points;
    if (point === undefined) throw new Error('the sample has seconds');
    const take = { requests: 9, errors: 3, buckets: [], outcomes: { serverError: 2, expectedRejection: 4 } };
    const told = { ...point, requests: 9, errors: 3, expectedRejections: 4, endpoints: { take } };
    const { errors, expectedRejections } = timeColumns(
      { intervalSeconds: 1, points: [told] },
      { fromSecond: 0, toSecond: 1, endpoint: 'take', mostColumns: 1 },
    );
    expect(errors).toMatchObject({ serverError: [2], other: [1], timeout: [0] });
    expect(expectedRejections).toEqual([4]);
  });

  it('have an empty column for a second in which nothing happened', () => {
    const gappy = { intervalSeconds: 1, points: timeline.points.filter(({ second }) => second !== 5) };
    expect(groupsOf(gappy, { ...wholeOf(gappy), mostColumns: 90 })[5]?.points).toEqual([]);
    expect(timeColumns(gappy, { mostColumns: 90 }).p50[5]).toBeNull();
  });

  it('of a timeline of coarser points never split a point', () => {
    const coarse = { intervalSeconds: 4, points: timeline.points.filter(({ second }) => second % 4 === 0) };
    const columns = timeColumns(coarse, { mostColumns: 1000 });
    expect(columns.secondsPerColumn).toBe(4);
    expect(columns.requests[1]).toBe((coarse.points[1]?.requests ?? 0) / 4);
  });
});
