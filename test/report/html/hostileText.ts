import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageAssets } from '../../../src/report/html/pageAssets.ts';
import { reportPage } from '../../../src/report/html/reportPage.ts';
import { startBrowser, turnTo, type WatchedPage, watchedPage } from '../../support/browser.ts';
import { sharedFolder } from '../../support/folder.ts';
import { attack, hostileResult } from '../../support/hostileResult.ts';

describe('a report of a hostile service', () => {
  let browser: Browser;
  let watched: WatchedPage;
  const folder = sharedFolder();
  let text: string;

  beforeAll(async () => {
    browser = await startBrowser();
    watched = await watchedPage(browser);
    text = reportPage(hostileResult(), await pageAssets());
    await writeFile(join(folder, 'report.html'), text);
  });

  afterAll(() => browser.close());

  async function outcome(html: string): Promise<{ owned: unknown; complaints: string[]; shown: string }> {
    const path = join(folder, `${Math.abs(html.length)}.html`);
    await writeFile(path, html);
    const { page, complaints } = await turnTo(watched, pathToFileURL(path).href);
    for (const details of await page.locator('details.violation > summary').all()) await details.click();
    await page.locator('#questions .group').evaluateAll((groups) => {
      for (const group of groups) group.setAttribute('open', '');
    });
    for (const details of await page.locator('details.inline > summary').all()) await details.click();
    await page.locator('.violation').first().hover();
    const owned = await page.evaluate(() => Reflect.get(globalThis, 'owned'));
    const shown = (await page.locator('.said.bad p').first().textContent()) ?? '';
    return { owned, complaints, shown };
  }

  it('runs nothing, and shows the text as text', async () => {
    const { owned, complaints, shown } = await outcome(text);
    expect(owned).toBeUndefined();
    expect(complaints).toEqual([]);
    expect(shown).toContain('<script>window.owned=1;alert(1)</script><img src=x onerror=');
  });

  it('runs nothing even where escaping failed: the policy allows only its own script', async () => {
    const unescaped = text.replace('<h1', `<script>window.owned=1</script><img src=x onerror="window.owned=2"><h1`);
    expect((await outcome(unescaped)).owned).toBeUndefined();
  });

  it('would be noticed: without escaping and policy the attack runs', async () => {
    const naive = text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '').replace('<h1', `${attack}<h1`);
    await writeFile(join(folder, 'naive.html'), naive);
    const { page } = await turnTo(watched, pathToFileURL(join(folder, 'naive.html')).href);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'owned'))).toBeDefined();
  });
});
