import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { parseResult } from '../../../src/result/resultFile.ts';
import { runsIn, sharedFolder } from '../../support/folder.ts';
import { canvass, main } from '../canvass.ts';

const folder = sharedFolder({
  'brief.yaml': `name: brief
seed: 4
target: { baseUrl: embedded }
respondent: { thinkTimeMs: { distribution: none } }
load:
  stages: [{ durationSeconds: 0.5, arrivalsPerSecond: 20 }]
  warmupSeconds: 0
  workers: 1
thresholds: ["violations == 0"]
`,
});
const profile = join(folder, 'brief.yaml');

/** A run of few respondents that goes on until it is stopped, once it has written seconds of its journal in which some began. */
async function longRun(out: string, ...words: string[]): Promise<{ child: ChildProcess; directory: string }> {
  const all = [
    'load',
    profile,
    '--out',
    out,
    '--set',
    'load.stages=[{durationSeconds: 120, arrivalsPerSecond: 4}]',
    '--set',
    'load.arrivals=even',
    ...words,
  ];
  const child = spawn(process.execPath, [main, ...all], { stdio: 'ignore' });
  for (;;) {
    const [name] = await readdir(out).catch(() => []);
    const directory = join(out, name ?? '');
    const journal = name === undefined ? '' : await readFile(join(directory, 'journal.jsonl'), 'utf8').catch(() => '');
    if (journal.split('\n').length > 3) return { child, directory };
    await delay(50);
  }
}

describe('canvass load', () => {
  it('walks the embedded service, and writes its reports into a folder of its own', async () => {
    const out = join(folder, 'first');
    const ended = await canvass(['load', profile, '--out', out]);
    expect(ended.stdout).toMatch(/\nPASS {2}/);
    expect(ended.exitCode).toBe(0);
    const [name = ''] = runsIn(out);
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-brief$/);
    expect((await readdir(join(out, name))).sort()).toEqual(['junit.xml', 'report.html', 'result.json', 'summary.md']);
    const text = await readFile(join(out, name, 'result.json'), 'utf8');
    expect(text).not.toContain('canvass-key');
    expect(parseResult(text, 'result.json').respondents.started).toBeGreaterThan(0);
  });

  it('prints the result alone with --json', async () => {
    const json = await canvass(['load', profile, '--json', '--out', join(folder, 'json')]);
    expect(parseResult(json.stdout, 'stdout').verdict).toBe('PASS');
    expect(json.stderr).toBe('');
  });

  it('prints the verdict alone with --quiet, and ends with 1 when a threshold is missed, with 5 when nothing answers', async () => {
    const missed = await canvass(['load', profile, '--quiet', '--out', folder, '--set', 'thresholds=["requests < 2"]']);
    expect(missed).toMatchObject({ exitCode: 1, stderr: '', stdout: expect.stringMatching(/^FAIL[^\n]*\n$/) });
    const words = [
      ...['load', profile, '--quiet', '--out', folder, '--base-url', 'http://127.0.0.1:9'],
      ...['--set', 'target.apiKeys=["a-key"]', '--set', 'surveys.walk=[{"id": 1001}]'],
    ];
    const down = await canvass(words);
    expect(down).toMatchObject({
      exitCode: 5,
      stdout: '',
      stderr: expect.stringContaining('nothing is listening there'),
    });
    const tried = await canvass([...words, '--no-preflight']);
    expect(tried).toMatchObject({ exitCode: 5, stdout: expect.stringMatching(/^INVALID/) });
  });

  it('that is interrupted writes its result and ends with 130', async () => {
    const { child, directory } = await longRun(join(folder, 'interrupted'), '--set', 'output.formats=[json]');
    child.kill('SIGINT');
    const [exitCode] = await once(child, 'exit');
    expect(exitCode).toBe(130);
    const result = parseResult(await readFile(join(directory, 'result.json'), 'utf8'), 'result.json');
    expect(result.run.interrupted).toBe(true);
    expect(result.respondents.started).toBeGreaterThan(0);
  });

  it('that is killed leaves a journal, from which its result is recovered', async () => {
    const { child, directory } = await longRun(join(folder, 'killed'));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await readdir(directory)).toEqual(['journal.jsonl']);
    const ended = await canvass(['report', '--recover', directory, '--format', 'json,html']);
    expect(ended.exitCode).toBe(0);
    const result = parseResult(await readFile(join(directory, 'result.json'), 'utf8'), 'result.json');
    expect(result.run.recovered).toBe(true);
    expect(result.respondents.started).toBeGreaterThan(0);
  });
});
