import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseBaseline, readBaseline } from '../../../src/judging/baseline/baselineFile.ts';
import { acceptAnswers, acceptViolations } from '../../../src/judging/baseline/writeBaseline.ts';
import { folderOf } from '../../support/folder.ts';

test('what was accepted is read again, for its situation', async () => {
  const file = join(folderOf({}), 'baseline.yaml');
  expect(readBaseline(file)).toBeNull();
  const answers = { 'Q-EXPIRED-HTTP': ['400'] };
  await acceptAnswers(file, answers, { release: 'ALPHA' });
  expect(readBaseline(file)).toEqual({ accepted: [{ release: 'ALPHA', answers }], known: [] });
});

test.each([
  ['empty', ''],
  ['comments only', '# nothing is accepted yet\n'],
])('answers are accepted into a file that is %s', async (_, text) => {
  const file = join(folderOf({ 'baseline.yaml': text }), 'baseline.yaml');
  const answers = { 'Q-EXPIRED-HTTP': ['400'] };
  expect(await acceptAnswers(file, answers, {})).toMatchObject({ changed: ['Q-EXPIRED-HTTP'], total: 1 });
  expect(readBaseline(file)).toEqual({ accepted: [{ answers }], known: [] });
});

test('an acceptance leaves comments and what is known as they are', async () => {
  const known = '# until the next release\nknown:\n  - { clause: MOVE-BACK-01, issue: S-1, expires: "2999-12-31" }\n';
  const file = join(folderOf({ 'baseline.yaml': known }), 'baseline.yaml');
  await acceptAnswers(file, { 'Q-EXPIRED-HTTP': ['400'] }, {});
  const text = await readFile(file, 'utf8');
  expect(text).toContain('# until the next release');
  expect(parseBaseline(text, file).known).toHaveLength(1);
});

test('answers are accepted for surveys, more of them each time; an entry without surveys stays without', async () => {
  const file = join(folderOf({}), 'baseline.yaml');
  const answers = { 'Q-EXPIRED-HTTP': ['400'] };
  await acceptAnswers(file, answers, {}, [1, 2]);
  await acceptAnswers(file, answers, {}, [2, '9007199254740993']);
  expect(readBaseline(file)?.accepted).toEqual([{ surveys: [1, 2, '9007199254740993'], answers }]);
  const byHand = join(folderOf({ 'baseline.yaml': JSON.stringify({ accepted: [{ answers }] }) }), 'baseline.yaml');
  await acceptAnswers(byHand, answers, {}, [1]);
  expect(readBaseline(byHand)?.accepted).toEqual([{ answers }]);
});

test('violations are known by their ids; more of them, or another day, change the entry', async () => {
  const file = join(folderOf({ 'baseline.yaml': '# ours\nknown: []\n' }), 'baseline.yaml');
  const entry = { clause: 'MOVE-BACK-01', issue: 'S-1' };
  const [one, other, third] = ['MOVE-BACK-01:01234567:page', 'MOVE-BACK-02:01234567', 'MOVE-BACK-01:76543210'];
  await acceptViolations(file, { ...entry, ids: [one, other], expires: '2027-01-31' });
  expect(readBaseline(file)?.known).toEqual([{ ...entry, ids: [one, other], expires: '2027-01-31' }]);
  await acceptViolations(file, { ...entry, ids: [third, one], expires: '2027-02-28' });
  await acceptViolations(file, { ...entry, issue: 'S-2', ids: [one], expires: '2027-01-31' });
  expect(readBaseline(file)?.known).toEqual([
    { ...entry, ids: [one, other, third], expires: '2027-02-28' },
    { ...entry, issue: 'S-2', ids: [one], expires: '2027-01-31' },
  ]);
  expect(await readFile(file, 'utf8')).toContain('# ours');
});

test.each([['soon'], ['2027-02-30']])('a violation is not known until %s: nothing is written', async (expires) => {
  const file = join(folderOf({ 'baseline.yaml': 'known: []\n' }), 'baseline.yaml');
  const entry = { clause: 'MOVE-BACK-01', issue: 'S-1', ids: ['MOVE-BACK-01:01234567'], expires };
  await expect(acceptViolations(file, entry)).rejects.toThrow('expires');
  expect(await readFile(file, 'utf8')).toBe('known: []\n');
});

test('an entry that was written by hand, without ids, stays as it is', async () => {
  const byHand = { clause: 'MOVE-BACK-01', issue: 'S-1', actual: 'no page', expires: '2027-01-31' };
  const file = join(folderOf({ 'baseline.yaml': JSON.stringify({ known: [byHand] }) }), 'baseline.yaml');
  const { clause, issue, expires } = byHand;
  await acceptViolations(file, { clause, issue, expires, ids: ['MOVE-BACK-01:01234567'] });
  expect(readBaseline(file)?.known).toMatchObject([byHand, { ids: ['MOVE-BACK-01:01234567'] }]);
});

test('a baseline that is wrong says all that is wrong', () => {
  expect(() => parseBaseline('known: [{ clause: MOVE-BACK-01 }]', 'b.yaml')).toThrow(/issue.*expires|expires.*issue/);
  expect(() => parseBaseline('known: [{ clause: MOVE-BACK-01, issue: x, expires: "2027-02-30" }]', 'b.yaml')).toThrow(
    'MOVE-BACK-01 expires on 2027-02-30, which is no day',
  );
  expect(() => parseBaseline('known: [{ clause: NO-SUCH-01, issue: x, expires: "2026-01-01" }]', 'b.yaml')).toThrow(
    'there is no clause NO-SUCH-01',
  );
  const strange = '[{ clause: MOVE-BACK-01, ids: [NO-SUCH-02:0a], issue: x, expires: "2026-01-01" }]';
  expect(() => parseBaseline(`known: ${strange}`, 'b.yaml')).toThrow('there is no clause NO-SUCH-02');
  expect(() => parseBaseline('accepted: [{ answers: { Q-NOTHING: [yes] } }]', 'b.yaml')).toThrow('Q-NOTHING');
  expect(() => parseBaseline('a: [', 'b.yaml')).toThrow('b.yaml is not YAML');
});

test('what is wrong with a baseline has its line', () => {
  const known = 'known:\n  - clause: MOVE-BACK-01\n    issue: x\n    expires: 2027-01\n';
  expect(() => parseBaseline(known, 'b.yaml')).toThrow('b.yaml:4  MOVE-BACK-01 expires on 2027-01, which is no day');
  const accepted = 'accepted:\n  - answers:\n      Q-NOTHING: [yes]\n';
  expect(() => parseBaseline(accepted, 'b.yaml')).toThrow('b.yaml:3  there is no open question Q-NOTHING');
});
