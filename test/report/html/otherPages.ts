import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareResults } from '../../../src/report/compare/compareResults.ts';
import { compareTwins } from '../../../src/report/compare/compareTwins.ts';
import { comparisonPage } from '../../../src/report/html/comparisonPage.ts';
import { pageAssets } from '../../../src/report/html/pageAssets.ts';
import { writeIndex, writeReports } from '../../../src/report/writeReports.ts';
import { barriersOn, startBrowser, turnTo, type WatchedPage, watchedPage } from '../../support/browser.ts';
import { duetJudgement } from '../../support/duetRun.ts';
import { sharedFolder } from '../../support/folder.ts';
import { hostileResult } from '../../support/hostileResult.ts';
import { duetFindings } from '../../support/sampleDuet.ts';
import { emptyResult, failingResult, sampleResult } from '../../support/sampleResults.ts';

let browser: Browser;
let watched: WatchedPage;
const folder = sharedFolder();

beforeAll(async () => {
  browser = await startBrowser();
  watched = await watchedPage(browser);
});

afterAll(() => browser.close());

describe('the page of a comparison', () => {
  async function opened(name: string, comparison: ReturnType<typeof compareResults>, width = 1280) {
    const path = join(folder, `${name}.html`);
    await writeFile(path, comparisonPage(comparison, await pageAssets()));
    return turnTo(watched, pathToFileURL(path).href, { width });
  }

  it('says the verdict first, shows every shift with its interval, and the witness of what is new', async () => {
    const comparison = compareResults([sampleResult()], [failingResult()]);
    const { page, complaints } = await opened('slower', comparison);
    expect(await page.locator('.stamp').textContent()).toBe(comparison.verdict);
    expect(await page.locator('.judged').textContent()).toContain(`Speed: ${comparison.latency}`);
    expect(await page.locator('td svg.interval').count()).toBe(comparison.shifts.length);
    expect(await page.locator('th svg.scale text').allTextContents()).toContain('0 %');
    expect(await page.locator('#latency tbody tr .chip').first().textContent()).toContain('SLOWER');
    expect(await page.locator('#distributions figure svg.plot').count()).toBe(comparison.distributions.length);
    expect(await barriersOn(page)).toEqual([]);
    await page.locator('.violation > summary').first().click();
    await page.locator('.violation[open] .step.failing').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('fits a phone, and is quiet when there is nothing to compare', async () => {
    const { page, complaints } = await opened('empty', compareResults([emptyResult()], [emptyResult()]), 390);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(complaints).toEqual([]);
  });

  it('runs nothing that the service said', async () => {
    const { page, complaints } = await opened('hostile', compareResults([sampleResult()], [hostileResult()]));
    expect(await page.evaluate('globalThis.owned')).toBeUndefined();
    expect(complaints).toEqual([]);
  });
});

describe('the page of a duet', () => {
  it('says all three things first, draws both sides, and shows both walks of a difference, of which nothing runs', async () => {
    const found = compareTwins(duetFindings(), duetJudgement);
    const ports = { base: 8081, candidate: 8082 };
    const runs = found.runs.map((run) => ({ ...run, baseUrl: `http://127.0.0.1:${ports[run.side]}` }));
    const report = { ...found, runs };
    const path = join(folder, 'duet.html');
    await writeFile(path, comparisonPage(report, await pageAssets()));
    const { page, complaints } = await turnTo(watched, pathToFileURL(path).href);
    expect(await page.locator('.stamp').textContent()).toBe('FAIL');
    expect(await page.locator('h1').textContent()).toBe(report.headline);
    expect(await page.locator('.subtitle').textContent()).toMatch(/^127\.0\.0\.1:8081 against 127\.0\.0\.1:8082,/);
    for (const side of ['muted', 'c1'])
      expect(await page.locator(`[data-chart=sides] svg path.line.${side}`).getAttribute('d')).toMatch(/^M/);
    expect(await page.locator('td svg.interval').count()).toBe(report.shifts.length);
    await page.locator('#differences details.violation > summary').first().click();
    await page.locator('#differences .sides .step.failing').nth(1).waitFor();
    expect(await page.locator('#differences .sides .script').count()).toBe(2);
    expect(await barriersOn(page)).toEqual([]);
    expect(await page.evaluate('globalThis.owned')).toBeUndefined();
    expect(complaints).toEqual([]);
  });
});

describe('the index of runs', () => {
  it('lists runs by profile with trends, leads to their reports, and survives what it cannot read', async () => {
    const reports = join(folder, 'reports');
    const samples = [
      sampleResult({ seed: 1, startedAt: '2026-11-19T08:00:00.000Z' }),
      sampleResult({ seed: 2, startedAt: '2026-11-20T08:00:00.000Z' }),
      failingResult(),
    ];
    for (const result of samples) await writeReports(result, join(reports, result.run.id), ['json', 'html']);
    await mkdir(join(reports, 'broken'));
    await writeFile(join(reports, 'broken', 'result.json'), '{"schema": "canvass.result/1"');
    await mkdir(join(reports, 'not-a-run'));
    const { page, complaints } = await turnTo(watched, pathToFileURL(await writeIndex(reports)).href);
    expect(await page.locator('tbody tr').count()).toBe(3);
    const newest = await page.locator('tbody tr').first().textContent();
    expect(newest).toContain('FAIL');
    expect(newest).toContain(failingResult().problems[0]?.title);
    expect(await page.locator('h2').first().textContent()).toBe('load ci-regression in local, http://127.0.0.1:8080');
    expect(await barriersOn(page)).toEqual([]);
    expect(await page.locator('.trend').first().locator('circle').count()).toBe(3);
    expect(await page.locator('.note', { hasText: 'Not readable' }).textContent()).toContain('broken');
    await page.locator('tbody a').first().click();
    await page.locator('.stamp', { hasText: 'FAIL' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('runs nothing that a result holds', async () => {
    const reports = join(folder, 'hostile-reports');
    await writeReports(hostileResult(), join(reports, 'run'), ['json', 'html']);
    await cp(join(reports, 'run'), join(reports, `run"><script>window.owned=1<`), { recursive: true });
    const { page, complaints } = await turnTo(watched, pathToFileURL(await writeIndex(reports)).href);
    expect(await page.locator('tbody tr').count()).toBe(2);
    expect(await page.evaluate('globalThis.owned')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it('of no runs says how to start one', async () => {
    const reports = join(folder, 'none');
    await mkdir(reports);
    const { page } = await turnTo(watched, pathToFileURL(await writeIndex(reports)).href);
    expect(await page.locator('.empty').textContent()).toContain('canvass load smoke');
  });
});
