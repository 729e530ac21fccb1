import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEmpty } from '../../../src/report/content/content.ts';
import { summaryContent } from '../../../src/report/content/summaryContent.ts';
import { pageAssets } from '../../../src/report/html/pageAssets.ts';
import { reportPage } from '../../../src/report/html/reportPage.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import {
  barriersOn,
  type PageOptions,
  startBrowser,
  turnTo,
  type WatchedPage,
  watchedPage,
} from '../../support/browser.ts';
import { sharedFolder } from '../../support/folder.ts';
import {
  capacityResult,
  emptyResult,
  failingResult,
  hugeResult,
  invalidResult,
  sampleResult,
} from '../../support/sampleResults.ts';
import { tracedResult, traceId } from '../../support/tracedResult.ts';

/** The charts of every run with traffic. */
const overTime = ['load', 'requests', 'heat', 'errors', 'rejections', 'active', 'load-latency'];

/** As a service with twenty-three defects gives it. */
function manyProblems(): RunResult {
  const result = failingResult();
  const problems = Array.from({ length: 23 }, (_, i) =>
    result.problems.map((each) => ({ ...each, signature: `s${i}` })),
  );
  return { ...result, problems: problems.flatMap(([first]) => first ?? []) };
}

/** A run of ten seconds with some endpoints, and some clauses of each verdict: rows are all alike, and axe looks at each cell. */
function brief(result: RunResult): RunResult {
  const clauses = [...Map.groupBy(result.clauses, ({ verdict }) => verdict).values()].flatMap((of) => of.slice(0, 8));
  const endpoints = result.endpoints.slice(0, 3);
  return {
    ...result,
    clauses,
    endpoints,
    timeline: { ...result.timeline, points: result.timeline.points.slice(0, 10) },
  };
}

