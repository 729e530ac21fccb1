import { describe, expect, it } from 'vitest';
import { EngineProbe } from '../../src/capacity/engineProbe.ts';
import { ToolError } from '../../src/errors.ts';
import type { Generators, ShardsListener } from '../../src/load/shard/shards.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import type { SecondDelta } from '../../src/result/tally/delta.ts';
import { emptyDelta } from '../../src/result/tally/mergeDeltas.ts';

const profile = resolveProfile({ target: { baseUrl: 'http://127.0.0.1:9' } });

function second(change: Partial<SecondDelta> = {}): SecondDelta {
  return { ...emptyDelta(0, true), arrivals: 10, active: 3, ...change };
}

const health = { busyPercent: 20, eventLoopDelayP99Ms: 1, garbageCollectionMs: 0, sockets: 1, memoryMiB: 50 };
const calm = { ...health, cpuPercent: 20, startLateness: [], eventLoopDelay: [] };
const busy = { ...calm, cpuPercent: 99, busyPercent: 99 };

/** An engine that the test drives by hand. */
function handEngine() {
  const rates: number[] = [];
  let listener: ShardsListener = { onSecond() {}, onLost() {} };
  let started = 0;
  let stopped = 0;
  const generators: Generators = {
    threads: 1,
    start: async (_, given) => {
      listener = given;
      started += 1;
      return {
        begin() {},
        setRate: (rate) => rates.push(rate),
        stop() {
          stopped += 1;
        },
        terminate: async () => {},
        finished: async () => ({ completions: [], created: [] }),
      };
    },
  };
  const start = (onSecond: (delta: SecondDelta) => void = () => {}) =>
    EngineProbe.start(profile, generators, { onSecond, onLost() {}, onCreated() {} });
  return { start, rates, tell: (delta: SecondDelta) => listener.onSecond(delta), runs: () => ({ started, stopped }) };
}

describe('the load engine as a probe', () => {
  it('gives every second once, however late it is asked for, and numbers them on', async () => {
    const engine = handEngine();
    const heard: number[] = [];
    const probe = await engine.start((delta) => heard.push(delta.second));
    const early = probe.nextSecond();
    engine.tell(second({ active: 1 }));
    engine.tell(second({ active: 2 }));
    expect((await early).point.active).toBe(1);
    expect((await probe.nextSecond()).point.active).toBe(2);
    expect(heard).toEqual([0, 1]);
    expect(probe.total.arrivals).toBe(20);
  });

  it('counts everybody who left, but not those whom it sent away itself', async () => {
    const engine = handEngine();
    const probe = await engine.start();
    engine.tell(second({ ends: { completed: 4, ended: 2, failed: 1, stopped: 9 } }));
    expect((await probe.nextSecond()).point.completed).toBe(7);
  });

  it('blames the generator only when it was at its limit for more than one second', async () => {
    const engine = handEngine();
    const probe = await engine.start();
    for (const one of [busy, calm, busy, busy]) engine.tell(second({ health: [one] }));
    const troubles = [];
    for (let i = 0; i < 4; i += 1) troubles.push((await probe.nextSecond()).generatorTrouble !== null);
    expect(troubles).toEqual([false, false, true, true]);
  });

  it('tells of a generator that stood still, by the seconds of the search', async () => {
    const engine = handEngine();
    const probe = await engine.start();
    for (let i = 0; i < 7; i += 1) engine.tell(second({ second: i, health: [calm] }));
    probe.endWalks();
    const away = { what: 'process', atSecond: 0.5, seconds: 20 } as const;
    engine.tell(second({ second: 0, health: [calm], absences: [away] }));
    for (let i = 0; i < 7; i += 1) expect((await probe.nextSecond()).isGeneratorAway).toBe(false);
    expect(await probe.nextSecond()).toMatchObject({
      isGeneratorAway: true,
      generatorTrouble: 'canvass stood still for 20 s at second 7: its process was stopped, or got no processor time',
    });
  });

  it('ends walks by making room for a new engine at the rate wanted since', async () => {
    const engine = handEngine();
    const probe = await engine.start();
    probe.setRate(0);
    probe.endWalks();
    probe.setRate(40);
    await probe.close();
    expect(engine.runs()).toEqual({ started: 2, stopped: 2 });
    expect(engine.rates.at(-1)).toBe(40);
  });

  it.each([
    ['connection', 3],
    ['timeout', 15],
  ])('gives up on a target that only ever gives %s failures after %i seconds', async (outcome, seconds) => {
    const engine = handEngine();
    const probe = await engine.start();
    const silent = { requests: 5, outcomes: { [outcome]: 5 }, failures: { [outcome]: 5 }, httpStatuses: {} };
    const take = { ...silent, experienced: [], service: [], firstByte: [], rejected: [] };
    for (let i = 0; i < seconds - 1; i += 1) {
      engine.tell(second({ endpoints: { take } }));
      await probe.nextSecond();
    }
    engine.tell(second({ endpoints: { take } }));
    await expect(probe.nextSecond()).rejects.toThrow(ToolError);
  });
});
