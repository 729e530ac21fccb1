import { expect, test } from 'vitest';
import { isMistaken, type ScriptOutcome } from '../../../src/conformance/selftest/scriptTrial.ts';
import { scriptsSelftest } from '../../../src/runs/selftest.ts';

const outcome: ScriptOutcome = { id: 'f', clause: 'C-01', classification: 'always', faulty: 1, clean: 0 };

test.each([
  [{ faulty: 1, clean: 0 }, false],
  [{ faulty: 1, clean: 3 }, false],
  [{ faulty: 3, clean: 3 }, false],
  [{ faulty: 1, clean: 1 }, true],
  [{ faulty: 0, clean: 0 }, true],
  [{ faulty: 0, clean: 0, classification: 'sometimes' }, false],
  [{ faulty: 1, clean: 124 }, true],
] as const)('a script that ends so: %o is mistaken: %s', (ends, mistaken) => {
  expect(isMistaken({ ...outcome, ...ends })).toBe(mistaken);
});

test('scripts see a defect in a body, in a head and in a list; and none without it', async () => {
  const faults = ['final-page-string', 'session-set-again', 'page-skipped', 'record-survey-other', 'status-unknown'];
  const { passed, scripts } = await scriptsSelftest({ faults, threads: 2, seed: 1 }, () => {});
  expect(scripts.filter(isMistaken)).toEqual([]);
  expect(passed).toBe(true);
  expect(scripts.filter(({ faulty }) => faulty === 1).length).toBeGreaterThanOrEqual(5);
}, 120_000);
