import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Tally } from '../../src/result/tally/tally.ts';
import { simulate, simulatedProfile } from '../support/simulatedRun.ts';

/** Bytes that live after full collections: what only weak memories held on to is freed by the second. */
function liveBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  for (let pass = 0; pass < 3 && typeof collect === 'function'; pass++) collect();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}

describe('a long run', () => {
  it('needs no more memory than a short one', () => {
    const tally = new Tally();
    const stages = [{ durationSeconds: 300, arrivalsPerSecond: 100 }];
    const profile = simulatedProfile({ model: 'open', stages }, 200);
    const { clock, target } = simulate(
      profile,
      () => 20,
      1000,
      (delta) => tally.add(delta),
    );
    clock.runTo(101_000);
    const early = liveBytes();
    clock.runTo(301_000);
    const grown = liveBytes() - early;
    expect(target.requests).toBeGreaterThan(59_000);
    expect(tally.violations.events(() => false)).toBe(0);
    expect(grown / 2 ** 20).toBeLessThan(3);
  });
});
