/**
 * Takes the pictures of the pages for the README and the docs: `npm run docs:pictures [folder]`. They show made-up
 * results of fixed seeds, so they change only when the pages do.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { compareResults } from '../src/report/compare/compareResults.ts';
import { digestOf } from '../src/report/history/runDigest.ts';
import { comparePage } from '../src/report/html/comparePage.ts';
import { indexPage } from '../src/report/html/indexPage.ts';
import { pageAssets } from '../src/report/html/pageAssets.ts';
import { reportPage } from '../src/report/html/reportPage.ts';
import { startDashboard } from '../src/report/live/dashboard.ts';
import type { RunResult } from '../src/result/runResult.ts';
import { startBrowser, watchedPage } from '../test/support/browser.ts';
import { serveChromium } from '../test/support/chromium.ts';
import { sampleProgress } from '../test/support/sampleProgress.ts';
import {
  capacityResult,
  emptyResult,
  failingResult,
  hugeResult,
  invalidResult,
  sampleResult,
} from '../test/support/sampleResults.ts';

const pictures = process.argv[2] ?? 'docs/pictures';
const scratch = await mkdtemp(join(tmpdir(), 'canvass-pictures-'));
const assets = await pageAssets();
const chromium = await serveChromium();
const browser = await startBrowser(chromium.wsEndpoint());
await mkdir(pictures, { recursive: true });

interface Shot {
  readonly name: string;
  readonly url: string;
  readonly scheme: 'light' | 'dark';
  /** Element to bring to the top, and elements to press first. */
  readonly at?: string;
  readonly press?: readonly string[];
  readonly width?: number;
  readonly height?: number;
}

async function take(from: Browser, shot: Shot): Promise<void> {
  const { page, complaints } = await watchedPage(from, {
    width: shot.width ?? 1200,
    height: shot.height ?? 800,
    colorScheme: shot.scheme,
  });
  await page.goto(shot.url);
  for (const selector of shot.press ?? []) await page.locator(selector).first().click();
  if (shot.at !== undefined) await page.evaluate(`document.querySelector(${JSON.stringify(shot.at)}).scrollIntoView()`);
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(pictures, `${shot.name}.png`) });
  if (complaints.length > 0) throw new Error(`${shot.name}: ${complaints.join('; ')}`);
  await page.close();
}

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
const clean = await report('clean', sampleResult());
for (const scheme of ['light', 'dark'] as const) {
  await take(browser, { name: `report-${scheme}`, url: failing, scheme });
  await take(browser, {
    name: `report-latency-${scheme}`,
    url: failing,
    scheme,
    at: 'figure[data-chart="heat"]',
  });
}
await take(browser, { name: 'report-machine', url: failing, scheme: 'light', at: '#machine', height: 420 });
await take(browser, {
  name: 'report-witness',
  url: failing,
  scheme: 'light',
  at: '#violations',
  press: ['#violation-v2 > summary'],
  height: 1000,
});
await take(browser, { name: 'report-clean', url: clean, scheme: 'light' });
await take(browser, { name: 'report-phone', url: failing, scheme: 'dark', width: 390, height: 844 });
await take(browser, { name: 'report-invalid', url: await report('invalid', invalidResult()), scheme: 'light' });
await take(browser, { name: 'report-empty', url: await report('empty', emptyResult()), scheme: 'light' });
await take(browser, { name: 'report-huge', url: await report('huge', hugeResult()), scheme: 'dark', at: '#time' });
await take(browser, {
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
  await take(browser, { name: `compare-${scheme}`, url: compared, scheme, height: 1000 });
await take(browser, { name: 'compare-phone', url: compared, scheme: 'light', width: 390, height: 844 });

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
for (const scheme of ['light', 'dark'] as const) await take(browser, { name: `index-${scheme}`, url: index, scheme });

const running = failingResult();
const dashboard = await startDashboard({ port: 0, onStop: () => {} });
for (let second = 0; second < 90; second++) dashboard.update(sampleProgress(running, second));
for (const scheme of ['light', 'dark'] as const)
  await take(browser, { name: `live-${scheme}`, url: dashboard.url, scheme, height: 1000 });
await dashboard.close();

await browser.close();
await chromium.close();
await rm(scratch, { recursive: true });
