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

// In a body, a script that a run has left shows it (`failingRun.test.ts`).
test('a script tells a defect in a head, of a page, of a filter and its links, and of a call that changes something, a replay that of a list and its totals; and none without it', async () => {
  const byReplay = ['paging-total-items-of-page', 'filter-per-page-ignored'];
  const filters = ['filter-links-drop-ext-ref', 'filter-answers-stale', 'filter-custom1-ignored'];
  const faults = [...byReplay, ...filters, 'session-set-again', 'back-stays', 'datapad-empty-undescribed'];
  const { passed, scripts } = await scriptsSelftest({ faults, threads: 1, seed: 1 }, () => {});
  expect(scripts.filter(isMistaken)).toEqual([]);
  expect(passed).toBe(true);
  const told = scripts.filter(({ faulty, clean }) => faulty === 1 && clean === 0);
  expect(new Set(told.map(({ by }) => by))).toEqual(new Set(['script', 'replay']));
  expect(told.filter(({ by }) => by === 'replay').map(({ id }) => id)).toEqual(byReplay);
});
