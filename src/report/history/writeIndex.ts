import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../../errors.ts';
import { indexPage } from '../html/indexPage.ts';
import { pageAssets } from '../html/pageAssets.ts';
import { type Digests, digestsIn } from './runDigest.ts';

/**
 * Writes `index.html` of a folder of reports: its runs with their trends.
 *
 * @param known what `digestsIn` gave of the folder, where it was read already
 * @returns the path written. @throws ToolError OUTPUT_UNWRITABLE
 */
export async function writeIndex(reports: string, known?: Digests): Promise<string> {
  const { runs, unreadable } = known ?? (await digestsIn(reports));
  const path = join(reports, 'index.html');
  try {
    await writeFile(path, indexPage(runs, unreadable, await pageAssets()));
  } catch (cause) {
    throw new ToolError('OUTPUT_UNWRITABLE', `${path} cannot be written. Choose another folder with --out.`, { cause });
  }
  return path;
}
