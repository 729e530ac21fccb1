/**
 * Takes the pictures of `docs/capacity.md` or `docs/report.md` from the result of a real run, of `capacity` or of `load`:
 * `node bench/runPictures.ts RESULT.json [folder]`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageAssets } from '../src/report/html/pageAssets.ts';
import { planningPage } from '../src/report/html/planningPage.ts';
import { reportPage } from '../src/report/html/reportPage.ts';
import { readResultFile } from '../src/result/resultFile.ts';
import { startBrowser, watchedPage } from '../test/support/browser.ts';
import { serveChromium } from '../test/support/chromium.ts';

const [path, folder = 'docs/pictures'] = process.argv.slice(2);
if (path === undefined) throw new Error('name the result.json of a run');
const result = await readResultFile(path);
const scratch = await mkdtemp(join(tmpdir(), 'canvass-pictures-'));
const assets = await pageAssets();
const page = join(scratch, 'report.html');
const sheet = join(scratch, 'planning.html');
await writeFile(page, reportPage(result, assets));
await writeFile(sheet, planningPage(result, assets));
const chromium = await serveChromium();
const browser = await startBrowser(chromium.wsEndpoint());

/** The part of the page from `at` on, as wide and high as given. */
async function take(name: string, path: string, at: string, width: number, height: number): Promise<void> {
  const { page: tab, complaints } = await watchedPage(browser, { width, height, colorScheme: 'light' });
  await tab.goto(pathToFileURL(path).href);
  await tab.evaluate(`document.querySelector(${JSON.stringify(at)}).scrollIntoView()`);
  await tab.waitForTimeout(600);
  await tab.screenshot({ path: join(folder, `${name}.png`) });
  if (complaints.length > 0) throw new Error(`${name}: ${complaints.join('; ')}`);
  await tab.close();
}

if (result.kind === 'capacity') {
  await take('capacity-tables', page, '#capacity', 1100, 620);
  await take('capacity-datacenter', page, '#capacity .endpoint', 1100, 1000);
  await take('capacity-sheet', sheet, 'body', 900, 1100);
} else {
  await take('report-time', page, '#time', 1100, 1080);
  await take('report-endpoints', page, '#latency', 1100, 720);
}
await browser.close();
await chromium.close();
await rm(scratch, { recursive: true });
