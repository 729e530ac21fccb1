import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { OtherService } from '../support/otherService.ts';
import { runAction } from './githubAction.ts';
import { runPipeline } from './gitlabPipeline.ts';
import { beside } from './repository.ts';
import { runScript, type Workspace } from './shell.ts';

vi.setConfig({ testTimeout: 180_000 });

type Command = 'conform' | 'load';
type Colour = 'green' | 'warning' | 'red';

interface Pipeline {
  readonly words: string;
  readonly allowsInvalid: boolean;
  /** Is called before each command. */
  readonly before?: (command: Command) => void;
}

interface Outcome {
  readonly colour: Colour;
  /** Of the step or job. */
  readonly exitCode: number | null;
}

type Outcomes = Readonly<Record<Command, Outcome>>;

async function onGitHub(workspace: Workspace, { words, allowsInvalid, before }: Pipeline): Promise<Outcomes> {
  const inputs = { 'api-key': 'other-key', arguments: words, repeat: '1', 'allow-invalid': String(allowsInvalid) };
  const steps = await runAction(workspace, { name: 'push', inputs }, (id) => {
    if (id === 'conform' || id === 'load') before?.(id);
  });
  const of = (id: Command): Outcome => {
    const { outcome, exitCode, log } = steps[id] ?? { outcome: 'skipped', exitCode: null, log: '' };
    if (outcome !== 'success') return { colour: 'red', exitCode };
    return { colour: log.includes('::warning title=canvass') ? 'warning' : 'green', exitCode };
  };
  // What is not sound is kept for no comparison; the reports are.
  if (of('load').colour !== 'green') expect(steps.save?.outcome).toBe('skipped');
  expect(steps.upload?.outcome).toBe('success');
  return { conform: of('conform'), load: of('load') };
}

async function onGitLab(workspace: Workspace, { words, allowsInvalid, before }: Pipeline): Promise<Outcomes> {
  const variables = {
    CI_PIPELINE_SOURCE: 'push',
    CI_COMMIT_BRANCH: 'main',
    CI_DEFAULT_BRANCH: 'main',
    CANVASS_API_KEY: 'other-key',
    CANVASS_ARGUMENTS: words,
    ...(allowsInvalid ? { CANVASS_ALLOW_INVALID: 'true' } : {}),
  };
  const jobs = await runPipeline(workspace, 'templates/canvass.yml', variables, (name) => {
    if (name !== 'canvass-compare') before?.(name === 'canvass-load' ? 'load' : 'conform');
  });
  const of = (name: string): Outcome => {
    const { outcome, exitCode } = jobs[name] ?? { outcome: 'absent', exitCode: null };
    return { colour: outcome === 'success' ? 'green' : outcome === 'warning' ? 'warning' : 'red', exitCode };
  };
  return { conform: of('canvass-conformance'), load: of('canvass-load') };
}

/** A plan of arrivals for which it has no room: whatever the machine, it is not the load that was asked for. */
const starved = '--no-shrink --set load.maxRespondents=1 --set respondent.thinkTimeMs.distribution=fixed';
const usual = '--no-shrink';
/** Long enough to go on when the service is gone. */
const longer = '--no-shrink --set load.stages.0.durationSeconds=3';

describe.each([
  ['GitHub', onGitHub, 0],
  ['GitLab', onGitLab, 103],
] as const)('what %s makes of an exit code', (_, pipeline, allowed) => {
  const aside = (mood: OtherService['mood'], work: (workspace: Workspace, service: OtherService) => Promise<void>) =>
    beside(mood, {}, work);

  test.concurrent('a service that is down: red, with exit code 5, whether or not INVALID is allowed', () =>
    aside('clean', async (workspace, service) => {
      await service.close();
      for (const allowsInvalid of [false, true]) {
        const { conform, load } = await pipeline(workspace, { words: usual, allowsInvalid });
        expect([conform, load]).toEqual([
          { colour: 'red', exitCode: 5 },
          { colour: 'red', exitCode: 5 },
        ]);
      }
    }));

  test.concurrent('a service that dies under conform: red, and load finds it down', () =>
    aside('clean', async (workspace, service) => {
      service.requestsLeft = 60;
      const { conform, load } = await pipeline(workspace, { words: usual, allowsInvalid: true });
      expect([conform, load]).toEqual([
        { colour: 'red', exitCode: 5 },
        { colour: 'red', exitCode: 5 },
      ]);
    }));

  test.concurrent('a service that dies under load: red', () =>
    aside('clean', async (workspace, service) => {
      const before = (command: Command): void => {
        if (command === 'load') service.requestsLeft = 60;
      };
      const { load } = await pipeline(workspace, { words: longer, allowsInvalid: true, before });
      expect(load).toEqual({ colour: 'red', exitCode: 5 });
    }));

  test.concurrent('a service that answers 500 to all: red', () =>
    aside('broken', async (workspace) => {
      const { conform, load } = await pipeline(workspace, { words: usual, allowsInvalid: false });
      expect([conform.colour, load.colour]).toEqual(['red', 'red']);
    }));

  test.concurrent('a limiter that refuses nearly everybody: red, with exit code 3', () =>
    aside('noisy', async (workspace) => {
      const { conform, load } = await pipeline(workspace, { words: usual, allowsInvalid: false });
      expect([conform, load]).toEqual([
        { colour: 'red', exitCode: 3 },
        { colour: 'red', exitCode: 3 },
      ]);
    }));

  test.concurrent('a plan that drops arrivals: red, with exit code 3, and no second try', () =>
    aside('clean', async (workspace) => {
      const { load } = await pipeline(workspace, { words: starved, allowsInvalid: false });
      expect(load).toEqual({ colour: 'red', exitCode: 3 });
      expect(existsSync(join(workspace.cwd, 'canvass-reports/load-first-try'))).toBe(false);
    }));

  test.concurrent('a plan that drops arrivals, where that is allowed: a warning, after one more try', () =>
    aside('clean', async (workspace) => {
      const { load } = await pipeline(workspace, { words: starved, allowsInvalid: true });
      expect(load).toEqual({ colour: 'warning', exitCode: allowed });
      expect(existsSync(join(workspace.cwd, 'canvass-reports/load-first-try'))).toBe(true);
      expect(existsSync(join(workspace.cwd, 'canvass-reports/load'))).toBe(true);
    }));
});

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
