import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseBaseline, readBaseline, writeBaseline } from '../../../src/conformance/baseline/baseline.ts';

test('what was written is read again', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'canvass-')), 'baseline.yaml');
  expect(await readBaseline(file)).toBeNull();
  const baseline = {
    release: 'ALPHA',
    accepted: { 'Q-EXPIRED-HTTP': ['400'] },
    known: [{ clause: 'MOVE-BACK-01', issue: 'SURVEY-1', expires: '2026-12-31' }],
  };
  await writeBaseline(file, baseline);
  expect(await readBaseline(file)).toEqual(baseline);
});

test('a baseline that is wrong says all that is wrong', () => {
  expect(() => parseBaseline('known: [{ clause: MOVE-BACK-01 }]', 'b.yaml')).toThrow(/issue.*expires|expires.*issue/);
  expect(() => parseBaseline('known: [{ clause: NO-SUCH-01, issue: x, expires: 2026-01-01 }]', 'b.yaml')).toThrow(
    'there is no clause NO-SUCH-01',
  );
  expect(() => parseBaseline('accepted: { Q-NOTHING: [yes] }', 'b.yaml')).toThrow('Q-NOTHING');
  expect(() => parseBaseline('a: [', 'b.yaml')).toThrow('b.yaml is not YAML');
});
