import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Executor, ExecutorContext } from '../../src/load/executors.ts';
import { ClosedExecutor, OpenExecutor } from '../../src/load/executors.ts';
import { Arrivals, LevelCurve, type Stage } from '../../src/load/schedule.ts';
import { LatencyCounts } from '../../src/result/tally/latencyCounts.ts';
import { SimulatedClock } from '../support/simulatedClock.ts';
import { shares, stagesArbitrary } from '../support/stages.ts';

interface Start {
  readonly index: number;
  readonly intendedMs: number;
  readonly startedMs: number;
}

type Model = 'open even' | 'open poisson' | 'closed';
const models = ['open even', 'open poisson', 'closed'] as const;

interface Options {
  readonly model: Model;
  readonly stages: readonly Stage[];
  readonly seed?: number;
  readonly shard?: number;
  readonly shards?: number;
  readonly maxRespondents?: number;
  /** How long the walk of a respondent takes. */
  readonly walkMs?: (index: number) => number;
  readonly pacingMs?: number;
  /** Whether the target does not let the walk of a respondent go on. */
  readonly fails?: (index: number) => boolean;
}

/** A crowd whose walks only take time. */
class FakeCrowd {
  readonly starts: Start[] = [];
  active = 0;
  peak = 0;
  ended: (index: number) => void = () => {};
  readonly #clock: SimulatedClock;
  readonly #walkMs: (index: number) => number;

  constructor(clock: SimulatedClock, walkMs: (index: number) => number) {
    this.#clock = clock;
    this.#walkMs = walkMs;
  }

  start(index: number, intendedMs: number): void {
    this.starts.push({ index, intendedMs, startedMs: this.#clock.nowMs() });
    this.active++;
    this.peak = Math.max(this.peak, this.active);
    this.#clock.at(this.#clock.nowMs() + this.#walkMs(index), {
      onTimer: () => {
        this.active--;
        this.ended(index);
      },
    });
  }
}

const beginMs = 5000;

interface Trial {
  readonly clock: SimulatedClock;
  readonly crowd: FakeCrowd;
  readonly executor: Executor;
  readonly curve: LevelCurve;
}

function begin(options: Options): Trial {
  const { model, stages, seed = 1, shard = 0, shards = 1, maxRespondents = 1e6, pacingMs = 0 } = options;
  const clock = new SimulatedClock(beginMs);
  const crowd = new FakeCrowd(clock, options.walkMs ?? ((index) => 100 + (index % 7) * 130));
  const context: ExecutorContext = { clock, crowd, startMs: beginMs, maxRespondents, lateness: new LatencyCounts() };
  const curve = LevelCurve.ofStages(stages);
  const spacing = model === 'open even' ? 'even' : 'poisson';
  const executor =
    model === 'closed'
      ? new ClosedExecutor(context, curve, { shard, shards }, pacingMs, seed)
      : new OpenExecutor(context, new Arrivals(curve, spacing, seed, { shard, shards }), curve);
  crowd.ended = (index) => executor.onWalkEnd(index, options.fails?.(index) ?? false);
  executor.run();
  return { clock, crowd, executor, curve };
}

function runWhole(options: Options): Trial {
  const trial = begin(options);
  trial.clock.runTo(trial.executor.endMs + 60_000);
  return trial;
}

const byIndex = (a: Start, b: Start): number => a.index - b.index;

