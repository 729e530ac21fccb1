import { request } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Dashboard, startDashboard } from '../../../src/report/live/dashboard.ts';
import { violationsSeenIn } from '../../../src/report/measures.ts';
import { barriersOn, startBrowser, turnTo, type WatchedPage, watchedPage } from '../../support/browser.ts';
import { hostileResult } from '../../support/hostileResult.ts';
import { sampleProgress } from '../../support/sampleProgress.ts';
import { failingResult } from '../../support/sampleResults.ts';

describe('the live page', () => {
  const result = failingResult();
  const seenAt = (second: number): string => `${violationsSeenIn(sampleProgress(result, second))} violation`;
  let browser: Browser;
  let watched: WatchedPage;
  let dashboard: Dashboard;
  let stops = 0;

  beforeAll(async () => {
    browser = await startBrowser();
    watched = await watchedPage(browser);
  });

  afterAll(() => browser.close());

  afterEach(async () => {
    // A page that still listened would complain of the end in the next test.
    await watched.page.goto('about:blank');
    await dashboard.close();
  });

  async function started(): Promise<void> {
    stops = 0;
    dashboard = await startDashboard({ port: 0, onStop: () => stops++ });
  }

  function answerTo(method: string, path: string, headers: Record<string, string>): Promise<number> {
    const { port } = new URL(dashboard.url);
    return new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });
  }

  it('follows the run second by second, keeps open what is open, and ends as the report', async () => {
    await started();
    dashboard.update(sampleProgress(result, 0));
    const { page, complaints } = await turnTo(watched, dashboard.url);
    await page.getByText('2 thresholds missed so far.').waitFor();
    for (let second = 1; second < 50; second++) dashboard.update(sampleProgress(result, second));
    await page.locator('[data-chart="heat"] svg.plot').waitFor();
    await page.getByText(seenAt(49)).waitFor();
    await page.locator('#violation-v1 > summary').click();
    for (let second = 80; second < 90; second++) dashboard.update(sampleProgress(result, second));
    await page.getByText(seenAt(89)).waitFor();
    await page.locator('#violation-v1[open] .witness .step.failing').waitFor();
    expect(await page.locator('.elapsed').textContent()).toContain('90 s of 2 min');
    await dashboard.finish(result, 'reports/run');
    await page.locator('.stamp', { hasText: 'FAIL' }).waitFor();
    expect(await page.content()).toContain('canvass replay reports/run --violation');
    expect(complaints).toEqual([]);
  });

  it('draws the plan of the load and the thresholds, and is found without fault by axe', async () => {
    await started();
    const stages = [{ durationSeconds: 90, ramp: 'none', arrivalsPerSecond: 20 }];
    const profile = { load: { model: 'open', warmupSeconds: 0, stages } };
    const thresholds = result.thresholds.map((each) => ({ ...each, expression: 'latency.p99 < 1ms', limit: 1000 }));
    for (let second = 0; second < 60; second++)
      dashboard.update({ ...sampleProgress(result, second), profile, thresholds });
    const { page } = await turnTo(watched, dashboard.url);
    await page.locator('[data-chart="load"] figcaption', { hasText: 'planned and real' }).waitFor();
    await page.locator('[data-chart="heat"] .limit').first().waitFor({ state: 'attached' });
    expect(await barriersOn(page)).toEqual([]);
  });

  it('runs nothing that the service said, while the run goes on and as the report', async () => {
    await started();
    const hostile = hostileResult();
    dashboard.update(sampleProgress(hostile, 0));
    const { page, complaints } = await turnTo(watched, dashboard.url);
    for (let second = 80; second < 90; second++) dashboard.update(sampleProgress(hostile, second));
    await page.locator('.violation > summary').first().click();
    await page.locator('.violation[open] .said.bad p').waitFor();
    expect(await page.locator('.violation[open]').textContent()).toContain('<script>window.owned=1');
    await dashboard.finish(hostile, 'reports/run');
    await page.locator('.stamp').waitFor();
    expect(await page.evaluate('globalThis.owned')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it('shows several viewers the same, each from the beginning, and stops once for all of them', async () => {
    await started();
    for (let second = 0; second < 60; second++) dashboard.update(sampleProgress(result, second));
    const viewers = [watched, await watchedPage(browser)];
    for (const viewer of viewers) {
      const { page } = await turnTo(viewer, dashboard.url);
      await page.locator('#violation-v1').waitFor();
      await page.locator('[data-chart="requests"] svg.plot').hover({ position: { x: 62, y: 40 } });
      await page.getByText('at 0:00').waitFor();
    }
    for (let second = 60; second < 63; second++) dashboard.update(sampleProgress(result, second));
    for (const { page } of viewers) {
      await page.getByText(seenAt(62)).waitFor();
      await page.locator('#violation-v1 > summary').click();
      await page.locator('#violation-v1[open] .witness .step.failing').waitFor();
      await page.getByRole('button', { name: 'Stop the run' }).click();
      await page.getByText('The run is stopping').waitFor();
    }
    expect(stops).toBe(1);
    await dashboard.finish(result, 'reports/run');
    for (const { page, complaints } of viewers) {
      await page.locator('.stamp', { hasText: 'FAIL' }).waitFor();
      expect(await page.content()).toContain('canvass replay reports/run --violation');
      expect(complaints).toEqual([]);
    }
  });

  it('does not stop for whom it gave no token, nor answer to another name', async () => {
    await started();
    const { host } = new URL(dashboard.url);
    expect(await answerTo('POST', '/stop', { host })).toBe(403);
    expect(await answerTo('POST', '/stop', { host, 'x-canvass-token': 'x'.repeat(32) })).toBe(403);
    expect(await answerTo('GET', '/', { host: 'evil.example' })).toBe(403);
    expect(await answerTo('GET', '/other', { host })).toBe(404);
    expect(await answerTo('GET', '/', { host })).toBe(200);
    expect(stops).toBe(0);
  });

  it('says which port is taken', async () => {
    await started();
    const port = Number(new URL(dashboard.url).port);
    await expect(startDashboard({ port, onStop: () => {} })).rejects.toMatchObject({ code: 'PORT_IN_USE' });
  });
});
