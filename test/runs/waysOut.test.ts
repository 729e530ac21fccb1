import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { ToolError } from '../../src/errors.ts';
import { inRunFolder, writeRun } from '../../src/runs/runFolder.ts';
import { startService } from '../../src/service/service.ts';
import { folderOf } from '../support/folder.ts';
import { runTrial, trialProfile } from '../support/loadRun.ts';
import { sampleResult } from '../support/sampleResults.ts';

const forEver = { stages: [{ durationSeconds: 600, arrivalsPerSecond: 20 }], workers: 2 };

/** A rate that keeps a thread busy for ever, as a page would that stops its parser. */
const freezing = { kind: 'rate', arrivalsPerSecond: 1e15, fromMs: 0 };

it('a thread that stands still does not keep an interrupted run from its result', async () => {
  const service = await startService();
  const started = once(process, 'worker');
  const interrupt = new AbortController();
  const began = Promise.withResolvers<void>();
  const running = runTrial(
    trialProfile(service.baseUrl, { load: { ...forEver, gracefulStopSeconds: 0.5 }, target: { timeoutMs: 500 } }),
    {
      interrupt: interrupt.signal,
      onProgress: () => began.resolve(),
    },
  );
  const [frozen]: Worker[] = await started;
  await began.promise;
  frozen?.postMessage(freezing);
  let idleBefore = Number.NaN;
  const hasNotRested = (): boolean => {
    const idle = frozen?.performance.eventLoopUtilization().idle ?? Number.NaN;
    const isSame = idle === idleBefore;
    idleBefore = idle;
    return isSame;
  };
  // A thread that only works rests within a second; what it is told before it stands still could stop it in time.
  await expect.poll(hasNotRested, { interval: 1000, timeout: 60_000 }).toBe(true);
  interrupt.abort();
  const result = await running;
  await service.close();
  expect(result.run.interrupted).toBe(true);
  expect(result.reasons.join(' ')).toContain('it stood still');
  expect(result.respondents.started).toBeGreaterThan(0);
});

it('a run that is given up has what was summed as its result at once', async () => {
  const service = await startService();
  const interrupt = new AbortController();
  const abandon = new AbortController();
  const result = await runTrial(trialProfile(service.baseUrl, { load: forEver }), {
    interrupt: interrupt.signal,
    abandon: abandon.signal,
    onProgress: () => {
      abandon.abort(new Error('boom'));
      interrupt.abort();
    },
  });
  await service.close();
  expect(result).toMatchObject({ verdict: 'INVALID', run: { interrupted: true } });
  expect(result.reasons.join(' ')).toContain('canvass itself failed: boom');
  expect(result.respondents.started).toBeGreaterThan(0);
});

it('a run that never began leaves none of the folders that were made for it, and one that was there', async () => {
  const there = folderOf({});
  const fails = async () => {
    throw new ToolError('NOT_AUTHORIZED', 'no');
  };
  await expect(inRunFolder(join(there, 'a', 'reports'), 'none', new Date(), fails)).rejects.toThrow('no');
  await expect(inRunFolder(there, 'none', new Date(), fails)).rejects.toThrow('no');
  expect(await readdir(there)).toEqual([]);
});

it('a result whose folder has gone is written to a second place, and nothing is thrown', async () => {
  const out = join(folderOf({}), 'reports');
  const directory = await inRunFolder(out, 'lost', new Date(), async (made) => made);
  await rm(out, { recursive: true });
  await writeFile(out, 'a file where the folder was');
  const notices: string[] = [];
  const result = sampleResult();
  const written = await writeRun(
    { result, directory },
    out,
    { formats: ['html'], har: 'none', webhook: null },
    (notice) => {
      notices.push(notice);
    },
  );
  expect(written.directory).toBe(join(tmpdir(), 'canvass', basename(directory)));
  expect((await readdir(written.directory)).sort()).toEqual(['report.html', 'result.json']);
  expect(JSON.parse(await readFile(join(written.directory, 'result.json'), 'utf8')).verdict).toBe(result.verdict);
  expect(notices.join('\n')).toContain(written.directory);
  await rm(written.directory, { recursive: true });
});

it('a report that cannot be written leaves the result where it belongs', async () => {
  const out = join(folderOf({}), 'reports');
  const directory = await inRunFolder(out, 'half', new Date(), async (made) => made);
  await mkdir(join(directory, 'junit.xml'));
  const notices: string[] = [];
  const written = await writeRun(
    { result: sampleResult(), directory },
    out,
    { formats: ['junit', 'markdown'], har: 'none', webhook: null },
    (notice) => {
      notices.push(notice);
    },
  );
  expect(written.directory).toBe(directory);
  expect(await readdir(directory)).toEqual(expect.arrayContaining(['result.json', 'summary.md']));
  expect(notices.join('\n')).toContain('the report as junit could not be written');
});