describe.each(models)('an executor of the model %s', (model) => {
  const stages = stagesArbitrary;

  it('starts each respondent once, in order, at its time and within the plan, and counts all', () => {
    fc.assert(
      fc.property(stages, fc.integer({ min: 1, max: 20 }), (stages, maxRespondents) => {
        for (const most of [maxRespondents, 1e6]) {
          const { crowd, executor } = runWhole({ model, stages, maxRespondents: most });
          // One expectation of all, for one of each takes longer than what it is about.
          const wrong = crowd.starts.filter(
            ({ intendedMs, startedMs }, at) =>
              startedMs < intendedMs ||
              intendedMs < (crowd.starts[at - 1]?.intendedMs ?? beginMs) ||
              intendedMs > executor.endMs,
          );
          expect(wrong).toEqual([]);
          expect(new Set(crowd.starts.map(({ index }) => index)).size).toBe(crowd.starts.length);
          expect(executor.arrivals - executor.dropped).toBe(crowd.starts.length);
          expect(crowd.peak).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('starts the same respondents at the same instants, however it is sharded', () => {
    fc.assert(
      fc.property(stages, fc.integer({ min: 1, max: 5 }), (stages, shards) => {
        const parts = Array.from({ length: shards }, (_, shard) => runWhole({ model, stages, shard, shards }));
        const together = parts.flatMap(({ crowd }) => crowd.starts).sort(byIndex);
        expect(together).toEqual(runWhole({ model, stages }).crowd.starts.toSorted(byIndex));
      }),
      { numRuns: 50 },
    );
  });

  it('starts nobody after it was stopped', () => {
    fc.assert(
      fc.property(stages, shares(0), (stages, share) => {
        const { clock, crowd, executor } = begin({ model, stages });
        clock.runTo(beginMs + share * (executor.endMs - beginMs));
        executor.stop();
        const before = crowd.starts.length;
        clock.runTo(executor.endMs + 60_000);
        expect(crowd.starts).toHaveLength(before);
      }),
    );
  });
});

describe('the open model', () => {
  const steady: Stage[] = [{ durationSeconds: 10, level: 50, ramp: 'step' }];

  it('is not slowed by walks that never end', () => {
    const { crowd } = runWhole({ model: 'open even', stages: steady, walkMs: () => 1e9 });
    expect(crowd.starts).toHaveLength(500);
  });

  it('drops those who find no room', () => {
    const { crowd, executor } = runWhole({
      model: 'open even',
      stages: steady,
      walkMs: () => 1e9,
      maxRespondents: 120,
    });
    expect(crowd.starts).toHaveLength(120);
    expect(executor.dropped).toBe(380);
  });

  it('keeps the intended instants of those who had to wait for a stalled generator', () => {
    const { clock, crowd } = begin({ model: 'open even', stages: steady });
    clock.runTo(beginMs + 1000);
    clock.stall(500);
    clock.runTo(beginMs + 1500);
    const late = crowd.starts.filter(({ startedMs, intendedMs }) => startedMs - intendedMs > 1);
    expect(late.length).toBeGreaterThanOrEqual(24);
    expect(late[0]?.intendedMs).toBeCloseTo(beginMs + 1010, 6);
  });
});

describe('the closed model', () => {
  it('keeps the population that the stages want', () => {
    const { clock, crowd, curve } = begin({
      model: 'closed',
      stages: [
        { durationSeconds: 10, level: 40, ramp: 'linear' },
        { durationSeconds: 10, level: 40, ramp: 'step' },
        { durationSeconds: 10, level: 10, ramp: 'linear' },
      ],
      walkMs: () => 50,
    });
    for (let elapsedMs = 100; elapsedMs < 30_000; elapsedMs += 100) {
      clock.runTo(beginMs + elapsedMs);
      const wanted = curve.levelAt(elapsedMs);
      expect(Math.abs(crowd.active - wanted)).toBeLessThanOrEqual(1.1);
    }
  });

  it('backs off after failed walks, ever longer, and not after others', () => {
    const stages: Stage[] = [{ durationSeconds: 300, level: 20, ramp: 'step' }];
    const walkMs = () => 1;
    const { crowd } = runWhole({ model: 'closed', stages, walkMs, fails: () => true });
    const ofFirst = crowd.starts.filter(({ index }) => index % 20 === 0).toSorted(byIndex);
    const gaps = ofFirst.slice(1).map(({ startedMs }, i) => startedMs - (ofFirst[i]?.startedMs ?? 0));
    gaps.forEach((gap, i) => {
      const longest = Math.min(30_000, 250 * 2 ** i);
      expect(gap).toBeGreaterThanOrEqual(longest / 2);
      expect(gap).toBeLessThanOrEqual(longest + 2);
    });
    expect(gaps.length).toBeGreaterThan(10);
    // They do not come back together.
    const seconds = crowd.starts.filter(({ index }) => index >= 20 && index < 40).map(({ startedMs }) => startedMs);
    expect(new Set(seconds).size).toBe(20);
    const everyOther = runWhole({
      model: 'closed',
      stages,
      walkMs,
      fails: (index) => Math.floor(index / 20) % 2 === 0,
    });
    expect(everyOther.crowd.starts.length).toBeGreaterThan(2 * 20 * (300 / 0.26));
  });

  it('begins the next walk of a member no sooner than the pacing after its last', () => {
    const { crowd } = runWhole({
      model: 'closed',
      stages: [{ durationSeconds: 10, level: 3, ramp: 'step' }],
      walkMs: (index) => (index % 2 === 0 ? 100 : 900),
      pacingMs: 700,
    });
    const ofFirst = crowd.starts.filter(({ index }) => index % 3 === 0).toSorted(byIndex);
    const gaps = ofFirst.slice(1).map(({ intendedMs }, i) => intendedMs - (ofFirst[i]?.intendedMs ?? 0));
    expect(ofFirst.length).toBeGreaterThan(10);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(700);
    expect(Math.min(...gaps)).toBe(700);
  });
});
