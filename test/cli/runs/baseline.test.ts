import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canvass } from '../canvass.ts';

let cwd: string;
const profile = `name: pinned
target: { baseUrl: embedded, apiKeys: [canvass-key], embedded: { latencyMs: { distribution: none } } }
surveys: { walk: [{ id: 1001 }] }
output: { formats: [json] }
`;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'canvass-baseline-cli-'));
  await writeFile(join(cwd, 'pinned.yaml'), profile);
});

afterAll(() => rm(cwd, { recursive: true }));

const conform = (...words: string[]) =>
  canvass(['conform', 'pinned.yaml', '--no-shrink', '--respondents', '0', ...words], { cwd });

test('an answer that was accepted is a promise: what drifts from it fails, and is repeated as it was seen', async () => {
  const accepted = await conform('--clause', 'Q-EXPIRED-HTTP', '--accept');
  expect(accepted, accepted.stdout).toMatchObject({
    exitCode: 0,
    stderr: 'baseline.yaml: 1 answer accepted for release embedded; new or changed: Q-EXPIRED-HTTP.\n',
  });
  expect(await readFile(join(cwd, 'baseline.yaml'), 'utf8')).toMatch(/answers:\n {6}Q-EXPIRED-HTTP: \[ "400" \]\n/);

  const otherwise = ['--set', 'target.embedded.variants={expiredHttp: "200"}', '--out', 'drifted'];
  const drifted = await conform('--clause', 'Q-EXPIRED-HTTP', ...otherwise);
  expect(drifted.exitCode).toBe(1);
  expect(drifted.stdout).toMatch(/does otherwise than was accepted: Q-EXPIRED-HTTP\./);
  expect(drifted.stdout).toMatch(/ask the service’s owner about Q-EXPIRED-HTTP\./);

  const [run = ''] = (await readdir(join(cwd, 'drifted'))).filter((name) => name.endsWith('-pinned'));
  const again = await canvass(['replay', join('drifted', run), '--quiet'], { cwd });
  expect(again).toMatchObject({ exitCode: 1, stdout: 'FAIL  Q-EXPIRED-HTTP still fails\n' });
});

test('a known violation is tolerated until its day, and is missed when it is gone', async () => {
  const known = (expires: string) =>
    `known:\n  - { clause: PREVIOUS-SELECTED-01, issue: SURV-1, expires: ${expires} }\n`;
  const clause = ['--clause', 'PREVIOUS-SELECTED-01', '--baseline', 'known.yaml'];
  const faulty = [...clause, '--set', 'target.embedded.faults=[back-loses-answers]'];

  await writeFile(join(cwd, 'known.yaml'), known('2999-12-31'));
  const tolerated = await conform(...faulty, '--out', 'candidate');
  expect(tolerated, tolerated.stdout).toMatchObject({ exitCode: 0 });
  expect(tolerated.stdout).toMatch(/known: SURV-1, until .*\n.*PREVIOUS-SELECTED-01/);
  expect(tolerated.stdout).toMatch(/^PASS +No new broken promises, one known violation tolerated; /m);
  const gone = await conform(...clause, '--out', 'before');
  expect(gone.stdout).toMatch(/The known violation of PREVIOUS-SELECTED-01 no longer happens/);

  const compare = (...words: string[]) => canvass(['compare', 'before', 'candidate', '--quiet', ...words], { cwd });
  const same = await compare('--baseline', 'known.yaml');
  expect(same.stdout).toMatch(/, with one known violation tolerated\.$/m);

  await writeFile(join(cwd, 'known.yaml'), known('2020-01-01'));
  const worse = await compare('--baseline', 'known.yaml');
  expect(worse.exitCode).toBe(1);
  expect(worse.stdout).toMatch(/breaks a promise that the baseline kept/);
  expect(await compare('--baseline', 'nowhere.yaml')).toMatchObject({ exitCode: 2 });

  const expired = await conform(...faulty);
  expect(expired.exitCode).toBe(1);
  expect(expired.stdout).toMatch(/PREVIOUS-SELECTED-01 was tolerated for SURV-1 until 2020-01-01, and still happens\./);
});
