import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBaseline } from '../../src/judging/baseline/baselineFile.ts';
import { acceptableIn, situationOf, withStanding } from '../../src/judging/baseline/standing.ts';
import { problemsOf } from '../../src/judging/problems/problems.ts';
import { acceptAnswersOf, acceptViolationsOf } from '../../src/runs/accept.ts';
import { folderOf } from '../support/folder.ts';
import { failingResult, sampleResult } from '../support/sampleResults.ts';

const failing = failingResult();
const violations = failing.violations.map((each, at) => ({ ...each, id: `${each.clause}:0000000${at}` }));
const result = { ...failing, violations, problems: problemsOf(violations) };
const [problem] = result.problems;
const known = { issue: 'S-1', expires: '2999-12-31' };
const runs = (): string => folderOf({ 'result.json': JSON.stringify(result) });

test.each([
  ['a violation', problem?.violations[0]],
  ['a clause', problem?.clauses[0]],
  ['a problem', problem?.signature],
])('what %s names is known, with all of its problem, and the run would not fail for it', async (_, name = '') => {
  const file = join(folderOf({}), 'baseline.yaml');
  const entries = await acceptViolationsOf(runs(), file, { wanted: [name], ...known });
  expect(entries).toMatchObject([{ ...known, clause: problem?.clauses[0] }]);
  const baseline = readBaseline(file);
  if (baseline === null) throw new RangeError('nothing was written');
  const acceptable = acceptableIn(baseline, situationOf(result), '2026-11-24');
  const standing = new Map(withStanding(result.violations, acceptable).map(({ id, baseline: { kind } }) => [id, kind]));
  for (const id of problem?.violations ?? []) expect(standing.get(id)).toBe('KNOWN');
  const others = result.violations.filter(({ id }) => problem?.violations.includes(id) === false);
  expect(others.length).toBeGreaterThan(0);
  for (const { id, baseline: before } of others) expect(standing.get(id)).toBe(before.kind);
});

test('a violation that the run does not have is an error that names those that it has', async () => {
  const file = join(folderOf({}), 'baseline.yaml');
  const wanted = acceptViolationsOf(runs(), file, { wanted: ['MOVE-NOPE-01'], ...known });
  await expect(wanted).rejects.toThrow(`has no violation "MOVE-NOPE-01". It has ${problem?.violations[0]}`);
  expect(readBaseline(file)).toBeNull();
});

test('answers are those that the run observed, for its release; a run that observed none has none', async () => {
  const file = join(folderOf({}), 'baseline.yaml');
  const alternatives = [{ value: '400', count: 3, witness: null }];
  const asked = {
    id: 'Q-EXPIRED-HTTP',
    question: '',
    section: 'submit-page',
    verdict: 'OBSERVED' as const,
    alternatives,
  };
  const observing = { ...sampleResult({ seconds: 3 }), observations: [asked] };
  await acceptAnswersOf(folderOf({ 'result.json': JSON.stringify(observing) }), file);
  const { release, session } = observing.target;
  const bound = session === 'auto' ? { release } : { release, session };
  expect(readBaseline(file)?.accepted).toEqual([{ ...bound, answers: { 'Q-EXPIRED-HTTP': ['400'] } }]);
  const silent = folderOf({ 'result.json': JSON.stringify({ ...observing, observations: [] }) });
  await expect(acceptAnswersOf(silent, file)).rejects.toThrow('--violation');
});

test.each([
  [9, 'MOVE-RESUME-01:01234567'],
  [10, 'MOVE-RESUME-01:01234567:first-page'],
])('of what was seen %i times it is known what all have in common, or not yet', async (count, id) => {
  const [sample] = failing.violations;
  if (sample === undefined) throw new RangeError('the sample has violations');
  const clause = 'MOVE-RESUME-01';
  const symptom = { came: ['first-page', 'page'] };
  const found = [{ ...sample, id: `${clause}:01234567:first-page`, clause, count, symptom }];
  const folder = folderOf({
    'result.json': JSON.stringify({ ...failing, violations: found, problems: problemsOf(found) }),
  });
  const entries = await acceptViolationsOf(folder, join(folderOf({}), 'baseline.yaml'), { wanted: [clause], ...known });
  expect(entries[0]?.ids).toEqual([id]);
});
