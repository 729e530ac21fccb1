import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readViolation } from '../../src/result/witnessFile.ts';
import { folderOf } from '../support/folder.ts';
import { failingResult } from '../support/sampleResults.ts';

const failing = failingResult();
const repeatable = failing.violations.filter(({ witness }) => witness.steps.length > 0);
const [first, second] = repeatable;
const [problem] = failing.problems;
if (first === undefined || second === undefined || problem === undefined)
  throw new Error('the sample has two violations');

test('without a name it is the violation that names the first problem, not what follows from that', async () => {
  const violations = [first, { ...second, classification: 'always' as const }];
  const run = { ...failing, violations, problems: [{ ...problem, violations: [second.id, first.id] }] };
  const cwd = folderOf({ 'result.json': JSON.stringify(run) });
  expect((await readViolation(cwd, null)).violation.id).toBe(second.id);
  expect((await readViolation(cwd, 'v1')).violation.id).toBe(first.id);
});

test('of a folder of runs it is that of the newest', async () => {
  const runOf = (id: string) => JSON.stringify({ ...failing, run: { ...failing.run, id } });
  const cwd = folderOf({
    'b/2026-11-27T10-00-00Z-canvass/result.json': runOf('newest'),
    'b/2026-11-26T10-00-00Z-canvass/result.json': runOf('older'),
  });
  expect((await readViolation(join(cwd, 'b'), null)).run?.run.id).toBe('newest');
});
