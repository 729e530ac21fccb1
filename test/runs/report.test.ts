import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseResult } from '../../src/result/resultFile.ts';
import { render } from '../../src/runs/report.ts';
import { failingResult, sampleResult } from '../support/sampleResults.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canvass-runs-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** A saved result of ten seconds; reasons as data only where they are given. */
async function saved(name: string, startedAt: string, reasonCodes?: ReturnType<typeof parseResult>['reasonCodes']) {
  const path = join(folder, `${name}.json`);
  const result = sampleResult({ seconds: 10, startedAt, reasons: ['said before'] });
  await writeFile(path, JSON.stringify({ ...result, ...(reasonCodes === undefined ? {} : { reasonCodes }) }));
  return path;
}

const [monday, tuesday] = ['2026-11-16T07:00:00.000Z', '2026-11-17T07:00:00.000Z'] as const;

it('writes beside what is read, and what was merged into a folder of its own, with the result', async () => {
  const one = await saved('one', monday);
  const options = { format: 'markdown', out: join(folder, 'reports'), intoOut: false };
  expect((await render({ kind: 'results', paths: [one] }, options)).paths).toEqual([join(folder, 'summary.md')]);
  const two = await saved('two', tuesday);
  const { result, paths } = await render({ kind: 'results', paths: [one, two] }, options);
  expect(paths.map((path) => path.replace(join(folder, 'reports', result.run.id), ''))).toEqual([
    '/result.json',
    '/summary.md',
  ]);
});

it('repeats a problem from where the result stayed, wherever its page is written', async () => {
  const path = join(folder, 'result.json');
  await writeFile(path, JSON.stringify(failingResult()));
  const out = join(folder, 'elsewhere');
  await render({ kind: 'results', paths: [path] }, { format: 'markdown', out, intoOut: true });
  const page = await readFile(join(out, 'summary.md'), 'utf8');
  expect(page).toContain(`canvass replay ${folder} --violation`);
  expect(page).not.toContain(`canvass replay ${out}`);
});

it('pools what was counted, and tells what stood in the way of one run with its name', async () => {
  const whole = await saved('whole', monday);
  const cut = await saved('cut', tuesday, [{ code: 'thread-lost', why: 'out of memory' }, { code: 'no-check' }]);
  const options = { format: 'json', out: join(folder, 'pooled'), intoOut: true };
  await render({ kind: 'results', paths: [whole, cut] }, options);
  const { run, reasonCodes } = parseResult(await readFile(join(folder, 'pooled', 'result.json'), 'utf8'), 'pooled');
  expect(run.stretches).toHaveLength(2);
  expect(reasonCodes).toContainEqual({ code: 'thread-lost', why: 'out of memory', run: run.stretches?.[1]?.id });
  // That nothing was checked is judged over all of them.
  expect(reasonCodes?.map(({ code }) => code)).not.toContain('no-check');
});

it('never writes over the reports of another run', async () => {
  const options = { format: 'json', out: join(folder, 'kept'), intoOut: true };
  await render({ kind: 'results', paths: [await saved('one', monday)] }, options);
  const other = { kind: 'results', paths: [await saved('other', tuesday)] } as const;
  await expect(render(other, options)).rejects.toMatchObject({ code: 'USAGE' });
  expect(await readdir(join(folder, 'kept'))).toEqual(['result.json']);
});

it('counts no run twice', async () => {
  const [one, other] = [await saved('one', monday), await saved('other', monday)];
  const options = { format: 'json', out: join(folder, 'doubled'), intoOut: true };
  for (const paths of [
    [one, one],
    [one, other],
  ]) {
    const doubled = render({ kind: 'results', paths }, options);
    await expect(doubled).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining('once') });
  }
});
