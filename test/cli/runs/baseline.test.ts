import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseResult } from '../../../src/result/resultFile.ts';
import { sharedFolder } from '../../support/folder.ts';
import { canvass } from '../canvass.ts';

const profile = `name: pinned
target: { baseUrl: embedded, apiKeys: [canvass-key], embedded: { latencyMs: { distribution: none } } }
surveys: { walk: [{ id: 1001 }] }
output: { formats: [json] }
`;
const cwd = sharedFolder({ 'pinned.yaml': profile });

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
  const brief = ['--set', 'surveys.walk=[{id: 1016}]'];
  const clause = ['--clause', 'PREVIOUS-SELECTED-01', '--baseline', 'known.yaml', ...brief];
  const faulty = [...clause, '--set', 'target.embedded.faults=[back-loses-answers]'];

  await writeFile(join(cwd, 'known.yaml'), known('2999-12-31'));
  const tolerated = await conform(...faulty, '--out', 'candidate');
  expect(tolerated, tolerated.stdout).toMatchObject({ exitCode: 0 });
  expect(tolerated.stdout).toMatch(/known: SURV-1, until .*\n(?:.*\n)?.*PREVIOUS-SELECTED-01/);
  expect(tolerated.stdout).toMatch(/^PASS +No new broken promises, one known violation tolerated; /m);
  const gone = await conform(...clause, '--out', 'before');
  expect(gone.stdout).toMatch(
    /The known violation of PREVIOUS-SELECTED-01 was looked for on this target, and not seen/,
  );

  const compare = (...words: string[]) => canvass(['compare', 'before', 'candidate', '--quiet', ...words], { cwd });
  const same = await compare('--baseline', 'known.yaml');
  expect(same.stdout).toMatch(/, with one known violation tolerated\. Speed is not judged\.$/m);

  await writeFile(join(cwd, 'known.yaml'), known('2020-01-01'));
  const worse = await compare('--baseline', 'known.yaml');
  expect(worse.exitCode).toBe(1);
  expect(worse.stdout).toMatch(/breaks one promise that the base keeps/);
  expect(await compare('--baseline', 'nowhere.yaml')).toMatchObject({ exitCode: 2 });

  const [tolerant = ''] = await readdir(join(cwd, 'candidate'));
  const words = ['accept', join('candidate', tolerant), '--violation', 'PREVIOUS-SELECTED-01', '--issue', 'SURV-1'];
  const past = await canvass([...words, '--expires', '2020-01-01'], { cwd });
  expect(past).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--expires 2020-01-01 is over') });

  const expired = await conform(...faulty);
  expect(expired.exitCode).toBe(1);
  expect(expired.stdout).toMatch(/PREVIOUS-SELECTED-01 was tolerated for SURV-1 until 2020-01-01, and still happens\./);
});

const known = ['cookie', 'token'].map(
  (session) =>
    `  - ${[
      ...[`{ clause: PREVIOUS-SELECTED-01, session: ${session}`, `issue: ${session}, expires: 2999-12-31 }`],
    ].join(', ')}`,
);
const walked = (session: string) => `name: walked
target: { baseUrl: embedded, apiKeys: [canvass-key], embedded: { session: ${session}, faults: [back-loses-answers] } }
surveys: { walk: [{ id: 1001 }] }
respondent: { back: 0.4, thinkTimeMs: { distribution: none } }
load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 20 }], warmupSeconds: 0, workers: 1 }
duet: { learnSeconds: 0.3 }
thresholds: [violations == 0, { expression: violations.distinct == 0, windowSeconds: 1 }]
output: { formats: [json] }
`;

test.each([
  ['load', 'cookie', ['load', '--no-shrink'], ''],
  ['duet', 'token', ['duet', 'embedded', 'embedded'], 'candidate'],
  ['conform', 'token', ['conform', '--clause', 'PREVIOUS-SELECTED-01', '--no-shrink', '--respondents', '5'], ''],
] as const)('%s tolerates what is known of the transport that it observed: %s', async (name, session, words, side) => {
  const out = `${name}-${session}`;
  await writeFile(join(cwd, 'walked.yaml'), walked(session));
  await writeFile(join(cwd, 'bound.yaml'), `known:\n${known.join('\n')}\n`);
  await canvass([...words, 'walked.yaml', '--baseline', 'bound.yaml', '--out', out], { cwd });
  const [run = ''] = (await readdir(join(cwd, out))).filter((each) => each.endsWith('-walked') || name === 'duet');
  const { violations } = parseResult(await readFile(join(cwd, out, run, side, 'result.json'), 'utf8'), out);
  const standings = violations.filter(({ clause }) => clause === 'PREVIOUS-SELECTED-01').map((each) => each.baseline);
  expect(standings.length).toBeGreaterThan(0);
  expect(new Set(standings.map((each) => (each.kind === 'KNOWN' ? each.issue : each.kind)))).toEqual(
    new Set([session]),
  );
});
