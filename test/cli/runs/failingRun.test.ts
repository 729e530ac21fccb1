import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { altered } from '../../../src/selftest/altered.ts';
import { chooseFaults } from '../../../src/selftest/faults/faults.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { sharedFolder } from '../../support/folder.ts';
import { canvass } from '../canvass.ts';

describe('a run that fails', () => {
  const cwd = sharedFolder();
  let faulty: RunningService;
  let run: string;
  let stdout: string;
  const read = (name: string): Promise<string> => readFile(join(run, name), 'utf8');

  beforeAll(async () => {
    faulty = await startService(
      altered({
        faults: chooseFaults('back-two-pages,server-error:40,final-page-string,walk-record-lost:2'),
      }),
    );
    await writeFile(
      join(cwd, 'mine.yaml'),
      `name: mine
target: { baseUrl: "${faulty.baseUrl}", release: BETA }
surveys: { walk: [{ id: 1001, weight: 3 }, { id: 1013 }], required: { 1001: [101, 103, 105, 106, 107] } }
admin: { organizationId: 1, surveyId: 1001 }
audit: { settleSeconds: 1 }
respondent: { thinkTimeMs: { distribution: none }, back: 0.3, invalid: 0.1, optional: 0 }
load: { stages: [{ durationSeconds: 3, arrivalsPerSecond: 25 }], warmupSeconds: 1, workers: 1 }
thresholds:
  - "checks < 1"
`,
    );
    const environment = { CANVASS_API_KEY: 'canvass-key' };
    const ended = await canvass(['load', 'mine.yaml', '--seed', '5'], { cwd, environment });
    expect(ended.exitCode, ended.stdout).toBe(1);
    stdout = ended.stdout;
    const [folder = ''] = (await readdir(join(cwd, 'reports'))).filter((name) => name.endsWith('-mine'));
    run = join(cwd, 'reports', folder);
  });

  afterAll(() => faulty.close());

  it('lets walks end in ways that add up', () => {
    const [, started = '', ends = ''] = /^Respondents +(\d+) +(.*), at most/m.exec(stdout) ?? [];
    const sum = [...ends.matchAll(/\d+/g)].reduce((total, [count]) => total + Number(count), 0);
    expect(sum).toBe(Number(started));
  });

  it('gives commands that work as they stand', async () => {
    // The worst is a completion that was lost, which only the same run shows again.
    const again = /seen among many. Run the same again: canvass (load .+)/.exec(stdout)?.[1]?.split(' ') ?? [];
    const environment = { CANVASS_API_KEY: 'canvass-key' };
    expect((await canvass([...again, '--quiet', '--no-shrink'], { cwd, environment })).exitCode).toBe(1);
    expect(await read('report.html')).toContain('canvass load mine.yaml --seed 5');
  });

  it('leaves a script for each violation, which fails where the defect is and not where it is mended', async () => {
    const mended = await startService();
    try {
      const scripts = (await readdir(join(run, 'repeat'))).filter((name) =>
        /^(MOVE-BACK-01|PAGE-FINAL-01)-/.test(name),
      );
      expect(scripts.length).toBeGreaterThanOrEqual(2);
      for (const script of scripts) {
        expect(await read(`repeat/${script}`)).toMatch(/# What to look for in the answer to step \d+/);
        const [bad, good] = [await exitCodeOf(script, faulty.baseUrl), await exitCodeOf(script, mended.baseUrl)];
        expect([script, bad, good]).toEqual([script, 1, 0]);
        expect(await exitCodeOf(script, 'http://127.0.0.1:9')).toBe(2);
      }
    } finally {
      await mended.close();
    }
  });

  function exitCodeOf(script: string, baseUrl: string): Promise<number> {
    const env = { ...process.env, BASE_URL: baseUrl, CANVASS_API_KEY: 'canvass-key' };
    return new Promise((resolve) => {
      execFile(join(run, 'repeat', script), { env }, (error) => resolve(error === null ? 0 : Number(error.code)));
    });
  }
});
