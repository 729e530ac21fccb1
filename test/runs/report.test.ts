import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseResult } from '../../src/result/resultFile.ts';
import { render } from '../../src/runs/report.ts';
import { sampleResult } from '../support/sampleResults.ts';

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

const [monday, tuesday, wednesday] = [
  '2026-11-16T07:00:00.000Z',
  '2026-11-17T07:00:00.000Z',
  '2026-11-18T07:00:00.000Z',
] as const;

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

it('merges reasons as data where every shard has them, and as sentences of its shards otherwise', async () => {
  const without = await saved('without', monday);
  const withCodes = await saved('with', tuesday, [{ code: 'no-check' }]);
  const alsoWith = await saved('also', wednesday, [{ code: 'no-check' }]);
  const merge = async (paths: readonly string[], out: string) => {
    await render({ kind: 'results', paths }, { format: 'json', out: join(folder, out), intoOut: true });
    return parseResult(await readFile(join(folder, out, 'result.json'), 'utf8'), out);
  };
  const [partly, wholly] = [await merge([without, withCodes], 'partly'), await merge([withCodes, alsoWith], 'wholly')];
  expect(partly.reasonCodes).toBeUndefined();
  expect(partly.reasons).toEqual(expect.arrayContaining([expect.stringMatching(/: said before$/)]));
  expect(wholly.reasonCodes?.[0]).toMatchObject({ code: 'no-check', run: expect.stringContaining('2026-11-17') });
  expect(wholly.reasons[0]).toMatch(/: No check was executed\.$/);
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
