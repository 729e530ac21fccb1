/**
 * Takes the pictures of `docs/capacity.md` from the result of a real run:
 * `node bench/capacityPictures.ts RESULT.json [folder]`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageAssets } from '../src/report/html/pageAssets.ts';
import { reportPage } from '../src/report/html/reportPage.ts';
import { readResultFile } from '../src/result/resultFile.ts';
import { startBrowser, watchedPage } from '../test/support/browser.ts';

const [path, folder = 'docs/pictures'] = process.argv.slice(2);
if (path === undefined) throw new Error('name the result.json of a capacity run');
const result = await readResultFile(path);
const scratch = await mkdtemp(join(tmpdir(), 'canvass-pictures-'));
const page = join(scratch, 'report.html');
await writeFile(page, reportPage(result, await pageAssets()));
const browser = await startBrowser();

/** The part of the page from `at` on, as wide and high as given. */
async function take(name: string, at: string, width: number, height: number): Promise<void> {
  const { page: tab, complaints } = await watchedPage(browser, { width, height, colorScheme: 'light' });
  await tab.goto(pathToFileURL(page).href);
  await tab.evaluate(`document.querySelector(${JSON.stringify(at)}).scrollIntoView()`);
  await tab.waitForTimeout(600);
  await tab.screenshot({ path: join(folder, `${name}.png`) });
  if (complaints.length > 0) throw new Error(`${name}: ${complaints.join('; ')}`);
  await tab.close();
}

await take('capacity-tables', '#capacity', 1100, 620);
await take('capacity-datacenter', '#capacity .endpoint', 1100, 1000);
await browser.close();
await rm(scratch, { recursive: true });
