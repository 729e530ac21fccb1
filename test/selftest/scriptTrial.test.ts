import { expect, test } from 'vitest';
import { scriptsSelftest } from '../../src/runs/selftest.ts';
import { isMistaken, type ScriptOutcome } from '../../src/selftest/scriptTrial.ts';

const outcome: ScriptOutcome = { id: 'f', clause: 'C-01', classification: 'always', by: 'script', faulty: 1, clean: 0 };

test.each([
  [{ faulty: 1, clean: 0 }, false],
  [{ faulty: 1, clean: 3 }, true],
  [{ faulty: 3, clean: 3 }, true],
  [{ faulty: 3, clean: 3, by: 'replay' }, false],
  [{ faulty: 0, clean: 0, by: 'replay' }, true],
  [{ faulty: 1, clean: 1 }, true],
  [{ faulty: 0, clean: 0 }, true],
  [{ faulty: 0, clean: 0, classification: 'sometimes' }, false],
  [{ faulty: 1, clean: 124 }, true],
] as const)('a script that ends so: %o is mistaken: %s', (ends, mistaken) => {
  expect(isMistaken({ ...outcome, ...ends })).toBe(mistaken);
});

// A page that was gone back to has its own (`pageFacts.test.ts`), and the totals of a list (`replayWitness.test.ts`).
test('a script tells a defect in a head, of a page, of a filter and its links, and of a call that changes something, a replay that of a list; and none without it', async () => {
  const byReplay = ['filter-per-page-ignored'];
  const filters = ['filter-links-drop-ext-ref', 'filter-answers-stale'];
  const faults = [...byReplay, ...filters, 'session-set-again', 'datapad-empty-undescribed'];
  const { passed, scripts } = await scriptsSelftest({ faults, threads: 1, seed: 1 }, () => {});
  expect(scripts.filter(isMistaken)).toEqual([]);
  expect(passed).toBe(true);
  const told = scripts.filter(({ faulty, clean }) => faulty === 1 && clean === 0);
  expect(new Set(told.map(({ id }) => id))).toEqual(new Set(faults));
  expect(told.filter(({ by }) => by === 'replay').map(({ id }) => id)).toEqual(byReplay);
});
