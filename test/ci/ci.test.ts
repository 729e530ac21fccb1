import { cpSync, existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { sampleResult } from '../support/sampleResults.ts';
import { type Event, runAction } from './githubAction.ts';
import { jobsOf, runPipeline } from './gitlabPipeline.ts';
import { beside } from './repository.ts';
import { briefly, endingWith, repeating, type Workspace } from './shell.ts';

const template = 'templates/canvass.yml';

/** Folders of the runs below that of the load. */
async function runsIn({ cwd }: Workspace): Promise<string[]> {
  const load = join(cwd, 'canvass-reports/load');
  const [whole = ''] = (await readdir(load).catch(() => [])).filter((name) => /-x\d$/.test(name));
  return (await readdir(join(load, whole)).catch(() => [])).filter((name) => /Z-canvass(-\d+)?$/.test(name));
}

test('the action and the workflow are what GitHub takes', () => {
  expect(validateAction(readFileSync('action.yml', 'utf8')).errors).toEqual([]);
  expect(validateWorkflow(readFileSync('templates/github.yml', 'utf8')).errors).toEqual([]);
  expect(validateAction(readFileSync('action.yml', 'utf8').replace('shell: bash', 'shel: bash')).errors).not.toEqual(
    [],
  );
});

test('the workflow gives the action inputs that it has', () => {
  const { inputs } = parse(readFileSync('action.yml', 'utf8'));
  const workflow = parse(readFileSync('templates/github.yml', 'utf8'));
  const step = workflow.jobs.canvass.steps.find(({ uses }: { uses?: string }) => uses === './node_modules/canvass');
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)));
});

test('the template has the keywords of GitLab only, and its jobs run in merge requests', () => {
  const jobs = jobsOf(template);
  expect(jobs.map(([name]) => name)).toEqual(['canvass-conformance', 'canvass-load', 'canvass-compare']);
  for (const [, { rules }] of jobs) expect(rules?.[0]?.if).toBe('$CI_PIPELINE_SOURCE == "merge_request_event"');
});

describe('the steps on GitHub, in order', () => {
  const event = (name: Event['name'], key = 'other-key', repeat = '2'): Event => ({
    name,
    // A busy machine may make a run INVALID, which is not what is asked for here.
    inputs: { 'api-key': key, arguments: '--no-shrink', repeat, 'allow-invalid': 'true' },
  });
  const outcomesOf = (steps: Awaited<ReturnType<typeof runAction>>) =>
    Object.fromEntries(Object.entries(steps).map(([id, { outcome }]) => [id, outcome]));
  // The comment that was written is found again.
  const shims = {
    gh: 'echo "$@" >> comments; case "$*" in *--paginate*) cat .comment 2> /dev/null || true;; *) echo 41 > .comment;; esac',
  };

  test.concurrent('clean: everything runs, sound runs of the main branch are kept, and the next pull request is compared', () =>
    beside('clean', shims, async (workspace) => {
      await briefly(workspace);
      const pushed = await runAction(workspace, event('push'));
      expect(outcomesOf(pushed)).toMatchObject({ conform: 'success', load: 'success', compare: 'skipped' });
      expect(await runsIn(workspace)).toHaveLength(2);
      // On a busy machine they may not have been sound.
      expect(existsSync(join(workspace.cwd, '.cache'))).toBe(pushed.save?.outcome === 'success');
      cpSync(join(workspace.cwd, 'canvass-reports/load'), join(workspace.cwd, '.cache'), { recursive: true });
      await repeating(workspace);
      const asked = await runAction(workspace, event('pull_request', 'other-key', '1'));
      expect(outcomesOf(asked)).toMatchObject({
        conform: 'success',
        load: 'success',
        comment: 'success',
        keep: 'skipped',
      });
      await repeating(workspace);
      await runAction(workspace, event('pull_request', 'other-key', '1'));
      const comments = readFileSync(join(workspace.cwd, 'comments'), 'utf8');
      expect(comments.match(/^api --silent .*/gm)).toEqual([
        'api --silent repos/1/issues/1/comments --field body=@canvass-comparison/comment.md',
        'api --silent --method PATCH repos/1/issues/comments/41 --field body=@canvass-comparison/comment.md',
      ]);
      const comment = readFileSync(join(workspace.cwd, 'canvass-comparison/comment.md'), 'utf8');
      expect(comment).toMatch(/^<!-- canvass: canvass\.yaml -->\n/);
    }));

  test.concurrent('failing: the step is red, and every other step runs all the same', () =>
    beside('clean', shims, async (workspace) => {
      await endingWith(workspace, { conform: [1], load: [1] });
      const steps = await runAction(workspace, event('pull_request', 'other-key', '1'));
      expect(outcomesOf(steps)).toMatchObject({
        conform: 'failure',
        load: 'failure',
        compare: 'success',
        upload: 'success',
      });
      expect(steps.compare?.log).toContain('::notice title=canvass::The main branch has left no runs yet');
    }));

  test.concurrent('without a key elsewhere than in a fork: red, and nothing is run', () =>
    beside('clean', shims, async (workspace) => {
      const steps = await runAction(workspace, event('push', ''));
      expect(steps.start?.log).toContain('::error title=canvass::There is no API key here');
      expect(new Set(Object.values(outcomesOf(steps)))).toEqual(new Set(['failure', 'skipped']));
    }));

  test.concurrent('without a key in a fork: a word, and nothing else', () =>
    beside('clean', shims, async (workspace) => {
      const steps = await runAction(workspace, { ...event('pull_request', ''), isFork: true });
      expect(steps.start?.log).toContain('::notice title=canvass::There is no API key here');
      expect(new Set(Object.values(outcomesOf(steps)))).toEqual(new Set(['success', 'skipped']));
      expect(await readdir(workspace.cwd)).not.toContain('canvass-reports');
    }));
});

