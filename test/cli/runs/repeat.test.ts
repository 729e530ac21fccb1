import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseResult } from '../../../src/result/resultFile.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { sharedFolder } from '../../support/folder.ts';
import { canvass } from '../canvass.ts';

const cwd = sharedFolder({
  'brief.yaml': `target: { baseUrl: embedded }
respondent: { thinkTimeMs: { distribution: none } }
load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 20 }], warmupSeconds: 0, workers: 1 }
thresholds: ["violations == 0"]
output: { formats: [json] }
`,
});

async function resultOf(...path: string[]): Promise<RunResult> {
  return parseResult(await readFile(join(cwd, ...path, 'result.json'), 'utf8'), path.join('/'));
}

/** Runs the profile, and gives the folder of the whole with those of its runs. */
async function repeated(out: string, times: string, ...words: string[]) {
  const ended = await canvass(['load', 'brief.yaml', '--repeat', times, '--out', out, '--no-shrink', ...words], {
    cwd,
  });
  const [whole = ''] = (await readdir(join(cwd, out))).filter((name) => name.includes('-brief'));
  const runs = (await readdir(join(cwd, out, whole))).filter(
    (name) => name.endsWith('-brief') || /-brief-\d+$/.test(name),
  );
  return { ...ended, whole: join(out, whole), runs: runs.sort() };
}

test('a violation in each run keeps no other from running, and the whole is their sum', async () => {
  const words = ['--set', 'target.embedded.faults=[back-two-pages]', '--set', 'respondent.back=0.4', '--seed', '11'];
  const { exitCode, stdout, whole, runs } = await repeated('failing', '2', ...words);
  expect(stdout).toMatch(/^FAIL {2}Going back shows the (?:first|wrong) page/m);
  expect(exitCode).toBe(1);
  expect(runs).toHaveLength(2);
  const each = await Promise.all(runs.map((run) => resultOf(whole, run)));
  expect(each.map(({ run }) => run.seed).sort()).toEqual([11, 12]);
  const pooled = await resultOf(whole);
  const started = (results: RunResult[]): number =>
    results.reduce((sum, { respondents }) => sum + respondents.started, 0);
  expect(pooled.respondents.started).toBe(started(each));
  expect(pooled.generator.workers).toBe(1);
  const ids = (results: RunResult[]): string[] =>
    [...new Set(results.flatMap(({ violations }) => violations.map(({ id }) => id)))].sort();
  expect(ids([pooled])).toEqual(ids(each));
  const signatures = (results: RunResult[]): string[] =>
    [...new Set(results.flatMap(({ problems }) => problems.map(({ signature }) => signature)))].sort();
  expect(signatures([pooled])).toEqual(signatures(each));
});

test('folders are compared run by run, drawn seeds are no difference, and one is rendered as the run that it holds', async () => {
  const before = await repeated('before', '2');
  const after = await repeated('after', '2');
  expect([before.exitCode, after.exitCode].filter((code) => code !== 0 && code !== 3)).toEqual([]);
  const { stdout } = await canvass(['compare', 'before', after.whole, '--json', '--out', 'comparison'], { cwd });
  const { runs, environment } = JSON.parse(stdout);
  expect(runs.map(({ side }: { side: string }) => side)).toEqual(['base', 'base', 'candidate', 'candidate']);
  const names = environment.map(({ name }: { name: string }) => name);
  expect(names).not.toContain('seed');
  expect(names).not.toContain('profile content');
  const rendered = await canvass(['report', after.whole, '--format', 'markdown'], { cwd });
  expect(rendered).toMatchObject({ exitCode: 0, stdout: `${join(after.whole, 'summary.md')}\n` });
});

test('what cannot begin leaves no folder behind', async () => {
  const words = ['load', 'brief.yaml', '--repeat', '2', '--out', 'gone', '--base-url', 'http://127.0.0.1:9'];
  const { exitCode } = await canvass([...words, '--set', 'surveys.walk=[{id: 1}]'], {
    cwd,
    environment: { CANVASS_API_KEY: 'x' },
  });
  expect(exitCode).toBe(5);
  expect(existsSync(join(cwd, 'gone'))).toBe(false);
});
