import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseResult } from '../../../src/result/resultFile.ts';
import { folderOf, runsIn } from '../../support/folder.ts';
import { canvass } from '../canvass.ts';

test('a search of the embedded service up to a ceiling confirms it, says "at least", and passes', async () => {
  const out = folderOf({});
  const short = ['capacity.maxPerSecond=5', 'capacity.startPerSecond=5', 'capacity.confirmSeconds=3'];
  const settings = ['load.workers=1', 'load.arrivals=even', 'capacity.slo=["latency.p99 < 8s"]', ...short].flatMap(
    (one) => ['--set', one],
  );
  const { exitCode, stdout, stderr } = await canvass([
    'capacity',
    'capacity',
    '--out',
    out,
    '--peak',
    '120/min',
    ...settings,
  ]);
  const [run = ''] = runsIn(out);
  const files = await readdir(join(out, run));
  const result = parseResult(await readFile(join(out, run, 'result.json'), 'utf8'), 'the result');
  const [capacity] = result.capacity;
  expect({ exitCode, verdict: result.verdict, stderr }).toMatchObject({ exitCode: 0, verdict: 'PASS' });
  expect(capacity).toMatchObject({ datacenter: 'local', limitedBy: 'ceiling', plan: { verdict: 'yes' } });
  expect(capacity?.sustainablePerSecond.high).toBeNull();
  expect(capacity?.sustainablePerSecond.best).toBeGreaterThan(4);
  expect(stdout).toContain('at least');
  expect(stderr).toMatch(/local {2}climb +5\.0\/s/);
  expect(await readFile(join(out, run, 'planning.md'), 'utf8')).toContain('| local |');
  expect(files).toEqual(expect.arrayContaining(['report.html', 'junit.xml', 'summary.md', 'planning.md']));
});
