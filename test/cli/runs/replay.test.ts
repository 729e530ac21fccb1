import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../../../src/service/service.ts';
import { sharedFolder } from '../../support/folder.ts';
import { listening } from '../../support/freePort.ts';
import { canvass } from '../canvass.ts';

const cwd = sharedFolder({
  'faulty.yaml': `name: faulty
target:
  baseUrl: embedded
  apiKeys: [canvass-key]
  embedded: { faults: [back-loses-answers], latencyMs: { distribution: none } }
surveys: { walk: [{ id: 1016, weight: 1 }] }
respondent: { thinkTimeMs: { distribution: none }, back: 0.8 }
load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 20 }], warmupSeconds: 0, workers: 1 }
output: { formats: [json] }
`,
});
let run: string;

/** One short run against an embedded service with a fault: its violations are repeated and shrunk before it ends. */
beforeAll(async () => {
  const { exitCode, stdout } = await canvass(['load', 'faulty.yaml', '--seed', '5'], { cwd });
  expect(exitCode, stdout).toBe(1);
  expect(stdout).toMatch(/seen {6}shows each time it is repeated \(5 of 5\)/);
  const [folder = ''] = (await readdir(join(cwd, 'reports'))).filter((name) => name.endsWith('-faulty'));
  run = join('reports', folder);
});

const replay = (...words: string[]) => canvass(['replay', run, 'faulty.yaml', ...words], { cwd });

describe('canvass replay', () => {
  it('says that a failure still happens, step by step', async () => {
    const { exitCode, stdout, stderr } = await replay();
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(stdout).toMatch(/^FAIL {2}PREVIOUS-SELECTED-01 still fails\n {6}expected question /);
    expect(stdout).toMatch(/▸ 3 .*previous-page.*was 200, now 200/);
  });

  it('says that a failure is gone, and counts its repetitions', async () => {
    const { exitCode, stdout } = await replay('--set', 'target.embedded.faults=[]', '--times', '3', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ clause: 'PREVIOUS-SELECTED-01', failed: 0, repeated: 3 });
  });

  it('proves nothing where the target does not answer', async () => {
    const { exitCode, stdout } = await replay('--base-url', 'http://127.0.0.1:9', '--quiet');
    expect({ exitCode, stdout }).toEqual({
      exitCode: 5,
      stdout:
        'INVALID  PREVIOUS-SELECTED-01 could not be tried: the target never answered: refused (http://127.0.0.1:9)\n',
    });
  });

  it('proves nothing where the steps do not get as far as they did', async () => {
    const stranger = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
    const port = await listening(stranger);
    const elsewhere = await replay('--base-url', `http://127.0.0.1:${port}`);
    stranger.close();
    expect(elsewhere).toMatchObject({ exitCode: 3, stderr: '' });
    expect(elsewhere.stdout).toMatch(
      /^INVALID .* could not be tried\n.*step 1 is answered by HTTP 200, undocumented body/,
    );
    const service = await startService();
    const refused = await replay('--base-url', service.baseUrl, '--set', 'target.apiKeys=[another-key]');
    await service.close();
    expect(refused.exitCode).toBe(3);
    expect(refused.stdout).toContain('step 1 is refused its API key now');
  });

  it('repeats what comes now and then until it was seen a few times, or would have been', async () => {
    const result = JSON.parse(await readFile(join(cwd, run, 'result.json'), 'utf8'));
    const [violation] = result.violations;
    const reproduction = { ...violation.reproduction, failed: 1 };
    await writeFile(
      join(cwd, 'rare.json'),
      JSON.stringify({ ...violation, classification: 'sometimes', reproduction }),
    );
    const rarely = (faults: string) =>
      canvass(['replay', 'rare.json', 'faulty.yaml', '--quiet', '--set', `target.embedded.faults=${faults}`], { cwd });

    expect((await rarely('["back-loses-answers:3"]')).stdout).toMatch(/^FAIL .* still fails 3 of \d+ times\n$/);
    expect((await rarely('[]')).stdout).toMatch(/^PASS .* no longer fails, 20 times tried\n$/);
  });

  it('names the violations that there are', async () => {
    const { exitCode, stderr } = await replay('--violation', 'MOVE-NOWHERE-01');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringMatching(/has no violation "MOVE-NOWHERE-01"\. It has v1 /),
    });
  });
});
