import { describe, expect, it } from 'vitest';
import { type Criteria, judgeProbe } from '../../src/capacity/judgeProbe.ts';
import type { ProbeSecond } from '../../src/capacity/rateProbe.ts';
import { parseObjective } from '../../src/capacity/serviceLevel.ts';
import { timelineBucketOf } from '../../src/result/timelineLatency.ts';

interface Shape {
  readonly slow?: number;
  readonly errors?: number;
  readonly throttled?: number;
  readonly dropped?: number;
  readonly active?: number;
  readonly trouble?: string;
  readonly taken?: number;
  readonly isAway?: boolean;
}

const requests = 600;

function second({
  slow = 0,
  errors = 0,
  throttled = 0,
  dropped = 0,
  active = 5,
  trouble,
  taken,
  isAway = false,
}: Shape): ProbeSecond {
  const buckets = [timelineBucketOf(20_000), requests - slow, timelineBucketOf(900_000), slow];
  const counts = { arrivals: 100, completed: 100, requests, errors, throttled, dropped, active };
  const latency = { p50: 0, p90: 0, p95: 0, p99: 0, max: 0 };
  const endpoints = { take: { requests, errors, buckets } };
  return {
    point: { second: 0, expectedRejections: 0, violations: 0, ...counts, ...latency, endpoints },
    generatorTrouble: trouble ?? null,
    takenCores: taken ?? null,
    isGeneratorAway: isAway,
  };
}

const criteria: Criteria = {
  objectives: ['latency.p99 < 500ms', 'errors.rate < 0.5%'].map(parseObjective),
  warmupSeconds: 1,
  measuredSeconds: 14,
  fullSeconds: 14,
  windowSeconds: 5,
  strictness: 'full',
  restActive: 5,
  maxErrorRate: 0.5,
};

/** Tells a judge seconds one by one, and says after how many it decided, and how. */
function decision(shapes: (index: number) => Shape, change: Partial<Criteria> = {}) {
  const seconds: ProbeSecond[] = [];
  for (let i = 0; i < 40; i += 1) {
    seconds.push(second(shapes(i)));
    const judgement = judgeProbe(seconds, { ...criteria, ...change });
    if (judgement.kind === 'decided') return { after: seconds.length, outcome: judgement.outcome, why: judgement.why };
  }
  return { after: 0, outcome: 'undecided', why: '' };
}

describe('the judge of a probe', () => {
  it('takes its whole time beside the break, and ends a clear stage of the climb early', () => {
    expect(decision(() => ({}))).toMatchObject({ after: 15, outcome: 'held' });
    expect(decision(() => ({}), { strictness: 'brief' })).toMatchObject({ after: 4, outcome: 'held' });
  });

  it('ends at once what is clearly beyond the SLO, but not for one bad second', () => {
    expect(decision(() => ({ slow: 60 }))).toMatchObject({ after: 4, outcome: 'broke' });
    expect(decision((i) => ({ slow: i === 3 ? 60 : 0 }))).toMatchObject({ after: 15, outcome: 'held' });
  });

  it('ends at once when the generator stood still, whatever came of that', () => {
    const shapes = (i: number): Shape =>
      i === 6 ? { slow: 500, trouble: 'it stood still for 20 s', isAway: true } : {};
    expect(decision(shapes)).toEqual({
      after: 7,
      outcome: 'generator',
      why: 'this machine was in the way: it stood still for 20 s',
    });
  });

  it('goes on while the generator is late: what holds all the same holds, and no earlier than its time is over', () => {
    const late = (i: number): Shape => (i > 0 && i < 8 ? { trouble: 'it ran late' } : {});
    expect(decision(late)).toEqual({
      after: 15,
      outcome: 'held',
      why: 'held for its whole time, though this machine was in the way: it ran late',
    });
    expect(decision(late, { strictness: 'brief', measuredSeconds: 9 })).toMatchObject({ after: 10, outcome: 'held' });
  });

  it("takes neither a slow answer nor a queue for the service's where the generator was late before", () => {
    const late = (shape: Shape) => (i: number) => (i < 3 ? { trouble: 'it ran late' } : shape);
    expect(decision(late({ slow: 300 }))).toMatchObject({ outcome: 'generator' });
    expect(decision((i) => ({ ...late({})(i), active: 5 + 30 * i }))).toMatchObject({ outcome: 'generator' });
    expect(decision(late({ errors: 400 }))).toMatchObject({ outcome: 'broke' });
  });

  it('leaves the warm-up out', () => {
    expect(decision((i) => ({ slow: i < 3 ? 300 : 0 }), { warmupSeconds: 3 })).toMatchObject({ outcome: 'held' });
  });

  it('sees a queue that grows before any latency breaks, and none in one that sways', () => {
    expect(decision((i) => ({ active: 5 + 30 * i }))).toMatchObject({ outcome: 'broke' });
    expect(decision((i) => ({ active: 5 + 3 * i }))).toMatchObject({ after: 15, outcome: 'broke' });
    expect(decision((i) => ({ active: 5 + 4 * (i % 2) }))).toMatchObject({ outcome: 'held' });
  });

  it('judges by the last window too: what broke at the end did not hold', () => {
    expect(decision((i) => ({ slow: i > 9 ? 13 : 0 }))).toMatchObject({ outcome: 'broke' });
  });

  it('blames the limiter and the generator before the service', () => {
    expect(decision(() => ({ throttled: 30, slow: 300 })).outcome).toBe('limiter');
    expect(decision(() => ({ trouble: 'busy', slow: 300 })).outcome).toBe('generator');
    expect(decision(() => ({ dropped: 5, slow: 300 })).outcome).toBe('generator');
  });

  it('ends within two seconds when most requests fail', () => {
    expect(decision(() => ({ errors: 400 }))).toMatchObject({ outcome: 'broke' });
    expect(decision(() => ({ errors: 400 })).after).toBeLessThanOrEqual(2);
  });

  it('looks longer where fewer leave than come, before that is clear', () => {
    const growing = (i: number): Shape => ({ active: 5 + Math.min(12, 4 * Math.max(0, i - 1)) });
    expect(decision(growing, { strictness: 'brief', measuredSeconds: 9 }).after).toBeGreaterThan(4);
    const swaying = (i: number): Shape => ({ active: 5 + (i % 2) });
    expect(decision(swaying, { strictness: 'brief', measuredSeconds: 9 })).toMatchObject({ after: 4, outcome: 'held' });
  });

  it('looks longer where a brief look misses an objective by a little', () => {
    const little = (i: number): Shape => ({ slow: i % 3 === 0 ? 30 : 0 });
    expect(decision(little, { strictness: 'brief', measuredSeconds: 4 }).after).toBeGreaterThan(5);
  });

  it('lays nothing slow on the service where other work took a CPU for a second, and all that held on it', () => {
    const crowded = (slow: number) => (i: number) => (i === 3 ? { slow, taken: 1.4 } : {});
    expect(decision(crowded(300))).toMatchObject({
      outcome: 'generator',
      why: 'this machine was in the way: other work took 1.4 of its cores',
    });
    expect(decision(crowded(0)).outcome).toBe('held');
    expect(decision(crowded(0)).why).toContain('other work took 1.4');
  });
});
