import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseResult } from '../../../src/result/resultFile.ts';
import { folderOf } from '../../support/folder.ts';
import { canvass } from '../canvass.ts';

const profile = `
target: { baseUrl: embedded, release: ALPHA, embedded: { session: cookie } }
surveys: { walk: [{ id: 1001 }, { id: 1002 }] }
respondent: { thinkTimeMs: { distribution: fixed, value: 5 }, back: 0.3 }
load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 40 }], warmupSeconds: 0 }
duet:
  learnSeconds: 0.5
  candidate: { target: { release: BETA, embedded: { session: token, faults: [back-two-pages] } } }
`;

test('two services are walked at once: what differs, what broke, and a result of each that other commands read', async () => {
  const folder = folderOf({ 'mine.yaml': profile });
  const out = join(folder, 'reports');
  const { exitCode, stdout } = await canvass(['duet', 'embedded', 'embedded', 'mine.yaml', '--out', out], {
    cwd: folder,
    environment: { GITHUB_STEP_SUMMARY: join(folder, 'step.md') },
  });
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 1 });
  expect(stdout).toMatch(
    /^FAIL {2}New: Going back shows the (?:first|wrong) page\. The candidate breaks one promise that the base keeps, behaves differently in \w+ ways? that/m,
  );
  expect(stdout).toMatch(/REGRESSION +Going back shows the (?:first|wrong) page \(survey 100\d.*\) +MOVE-BACK-01/);
  expect(stdout).toMatch(/UNEXPECTED +page:[0-9a-f]{8}/);
  const [run = ''] = await readdir(out);
  expect((await readdir(join(out, run))).sort()).toEqual([
    'base',
    'candidate',
    'duet.html',
    'duet.json',
    'duet.md',
    'junit.xml',
  ]);
  const text = (name: string) => readFile(join(out, run, name), 'utf8');
  expect(JSON.parse(await text('duet.json'))).toMatchObject({ schema: 'canvass.duet/2', verdict: 'FAIL' });
  expect(await text('junit.xml')).toContain('<testsuite name="behaviour"');
  const [verdict = ''] = (await readFile(join(folder, 'step.md'), 'utf8')).split('\n');
  expect(await text('duet.md')).toContain(verdict);
  expect(await text('duet.md')).toContain('[candidate](<candidate/report.html>)');
  for (const [side, release, violations] of [
    ['base', 'ALPHA', []],
    ['candidate', 'BETA', ['MOVE-BACK-01']],
  ] as const) {
    const result = parseResult(await text(`${side}/result.json`), side);
    expect(result.target.release).toBe(release);
    expect(result.violations.map(({ clause }) => clause)).toEqual(violations);
  }
  const results = ['base', 'candidate'].map((side) => join(out, run, side, 'result.json'));
  const compared = await canvass(['compare', ...results, '--out', folder]);
  expect(compared).toMatchObject({ exitCode: 1 });
  expect(compared.stdout).toMatch(
    /REGRESSION +Going back shows the (?:first|wrong) page \(survey 100\d.*\) +MOVE-BACK-01/,
  );
  expect(compared.stdout).toMatch(/^FAIL {2}New: Going back shows/m);
});