describe('the jobs on GitLab, in order', () => {
  const variables = {
    CI_PIPELINE_SOURCE: 'merge_request_event',
    CI_DEFAULT_BRANCH: 'main',
    CI_API_V4_URL: 'http://127.0.0.1:9/api',
    CI_PROJECT_ID: '1',
    CI_JOB_TOKEN: 'job-token',
    CANVASS_API_KEY: 'other-key',
    CANVASS_ARGUMENTS: '--no-shrink',
    // A busy machine may make a run INVALID, which is not what is asked for here.
    CANVASS_ALLOW_INVALID: 'true',
  };
  const outcomesOf = (jobs: Awaited<ReturnType<typeof runPipeline>>) =>
    Object.values(jobs).map(({ outcome }) => outcome);
  // The main branch left nothing.
  const shims = {
    curl: 'exit 22',
    unzip: 'mkdir -p canvass-baseline && cp -r .left canvass-baseline/canvass-reports',
  };

  const sameFigures = `cp -r canvass-reports/load .left && touch baseline.zip &&
find .left -name result.json -exec sed -i -zE 's/("run": *\\{\\s*"id": *")/\\1main-/' {} +`;

  test.concurrent('clean: conformance, load and comparison', () =>
    // The main branch left runs with the very same figures.
    beside('clean', { ...shims, curl: sameFigures }, async (workspace) => {
      await endingWith(workspace, { conform: [0], load: [0] }, sampleResult());
      const jobs = await runPipeline(workspace, template, variables);
      expect(outcomesOf(jobs)).toEqual(['success', 'success', 'success']);
      expect(jobs['canvass-compare']?.log).toMatch(/^(PASS|INVALID)/m);
    }));

  test.concurrent('failing: the jobs are red, and the comparison runs all the same', () =>
    beside('clean', shims, async (workspace) => {
      await endingWith(workspace, { conform: [1], load: [1] });
      const jobs = await runPipeline(workspace, template, variables);
      expect(outcomesOf(jobs)).toEqual(['failed', 'failed', 'success']);
      expect(jobs['canvass-compare']?.log).toContain('main has left no runs yet');
    }));

  test.concurrent('without a key in a fork: a word, and nothing else', () =>
    beside('clean', shims, async (workspace) => {
      const fork = { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '9', CI_MERGE_REQUEST_PROJECT_ID: '1', CANVASS_API_KEY: '' };
      const jobs = await runPipeline(workspace, template, { ...variables, ...fork });
      expect(outcomesOf(jobs)).toEqual(['success', 'success', 'success']);
      expect(jobs['canvass-load']?.log).toContain('There is no CANVASS_API_KEY here');
    }));

  test.concurrent('on the main branch the comparison is left out, and a missing key is red', () =>
    beside('clean', shims, async (workspace) => {
      const branch = { ...variables, CI_PIPELINE_SOURCE: 'push', CI_COMMIT_BRANCH: 'main', CANVASS_API_KEY: '' };
      const jobs = await runPipeline(workspace, template, branch);
      expect(outcomesOf(jobs)).toEqual(['failed', 'failed', 'absent']);
      expect(jobs['canvass-load']?.log).toContain('set this CI/CD variable');
    }));
});
