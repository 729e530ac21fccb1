import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canvass } from '../cli/canvass.ts';
import type { OtherService } from '../support/otherService.ts';
import { runAction } from './githubAction.ts';
import { runPipeline } from './gitlabPipeline.ts';
import { beside } from './repository.ts';
import { endingWith, runScript, type Workspace } from './shell.ts';

/** What a system shows of the step or job of one command. */
type Shown = readonly [outcome: string, exitCode: number | null];
type Both = Readonly<Record<'conform' | 'load', Shown>>;

async function onGitHub(workspace: Workspace, allowsInvalid: boolean): Promise<Both> {
  const inputs = { 'api-key': 'other-key', repeat: '1', 'allow-invalid': String(allowsInvalid) };
  const steps = await runAction(workspace, { name: 'push', inputs });
  const of = (id: string): Shown => [steps[id]?.outcome ?? 'absent', steps[id]?.exitCode ?? null];
  // What is not sound is kept for no comparison; the reports are.
  const isSound = steps.conform?.outcome === 'success' && steps.load?.log.endsWith('ends with 0\n');
  expect(steps.save?.outcome).toBe(isSound ? 'success' : 'skipped');
  expect(steps.upload?.outcome).toBe('success');
  return { conform: of('conform'), load: of('load') };
}

async function onGitLab(workspace: Workspace, allowsInvalid: boolean): Promise<Both> {
  const variables = {
    CI_PIPELINE_SOURCE: 'push',
    CI_COMMIT_BRANCH: 'main',
    CI_DEFAULT_BRANCH: 'main',
    CANVASS_API_KEY: 'other-key',
    ...(allowsInvalid ? { CANVASS_ALLOW_INVALID: 'true' } : {}),
  };
  const jobs = await runPipeline(workspace, 'templates/canvass.yml', variables);
  const of = (name: string): Shown => [jobs[name]?.outcome ?? 'absent', jobs[name]?.exitCode ?? null];
  return { conform: of('canvass-conformance'), load: of('canvass-load') };
}

describe.each([
  ['GitHub', onGitHub, { red: 'failure', allowed: ['success', 0] }],
  ['GitLab', onGitLab, { red: 'failed', allowed: ['warning', 103] }],
] as const)('on %s', (_, pipeline, { red, allowed }) => {
  test.each([
    { ends: [0], allows: false, shown: ['success', 0] },
    { ends: [5], allows: true, shown: [red, 5] },
    { ends: [3], allows: false, shown: [red, 3] },
    { ends: [3, 3], allows: true, shown: allowed },
  ])('commands that end with $ends, where INVALID is allowed: $allows', ({ ends, allows, shown }) =>
    beside('clean', {}, async (workspace) => {
      await endingWith(workspace, { conform: ends, load: ends });
      expect(await pipeline(workspace, allows)).toEqual({ conform: shown, load: shown });
    }),
  );

  test('load runs where conform has failed', () =>
    beside('clean', {}, async (workspace) => {
      await endingWith(workspace, { conform: [1], load: [0] });
      expect(await pipeline(workspace, true)).toEqual({ conform: [red, 1], load: ['success', 0] });
    }));
});

/** A plan of arrivals for which it has no room: whatever the machine, it is not the load that was asked for. */
const starved = [
  'load.maxRespondents=1',
  'load.gracefulStopSeconds=1',
  'respondent.thinkTimeMs.distribution=fixed',
].flatMap((value) => ['--set', value]);

interface Situation {
  readonly name: string;
  readonly command: 'conform' | 'load';
  readonly mood?: OtherService['mood'];
  readonly requestsLeft?: number;
  readonly words?: readonly string[];
  readonly codes: readonly number[];
}

const situations: readonly Situation[] = [
  { name: 'is down', command: 'conform', requestsLeft: 0, codes: [5] },
  { name: 'is down', command: 'load', requestsLeft: 0, codes: [5] },
  { name: 'dies meanwhile', command: 'conform', requestsLeft: 60, codes: [5] },
  // Long enough to go on when the service is gone.
  {
    name: 'dies meanwhile',
    command: 'load',
    requestsLeft: 60,
    words: ['--set', 'load.stages.0.durationSeconds=3'],
    codes: [5],
  },
  { name: 'answers 500 to all', command: 'conform', mood: 'broken', codes: [1] },
  { name: 'answers 500 to all', command: 'load', mood: 'broken', codes: [1] },
  {
    name: 'refuses nearly everybody as too many',
    command: 'conform',
    mood: 'noisy',
    words: ['--for', '3s'],
    codes: [3],
  },
  {
    name: 'refuses nearly everybody as too many',
    command: 'load',
    mood: 'noisy',
    words: ['load.gracefulStopSeconds=1', 'target.timeoutMs=1000'].flatMap((value) => ['--set', value]),
    codes: [3],
  },
  { name: 'is given fewer arrivals than planned', command: 'load', words: starved, codes: [3] },
];

test.each(situations)('of a service that $name, $command ends with $codes', (situation) =>
  beside(situation.mood ?? 'clean', {}, async ({ cwd }, service) => {
    service.requestsLeft = situation.requestsLeft ?? service.requestsLeft;
    const words = [situation.command, 'canvass.yaml', '--no-shrink', ...(situation.words ?? [])];
    const environment = { CANVASS_API_KEY: 'other-key', GITHUB_ACTIONS: 'true' };
    const { exitCode, stderr } = await canvass(words, { cwd, environment });
    expect(situation.codes).toContain(exitCode);
    // Where GitHub shows a step as green, this shows that the run proved nothing.
    if (exitCode === 3) expect(stderr).toContain('::warning title=canvass');
    if (exitCode === 1) expect(stderr).toContain('::error title=canvass FAIL::');
  }),
);

test.each([
  { allow: '', codes: [3], ends: 3 },
  { allow: 'false', codes: [3], ends: 3 },
  { allow: 'true', codes: [3, 3], ends: 103 },
  { allow: 'true', codes: [3, 0], ends: 0 },
  { allow: 'true', codes: [3, 1], ends: 1 },
  { allow: 'true', codes: [3, 5], ends: 5 },
  ...[0, 1, 2, 4, 5, 130].map((code) => ({ allow: 'true', codes: [code], ends: code })),
])('allowed "$allow", tries that end with $codes: attempt.sh ends with $ends', async ({ allow, codes, ends }) => {
  const cwd = await mkdtemp(join(tmpdir(), 'canvass-attempt-'));
  const attempt = join(process.cwd(), 'templates/attempt.sh');
  await writeFile(join(cwd, 'codes'), codes.join('\n'));
  await writeFile(
    join(cwd, 'try'),
    'code=$(sed -n 1p codes); sed -i 1d codes; mkdir "$2"; echo $code > "$2/left"; exit $code',
  );
  try {
    const { exitCode } = await runScript({ cwd, programs: cwd }, `bash "${attempt}" bash try --out runs`, {
      CANVASS_ALLOW_INVALID: allow,
    });
    expect(exitCode).toBe(ends);
    expect(await readFile(join(cwd, 'codes'), 'utf8')).toBe('');
    expect(await readFile(join(cwd, 'runs/left'), 'utf8')).toBe(`${codes.at(-1)}\n`);
    expect(existsSync(join(cwd, 'runs-first-try'))).toBe(codes.length > 1);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
});
