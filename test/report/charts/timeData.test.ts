import { describe, expect, it } from 'vitest';
import { limitLines, scheduleOf } from '../../../src/report/charts/timeData.ts';
import { plannedEnd } from '../../../src/report/charts/timePlot.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { sampleResult } from '../../support/sampleResults.ts';

const stages = [
  { durationSeconds: 10, arrivalsPerSecond: 20, ramp: 'linear' },
  { durationSeconds: 5, arrivalsPerSecond: 50, ramp: 'step' },
];
const result = { ...sampleResult(), profile: { load: { model: 'open', warmupSeconds: 3, stages } } };

function pooledAt(seconds: readonly number[]): RunResult['run'] {
  const { id, seed, startedAt } = result.run;
  return { ...result.run, stretches: seconds.map((fromSecond) => ({ id, seed, startedAt, fromSecond, seconds: 18 })) };
}

describe('the load that was planned', () => {
  it('goes from level to level, by ramps and steps', () => {
    const schedule = scheduleOf(result);
    expect(schedule).toEqual({
      model: 'open',
      stretches: [
        {
          fromSecond: 0,
          toSecond: null,
          warmupSeconds: 3,
          stages: [
            { fromSecond: 0, toSecond: 10, from: 0, to: 20 },
            { fromSecond: 10, toSecond: 15, from: 50, to: 50 },
          ],
        },
      ],
    });
    expect(schedule?.stretches.map(plannedEnd)).toEqual([15]);
  });

  it('is that of all machines together, and of no other command', () => {
    const shared = scheduleOf({ ...result, run: pooledAt([0, 0, 4]) });
    expect(shared?.stretches).toHaveLength(1);
    expect(shared?.stretches[0]?.stages[1]).toMatchObject({ from: 150, to: 150 });
    expect(scheduleOf({ ...result, kind: 'capacity' })).toBeNull();
  });

  it('is drawn once for each run that was pooled, where it began', () => {
    const [one, two] = scheduleOf({ ...result, run: pooledAt([0, 18]) })?.stretches ?? [];
    expect(one).toMatchObject({ fromSecond: 0, toSecond: 18 });
    expect(two).toMatchObject({ fromSecond: 18, toSecond: null });
    expect(two?.stages).toEqual([
      { fromSecond: 18, toSecond: 28, from: 0, to: 20 },
      { fromSecond: 28, toSecond: 33, from: 50, to: 50 },
    ]);
  });

  it('is unknown of a profile that does not say', () => {
    for (const profile of [null, 'x', {}, { load: { model: 'open', stages: 'many' } }])
      expect(scheduleOf({ ...result, profile })).toBeNull();
  });
});

describe('lines of thresholds', () => {
  const threshold = { value: 1, limit: 200_000, passed: false, windowSeconds: null };

  it('are drawn for latencies and error rates, of all endpoints or of one', () => {
    const expressions = ['latency.p99 < 200ms', 'endpoint(take).latency.p95 <= 1s', 'errors.rate < 0.1%'];
    expect(limitLines(expressions.map((expression) => ({ ...threshold, expression })))).toMatchObject([
      { of: 'latency', endpoint: null, limit: 200_000 },
      { of: 'latency', endpoint: 'take' },
      { of: 'errors', endpoint: null },
    ]);
  });

  it('are none for what has no place in a chart', () => {
    const expressions = ['violations == 0', 'generator.cpuPercent < 80', 'coverage.clauses > 90%'];
    expect(limitLines(expressions.map((expression) => ({ ...threshold, expression })))).toEqual([]);
  });
});