describe('the HTML report', () => {
  let browser: Browser;
  let withScripts: WatchedPage;
  let withoutScripts: WatchedPage;
  const folder = sharedFolder();
  let files = 0;

  beforeAll(async () => {
    browser = await startBrowser();
    withScripts = await watchedPage(browser);
    withoutScripts = await watchedPage(browser, { javaScriptEnabled: false });
  });

  afterAll(() => browser.close());

  async function opened(result: RunResult, options: PageOptions = {}): Promise<WatchedPage> {
    const path = join(folder, `${files++}.html`);
    await writeFile(path, reportPage(result, await pageAssets()));
    const { javaScriptEnabled = true, ...look } = options;
    return turnTo(javaScriptEnabled ? withScripts : withoutScripts, pathToFileURL(path).href, look);
  }

  /** The charts that the page shows, once the script has drawn them. */
  async function drawnCharts({ page }: WatchedPage): Promise<string[]> {
    if ((await page.locator('[data-over-time]').count()) > 0) await page.locator('.zoom:not([hidden])').waitFor();
    return page
      .locator('figure[data-chart]:not([hidden])')
      .evaluateAll((figures) => figures.map((figure) => figure.getAttribute('data-chart') ?? ''));
  }

  it.each([
    ['clean', sampleResult, 'PASS', 'No broken promises; 16 of 17 clauses were tested.', overTime],
    [
      'failing',
      failingResult,
      'FAIL',
      'A respondent sees the text of another respondent, only with concurrent respondents. 2 more problems and one missed threshold.',
      [...overTime, 'violations-over-time'],
    ],
    [
      'INVALID',
      invalidResult,
      'INVALID',
      'the generator was saturated: event-loop delay 214 ms at p99, CPU 97 %.',
      [...overTime, 'violations-over-time'],
    ],
    ['empty', emptyResult, 'INVALID', 'http://127.0.0.1:8080 refused every connection.', []],
    [
      'capacity',
      capacityResult,
      'PASS',
      'This machine was the limit of us. eu is enough for 144/s: 156/s (148 to 163); us carries 320 respondents a second (300 to 320).',
      [...overTime, 'plan', 'capacity', 'capacity'],
    ],
  ])(
    'of a %s run says the verdict first, draws every chart, and is quiet',
    async (_, make, verdict, headline, charts) => {
      const watched = await opened(make());
      const { page, complaints } = watched;
      expect(await page.locator('.stamp').textContent()).toBe(verdict);
      expect(await page.locator('h1').textContent()).toBe(headline);
      const first = await page.locator('h1').boundingBox();
      expect(first === null ? 900 : first.y + first.height).toBeLessThan(900);
      const drawn = await drawnCharts(watched);
      expect(drawn.filter((chart) => chart !== 'curve' && chart !== 'bins').sort()).toEqual([...charts].sort());
      expect(complaints).toEqual([]);
    },
  );

  it('says in words what would be an empty chart', async () => {
    const sample = sampleResult();
    const points = sample.timeline.points.map((point) => ({
      ...point,
      ...{ arrivals: 0, active: 0, errors: 0, throttled: 0, dropped: 0, expectedRejections: 0, violations: 0, max: 0 },
      endpoints: {},
    }));
    const { page, complaints } = await opened({ ...sample, timeline: { ...sample.timeline, points } });
    await page.locator('.zoom:not([hidden])').waitFor();
    expect(await page.locator('#time .empty').allTextContents()).toEqual([
      'No latency was measured.',
      'There were none, in any second.',
    ]);
    expect(await page.locator('#time figcaption').first().textContent()).toBe('Requests a second');
    expect(complaints).toEqual([]);
  });

  it('says nothing of the generator where nobody watched it, as beside probes', async () => {
    const assets = await pageAssets();
    const result = sampleResult();
    const { generator } = result;
    const { watch } = generator;
    if (watch === undefined) throw new Error('the sample was watched');
    const unwatched = { ...result, generator: { ...generator, watch: { ...watch, seconds: 0 } } };
    expect(reportPage(result, assets)).toContain('Generator health');
    expect(reportPage(unwatched, assets)).not.toContain('Generator health');
  });

  it('shows all that the summary has', async () => {
    const refused = { surveyId: 1001, questionId: 101, form: 'text', count: 3, tried: '{}', said: 'No.', learnt: null };
    const refusals = [{ ...refused, offered: null, taken: false, proposal: '' }];
    const result = { ...failingResult(), refusals };
    const text = reportPage(result, await pageAssets());
    const parts = summaryContent(result).parts.filter((part) => !isEmpty(part));
    expect(parts.map(({ id }) => id)).toContain('refusals');
    // Errors stand beside latency, and places beside clauses.
    const apart = parts.filter(({ id }) => id !== 'errors' && id !== 'places');
    expect(apart.filter(({ id }) => !text.includes(`id="${id}"`))).toEqual([]);
  });

  it('needs no network and no other file', () => {
    return pageAssets().then((assets) => {
      const text = reportPage(failingResult(), assets);
      expect(text).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="(?!data:)/);
      expect(text).not.toMatch(/url\(\s*['"]?(?!data:)[a-z]+:/i);
      expect(text).toContain('default-src &#39;none&#39;');
    });
  });

  it('shows every chart, and every request and answer of a witness, without scripts', async () => {
    const result = failingResult();
    const { page } = await opened(result, { javaScriptEnabled: false });
    for (const id of ['load', 'requests', 'heat', 'errors', 'active', 'load-latency']) {
      const plot = page.locator(`figure[data-chart="${id}"] svg.plot`);
      expect((await plot.boundingBox())?.height).toBeGreaterThan(80);
    }
    expect(await page.locator('.zoom').isVisible()).toBe(false);
    const [violation] = result.violations;
    const shown = page.locator('.violation').first();
    await shown.locator('summary').first().click();
    expect(await shown.locator('noscript li').count()).toBe(violation?.witness.steps.length);
    expect(await shown.locator('noscript pre').first().textContent()).toContain(violation?.witness.steps[0]?.path);
  });

  it('of an hour and more and 200 violations filters at once, zooms where the reader drags, and back at a double click', async () => {
    const { page, complaints } = await opened(hugeResult());
    const shown = page.locator('[data-time-shown]');
    const requests = page.locator('figure[data-chart="requests"] svg.plot');
    await page.locator('.zoom:not([hidden])').waitFor();
    expect(await shown.textContent()).toBe('0:00 to 1:06:40');
    await requests.scrollIntoViewIfNeeded();
    const box = await requests.boundingBox();
    if (box === null) throw new Error('the chart is not shown');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 400, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 412, y, { steps: 4 });
    await page.mouse.up();
    const [from, to] = ((await shown.textContent()) ?? '').replace('at ', '').split(' to ');
    expect(from).toMatch(/^2\d:/);
    expect(to).not.toBe('1:06:40');
    await requests.dblclick({ position: { x: 500, y: 40 } });
    await page.mouse.move(0, 0);
    expect(await shown.textContent()).toBe('0:00 to 1:06:40');
    expect(await page.locator('.violation').count()).toBe(200);
    await page.locator('[data-filter="violation"] input').fill('isolation');
    expect(await page.locator('[data-item="violation"]:not([hidden])').count()).toBe(50);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['a failing run', failingResult(), false],
    ['a run with many problems', manyProblems(), true],
  ])('of %s takes two to four pages of paper', async (_, result, javaScriptEnabled) => {
    const { page } = await opened(result, { javaScriptEnabled, colorScheme: 'dark' });
    if (javaScriptEnabled) await page.locator('.zoom:not([hidden])').waitFor();
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    const pages = paper.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThanOrEqual(2);
    expect(pages).toBeLessThanOrEqual(4);
  });

  it.each([
    ['failing', failingResult],
    ['capacity', capacityResult],
  ])('of a %s run is found without fault by axe, and every text has contrast, light and dark', async (_, make) => {
    const { page } = await opened(brief(make()));
    if ((await page.locator('[data-over-time]').count()) > 0) await page.locator('.zoom:not([hidden])').waitFor();
    // What is closed is not looked at.
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    expect(await barriersOn(page)).toEqual([]);
  });

  it('leads to the trace of a violation, of each of its steps, and of each slow exchange', async () => {
    const { page, complaints } = await opened(tracedResult('https://tempo.example/{traceId}/view'));
    const places = (within: string): Promise<(string | null)[]> =>
      page
        .locator(`${within} a[href^="https://tempo.example/"]`)
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const viewOf = (digit: string): string => `https://tempo.example/${traceId(digit)}/view`;
    expect((await places('#problems')).at(0)).toBe(viewOf('a'));
    expect(await places('#slowest')).toEqual(['5', '4', '3', '2', '1', '9'].map(viewOf));
    await page.locator('#violation-v1 > summary').click();
    await page.locator('#violation-v1 .steps > li').first().waitFor();
    expect(await places('#violation-v1 .steps')).toEqual(['0', '1', '2'].map(viewOf));
    expect(complaints).toEqual([]);
    const { page: odd } = await opened(tracedResult('javascript:alert("{traceId}")'));
    await odd.locator('#violation-v1 > summary').click();
    await odd.locator('#violation-v1 .steps > li').first().waitFor();
    expect(await odd.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await odd.locator('#violation-v1 .steps code', { hasText: traceId('1') }).count()).toBe(1);
  });

  it('fits a phone: only tables and pictures scroll sideways', async () => {
    const watched = await opened(failingResult(), { width: 390, height: 844 });
    await drawnCharts(watched);
    expect(await watched.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  describe('of a sound run', () => {
    let page: WatchedPage['page'];
    beforeAll(async () => {
      ({ page } = await opened(sampleResult()));
      await page.locator('.zoom:not([hidden])').waitFor();
    });

    it('has a table under every chart', async () => {
      for (const figure of await page.locator('#time figure[data-chart]:has(.plot)').all()) {
        await figure.locator('summary').first().click();
        expect(await figure.locator('tbody tr').count()).toBeGreaterThan(3);
      }
    });

    it('saves a table as CSV', async () => {
      const download = page.waitForEvent('download');
      await page.locator('#latency > .csv').first().click();
      const path = join(folder, 'endpoints.csv');
      await (await download).saveAs(path);
      const lines = (await readFile(path, 'utf8')).split('\r\n');
      expect(lines[0]).toMatch(/^Endpoint,.*Requests,A second,Errors/);
      expect(lines[1]).toMatch(/^take,,\d+,/);
    });

    it('tells with one cursor the values of every chart, also by keys', async () => {
      await page.locator('[data-zoom="in"]').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      expect(await page.locator('[data-time-shown]').textContent()).toBe('at 0:02');
      for (const id of ['load', 'requests', 'heat', 'active'])
        expect(await page.locator(`figure[data-chart="${id}"] [data-series="0"]`).textContent()).not.toBe('');
      await page.keyboard.press('+');
      expect(await page.locator('[data-time-shown]').textContent()).not.toBe('0:00 to 2:00');
    });

    it('shows one endpoint alone in every chart when its row is chosen', async () => {
      await page.locator('.row-choice', { hasText: 'previous-page' }).click();
      for (const id of ['requests', 'heat', 'errors', 'rejections'])
        if (await page.locator(`figure[data-chart="${id}"]`).isVisible())
          expect(await page.locator(`figure[data-chart="${id}"] figcaption`).textContent()).toContain(
            'of previous-page',
          );
      expect(await page.locator('[data-endpoints]').inputValue()).toBe('previous-page');
      expect(await page.locator('tr.chosen').count()).toBe(1);
      await page.locator('.row-choice', { hasText: 'previous-page' }).click();
      expect(await page.locator('tr.chosen').count()).toBe(0);
    });

    it('turns dark and light at a press, and draws its charts again in those colours', async () => {
      const ground = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
      const light = await ground();
      await page.locator('[data-theme-toggle]').click();
      expect(await ground()).not.toBe(light);
      expect(await page.locator('[data-theme-toggle]').textContent()).toBe('Light');
    });
  });

  describe('of a failing run', () => {
    let page: WatchedPage['page'];
    let complaints: WatchedPage['complaints'];
    beforeAll(async () => {
      ({ page, complaints } = await opened(failingResult()));
    });

    it('can be used with the keyboard alone, and shows a witness step by step', async () => {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
      await page.locator('#violation-v1 > summary').focus();
      await page.keyboard.press('Enter');
      await page.locator('#violation-v1[open] .witness').waitFor();
      const steps = page.locator('#violation-v1 .steps > li');
      // The browser tells of an opened place in a turn of its own.
      await steps.first().waitFor();
      expect(await steps.count()).toBe(3);
      expect(await page.locator('#violation-v1 .step.failing summary').textContent()).toContain('/previous-page');
      expect(await page.locator('#violation-v1 .said.good p').textContent()).toContain('answer 1013 selected');
      expect(await page.locator('#violation-v1 .script pre').textContent()).toContain('curl -sS');
      await page.locator('#violation-v1 .script button').click();
      await page.getByText('Copied').waitFor();
      expect(complaints).toEqual([]);
    });

    it('filters clauses by verdict and by words, and closes up what has no match', async () => {
      const shown = page.locator('[data-item="clause"]:not([hidden])');
      await page.locator('[data-filter="clause"] button', { hasText: 'VIOLATES' }).click();
      expect(await shown.count()).toBe(4);
      await page.locator('[data-filter="clause"] input').fill('re-shows');
      expect(await shown.count()).toBe(1);
      expect(await page.locator('[data-group="clause"]:not([hidden])').count()).toBe(1);
      await page.locator('[data-filter="clause"] button', { hasText: 'VIOLATES' }).click();
      await page.locator('[data-filter="clause"] input').fill('');
      expect(await shown.count()).toBe(17);
    });

    it('opens the questions that are in doubt, and finds the others by words', async () => {
      const open = page.locator('[data-group="question"][open] h3');
      expect(await open.allTextContents()).toEqual([
        expect.stringContaining('expired session'),
        expect.stringContaining('largest perPage'),
      ]);
      await page.locator('[data-filter="question"] input').fill('api-key');
      expect(await page.locator('[data-item="question"]:visible h3').allTextContents()).toEqual([
        expect.stringContaining('api-key header'),
      ]);
      await page.locator('[data-filter="question"] input').fill('');
    });

    it('leads from a clause to its violation, opened', async () => {
      await page.locator('.row a[href="#violation-v2"]').click();
      await page.locator('#violation-v2[open] .witness').waitFor();
    });
  });
});
