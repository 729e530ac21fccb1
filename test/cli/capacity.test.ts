import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseResult } from '../../src/result/resultFile.ts';
import type { RunResult } from '../../src/result/runResult.ts';
import { folderOf, runsIn } from '../support/folder.ts';
import { capacityResult } from '../support/sampleResults.ts';
import { canvass } from './canvass.ts';

let folder = '';
beforeEach(() => {
  folder = folderOf({});
});

async function onlyRunIn(out: string): Promise<RunResult> {
  const [run = ''] = runsIn(out);
  return parseResult(await readFile(join(out, run, 'result.json'), 'utf8'), 'the result');
}

describe('saved results', () => {
  async function saved(name: string, low: number, run: object = {}): Promise<string> {
    const base = capacityResult();
    const path = join(folder, `${name}.json`);
    const capacity = base.capacity.slice(0, 1).map((one) => ({
      ...one,
      datacenter: name,
      sustainablePerSecond: { low, best: low + 5, high: low + 10 },
    }));
    await writeFile(path, JSON.stringify({ ...base, run: { ...base.run, id: name, ...run }, capacity }));
    return path;
  }

  test('of several datacenters become one table, judged by one plan', async () => {
    const out = join(folder, 'combined');
    const files = [await saved('eu', 200), await saved('us', 100)];
    const plan = ['--peak', '120/s', '--headroom', '30%'];
    const { exitCode, stdout } = await canvass(['capacity', '--out', out, ...plan, '--combine', ...files]);
    const result = await onlyRunIn(out);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/\nFAIL/);
    expect(result.capacity.map(({ datacenter, plan: one }) => [datacenter, one?.verdict])).toEqual([
      ['eu', 'yes'],
      ['us', 'no'],
    ]);
  });

  test('are refused where one is not finished, or named twice', async () => {
    const whole = await saved('whole', 200);
    const cut = await saved('cut', 200, { interrupted: true, durationSeconds: 12 });
    const combine = (...files: string[]) => canvass(['capacity', '--out', folder, '--combine', ...files]);
    expect(await combine(whole, cut)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('cut.json is of a run that was interrupted after 12 s'),
    });
    expect(await combine(whole, whole)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('named twice') });
  });

  test('without a capacity are refused', async () => {
    const path = join(folder, 'load.json');
    await writeFile(path, JSON.stringify({ ...capacityResult(), capacity: [] }));
    const { exitCode, stderr } = await canvass(['capacity', '--out', folder, '--combine', path]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('holds a capacity') });
  });
});
