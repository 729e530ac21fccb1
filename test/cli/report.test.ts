import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeReports } from '../../src/report/writeReports.ts';
import type { RunResult } from '../../src/result/runResult.ts';
import { sharedFolder } from '../support/folder.ts';
import { failingResult, sampleResult } from '../support/sampleResults.ts';
import { canvass } from './canvass.ts';

const cwd = sharedFolder();

beforeAll(async () => {
  await writeReports(sampleResult({ seed: 1, seconds: 40 }), join(cwd, 'reports', 'a'), ['json']);
  await writeReports(sampleResult({ seed: 2, seconds: 40 }), join(cwd, 'reports', 'b'), ['json']);
  await writeReports(failingResult(), join(cwd, 'reports', 'c'), ['json']);
});

const result = (name: string): string => join('reports', name, 'result.json');

describe('canvass report', () => {
  it('writes what is asked for beside the result, and the index', async () => {
    const { exitCode, stdout, stderr } = await canvass(
      ['report', result('c'), '--format', 'html,junit,markdown,hlog,har', '--index'],
      { cwd },
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.trimEnd().split('\n')).toEqual(
      ['report.html', 'junit.xml', 'summary.md', 'latency.hlog', 'latency-seconds.hlog', 'violations.har']
        .map((name) => join('reports', 'c', name))
        .concat(join('reports', 'index.html')),
    );
    expect(await readFile(join(cwd, 'reports', 'c', 'report.html'), 'utf8')).toContain(
      'A respondent sees the text of another respondent',
    );
  });

  it('merges shards into a folder of its own', async () => {
    const { exitCode } = await canvass(['report', result('a'), result('b'), '--out', 'merged'], { cwd });
    expect(exitCode).toBe(0);
    const merged = JSON.parse(await readFile(join(cwd, 'merged', 'result.json'), 'utf8'));
    const parts = [1, 2].map((seed) => sampleResult({ seed, seconds: 40 }).respondents.started);
    expect(merged.respondents.started).toBe((parts[0] ?? 0) + (parts[1] ?? 0));
  });

  it('prints annotations and fills the step summary on GitHub', async () => {
    const summary = join(cwd, 'summary.md');
    const { stderr } = await canvass(['report', result('c'), '--format', 'junit', '--quiet'], {
      cwd,
      environment: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary },
    });
    expect(stderr).toMatch(/^::error title=canvass FAIL::/);
    expect(await readFile(summary, 'utf8')).toContain('## ❌ FAIL');
  });

  it('refuses runs that cannot be compared: interrupted ones, other commands, one run twice', async () => {
    const written = async (name: string, changes: Partial<RunResult>) => {
      await writeReports({ ...sampleResult({ seed: 9, seconds: 20 }), ...changes }, join(cwd, 'reports', name), [
        'json',
      ]);
      return result(name);
    };
    const { run } = sampleResult({ seed: 9, seconds: 20 });
    const interrupted = await written('interrupted', { run: { ...run, interrupted: true, durationSeconds: 4 } });
    const conform = await written('conform', { kind: 'conform' });
    const refused = (words: readonly string[]) => canvass(['compare', ...words, '--out', 'refused'], { cwd });
    const because = (sentence: string) => ({ exitCode: 2, stderr: expect.stringContaining(sentence) });
    expect(await refused([result('a'), result('a')])).toMatchObject(because('is named twice: name each run once.'));
    expect(await refused([result('a'), interrupted])).toMatchObject(because('was interrupted after 4 s'));
    expect(await refused([result('a'), conform])).toMatchObject(because('they measure different things'));
    expect(await canvass(['report', result('a'), result('a'), '--out', 'doubled'], { cwd })).toMatchObject(
      because('named twice'),
    );
  });
});

describe('canvass compare', () => {
  it('exits with 1 when a violation is new, and writes its page and Markdown', async () => {
    const { exitCode, stdout } = await canvass(['compare', result('a'), result('c'), '--out', 'cmp'], { cwd });
    expect(exitCode).toBe(1);
    expect(stdout).toContain(
      'REGRESSION  Going back does not mark all answers that were chosen (survey 1001)  PREVIOUS-SELECTED-01',
    );
    expect(await readFile(join(cwd, 'cmp', 'compare.html'), 'utf8')).toContain('The candidate against the base');
    expect(await readFile(join(cwd, 'cmp', 'compare.md'), 'utf8')).toMatch(/^## ❌/);
  });

  it('writes over no earlier comparison, nor over the reports of another run', async () => {
    for (const candidate of ['b', 'c'])
      await canvass(['compare', result('a'), result(candidate), '--out', 'kept'], { cwd });
    expect((await readdir(join(cwd, 'kept'))).sort()).toEqual([
      'compare-2.html',
      'compare-2.md',
      'compare.html',
      'compare.md',
    ]);
    const refused = await canvass(['report', result('a'), '--format', 'json', '--out', 'reports/b'], { cwd });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('reports/b holds the result of another run. Choose another folder with --out.');
  });

  it('exits with 0 when nothing is slower or wronger; --json prints the comparison and nothing else', async () => {
    const words = ['compare', result('a'), '--candidate', result('b'), '--out', 'same', '--json'];
    const { exitCode, stdout } = await canvass(words, { cwd });
    expect(exitCode).toBe(0);
    const comparison = JSON.parse(stdout);
    expect(comparison.runs.map((run: { side: string }) => run.side)).toEqual(['base', 'candidate']);
  });

  it('exits with 3 where speed cannot be told, for a gate that asks for it, and stays 1 where something broke', async () => {
    const gate = (candidate: string) =>
      canvass(['compare', result('a'), result(candidate), '--out', 'gate', '--fail-on', 'cant-tell'], { cwd });
    expect(await gate('b')).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining("CAN'T TELL  The candidate"),
    });
    expect(await gate('c')).toMatchObject({ exitCode: 1 });
  });
});
