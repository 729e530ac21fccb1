import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../../errors.ts';
import { indexPage } from '../html/indexPage.ts';
import { pageAssets } from '../html/pageAssets.ts';
import { digestsIn } from './runDigest.ts';

/**
 * Writes `index.html` of a folder of reports: its runs with their trends.
 *
 * @returns the path written. @throws ToolError OUTPUT_UNWRITABLE
 */
export async function writeIndex(reports: string): Promise<string> {
  const { runs, unreadable } = await digestsIn(reports);
  const path = join(reports, 'index.html');
  try {
    await writeFile(path, indexPage(runs, unreadable, await pageAssets()));
  } catch (cause) {
    throw new ToolError('OUTPUT_UNWRITABLE', `${path} cannot be written. Choose another folder with --out.`, { cause });
  }
  return path;
}
