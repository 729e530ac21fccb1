import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserServer } from 'playwright-core';
import { startBrowser, watchedPage } from '../test/support/browser.ts';
import { serveChromium } from '../test/support/chromium.ts';

export interface Shot {
  readonly name: string;
  readonly url: string;
  readonly scheme: 'light' | 'dark';
  /** Element to bring to the top, and elements to press first. */
  readonly at?: string;
  readonly press?: readonly string[];
  readonly width?: number;
  readonly height?: number;
}

/** Takes pictures of pages into a folder; a page that complains is an error. */
export class Photographer {
  readonly #server: BrowserServer;
  readonly #browser: Browser;
  readonly #folder: string;

  private constructor(server: BrowserServer, browser: Browser, folder: string) {
    this.#server = server;
    this.#browser = browser;
    this.#folder = folder;
  }

  static async start(folder: string): Promise<Photographer> {
    await mkdir(folder, { recursive: true });
    const server = await serveChromium();
    return new Photographer(server, await startBrowser(server.wsEndpoint()), folder);
  }

  async take(shot: Shot): Promise<void> {
    const { page, complaints } = await watchedPage(this.#browser, {
      width: shot.width ?? 1200,
      height: shot.height ?? 800,
      colorScheme: shot.scheme,
    });
    await page.goto(shot.url);
    for (const selector of shot.press ?? []) await page.locator(selector).first().click();
    if (shot.at !== undefined)
      await page.evaluate(`document.querySelector(${JSON.stringify(shot.at)}).scrollIntoView()`);
    await page.waitForTimeout(600);
    await page.screenshot({ path: join(this.#folder, `${shot.name}.png`) });
    if (complaints.length > 0) throw new Error(`${shot.name}: ${complaints.join('; ')}`);
    await page.close();
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#server.close();
  }
}
