/**
 * Takes pictures of pages that no short run shows: huge, empty and INVALID results, comparisons, months of history. They
 * show made-up results of fixed seeds, so they change only when the pages do. `npm run docs:pictures`; those of real
 * runs are in `runPictures.ts`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compareResults } from '../src/report/compare/compareResults.ts';
import { digestOf } from '../src/report/history/runDigest.ts';
import { comparePage } from '../src/report/html/comparePage.ts';
import { indexPage } from '../src/report/html/indexPage.ts';
import { pageAssets } from '../src/report/html/pageAssets.ts';
import { reportPage } from '../src/report/html/reportPage.ts';
import { startDashboard } from '../src/report/live/dashboard.ts';
import type { RunResult } from '../src/result/runResult.ts';
import { sampleProgress } from '../test/support/sampleProgress.ts';
import {
  capacityResult,
  emptyResult,
  failingResult,
  hugeResult,
  invalidResult,
  sampleResult,
} from '../test/support/sampleResults.ts';
import { Photographer } from './shots.ts';

const scratch = await mkdtemp(join(tmpdir(), 'canvass-pictures-'));
const assets = await pageAssets();
const camera = await Photographer.start(process.argv[2] ?? 'docs/pictures');

async function pageOf(name: string, text: string): Promise<string> {
  const path = join(scratch, `${name}.html`);
  await writeFile(path, text);
  return pathToFileURL(path).href;
}

const report = (name: string, result: RunResult): Promise<string> => pageOf(name, reportPage(result, assets));

function daily(days: number, options: (day: number) => Parameters<typeof sampleResult>[0]): RunResult[] {
  return Array.from({ length: days }, (_, day) => {
    const startedAt = new Date(Date.parse('2026-11-01T06:00:00Z') + day * 86_400_000).toISOString();
    return sampleResult({ seed: day + 1, seconds: 40, startedAt, ...options(day) });
  });
}

const failing = await report('failing', failingResult());
for (const scheme of ['light', 'dark'] as const) {
  await camera.take({
    name: `report-latency-${scheme}`,
    url: failing,
    scheme,
    at: 'figure[data-chart="heat"]',
  });
}
await camera.take({ name: 'report-invalid', url: await report('invalid', invalidResult()), scheme: 'light' });
await camera.take({ name: 'report-empty', url: await report('empty', emptyResult()), scheme: 'light' });
await camera.take({ name: 'report-huge', url: await report('huge', hugeResult()), scheme: 'dark', at: '#time' });
await camera.take({
  name: 'report-capacity',
  url: await report('capacity', capacityResult()),
  scheme: 'light',
  at: '#capacity',
  height: 1000,
});

const quiet = { seconds: 120, arrivalsPerSecond: 40, moodDeviation: 0.01, stallShare: 0 };
const named = (result: RunResult, release: string): RunResult => ({ ...result, target: { ...result.target, release } });
const comparison = compareResults(
  daily(3, () => quiet).map((result) => named(result, 'ALPHA')),
  daily(6, (day) => ({ ...quiet, medianUs: 47_500, violations: day === 5 ? 1 : 0 }))
    .slice(3)
    .map((result) => named(result, 'BETA')),
);
const compared = await pageOf('compare', comparePage(comparison, assets));
for (const scheme of ['light', 'dark'] as const)
  await camera.take({ name: `compare-${scheme}`, url: compared, scheme, height: 1000 });
await camera.take({ name: 'compare-phone', url: compared, scheme: 'light', width: 390, height: 844 });

const history = [
  ...daily(18, (day) =>
    day === 11 ? { violations: 2, verdict: 'FAIL', medianUs: 61_000 } : { medianUs: 42_000 + 300 * day },
  ),
  ...daily(7, (day) => ({ medianUs: 30_000 - 400 * day })).map((result) => ({
    ...result,
    run: { ...result.run, profile: 'soak' },
    target: { ...result.target, datacenter: 'eu' },
  })),
];
const index = await pageOf(
  'index',
  indexPage(
    history.map((result) => digestOf(result, result.run.id, true)),
    [],
    assets,
  ),
);
for (const scheme of ['light', 'dark'] as const) await camera.take({ name: `index-${scheme}`, url: index, scheme });

const running = failingResult();
const dashboard = await startDashboard({ port: 0, onStop: () => {} });
for (let second = 0; second < 90; second++) dashboard.update(sampleProgress(running, second));
for (const scheme of ['light', 'dark'] as const)
  await camera.take({ name: `live-${scheme}`, url: dashboard.url, scheme, height: 1000 });
await dashboard.close();

await camera.close();
await rm(scratch, { recursive: true });
