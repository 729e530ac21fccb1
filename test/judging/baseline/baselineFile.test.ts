import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acceptAnswers, parseBaseline, readBaseline } from '../../../src/judging/baseline/baselineFile.ts';
import { folderOf } from '../../support/folder.ts';

test('what was accepted is read again, for its situation', async () => {
  const file = join(folderOf({}), 'baseline.yaml');
  expect(await readBaseline(file)).toBeNull();
  const answers = { 'Q-EXPIRED-HTTP': ['400'] };
  await acceptAnswers(file, answers, { release: 'ALPHA' });
  expect(await readBaseline(file)).toEqual({ accepted: [{ release: 'ALPHA', answers }], known: [] });
});

test.each([
  ['empty', ''],
  ['comments only', '# nothing is accepted yet\n'],
])('answers are accepted into a file that is %s', async (_, text) => {
  const file = join(folderOf({ 'baseline.yaml': text }), 'baseline.yaml');
  const answers = { 'Q-EXPIRED-HTTP': ['400'] };
  expect(await acceptAnswers(file, answers, {})).toMatchObject({ changed: ['Q-EXPIRED-HTTP'], total: 1 });
  expect(await readBaseline(file)).toEqual({ accepted: [{ answers }], known: [] });
});

test('an acceptance leaves comments and what is known as they are', async () => {
  const known = '# until the next release\nknown:\n  - { clause: MOVE-BACK-01, issue: S-1, expires: "2999-12-31" }\n';
  const file = join(folderOf({ 'baseline.yaml': known }), 'baseline.yaml');
  await acceptAnswers(file, { 'Q-EXPIRED-HTTP': ['400'] }, {});
  const text = await readFile(file, 'utf8');
  expect(text).toContain('# until the next release');
  expect(parseBaseline(text, file).known).toHaveLength(1);
});

test('a baseline that is wrong says all that is wrong', () => {
  expect(() => parseBaseline('known: [{ clause: MOVE-BACK-01 }]', 'b.yaml')).toThrow(/issue.*expires|expires.*issue/);
  expect(() => parseBaseline('known: [{ clause: MOVE-BACK-01, issue: x, expires: "2027-02-30" }]', 'b.yaml')).toThrow(
    'MOVE-BACK-01 expires on 2027-02-30, which is no day',
  );
  expect(() => parseBaseline('known: [{ clause: NO-SUCH-01, issue: x, expires: "2026-01-01" }]', 'b.yaml')).toThrow(
    'there is no clause NO-SUCH-01',
  );
  expect(() => parseBaseline('accepted: [{ answers: { Q-NOTHING: [yes] } }]', 'b.yaml')).toThrow('Q-NOTHING');
  expect(() => parseBaseline('a: [', 'b.yaml')).toThrow('b.yaml is not YAML');
});
