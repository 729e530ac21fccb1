import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';

/** The Chromium that runs at `endpoint`: for all files of this project; closing it closes the pages of this file. */
export function startBrowser(endpoint: string = inject('chromium')): Promise<Browser> {
  return chromium.connect(endpoint);
}

export interface WatchedPage {
  readonly page: Page;
  /** Console errors, warnings, uncaught exceptions, dialogs, and requests to anywhere but the page itself. */
  readonly complaints: string[];
}

interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

export interface PageOptions extends Look {
  readonly javaScriptEnabled?: boolean;
}

/** A new page of which everything is noted that a quiet page does not do. */
export async function watchedPage(browser: Browser, options: PageOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: 'reduce',
    javaScriptEnabled: options.javaScriptEnabled ?? true,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(file|data|about|blob):/.test(url) && !url.startsWith('http://127.0.0.1:'))
      complaints.push(`request: ${url}`);
  });
  return { page, complaints };
}

/** Shows something else in the place of what it showed: a new page costs most of a second of a core. */
export async function turnTo(watched: WatchedPage, url: string, look: Look = {}): Promise<WatchedPage> {
  const { page, complaints } = watched;
  await page.setViewportSize({ width: look.width ?? 1280, height: look.height ?? 900 });
  await page.emulateMedia({ colorScheme: look.colorScheme ?? 'light' });
  complaints.length = 0;
  await page.goto(url);
  return watched;
}

const lowContrast = new URL('lowContrast.js', import.meta.url);

/** What axe has against a page, and which texts have too little contrast, light and dark. */
export async function barriersOn(page: Page): Promise<string[]> {
  // What axe needs a minute for, the contrast, is found in a moment by a look of our own. Names are made of what it is
  // against alone, and no page of ours has frames, for which it would open a second one.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await axe.disableRules(['color-contrast']).analyze();
  const barriers = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    barriers.push(...((await page.evaluate(await readFile(lowContrast, 'utf8'))) as string[]));
  }
  return barriers;
}
