import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../../errors.ts';
import type { DuetFindings } from '../../result/duetResult.ts';
import { contentMarkdown } from '../content/contentMarkdown.ts';
import { pageAssets } from '../html/pageAssets.ts';
import { makeFolder } from '../makeFolder.ts';
import { duetContent } from './duetContent.ts';
import { duetJunit } from './duetJunit.ts';
import { duetPage } from './duetPage.ts';
import type { DuetReport } from './duetReport.ts';

/**
 * Writes a duet into `directory`: `duet.json`, `duet.html`, `duet.md`, `junit.xml`.
 *
 * @throws ToolError OUTPUT_UNWRITABLE
 */
export async function writeDuet(report: DuetReport, findings: DuetFindings, directory: string): Promise<void> {
  const files = [
    ['duet.json', `${JSON.stringify(report, null, 1)}\n`],
    ['duet.html', duetPage(report, findings, await pageAssets())],
    ['duet.md', contentMarkdown(duetContent(report))],
    ['junit.xml', duetJunit(report)],
  ] as const;
  try {
    await makeFolder(directory);
    for (const [name, text] of files) await writeFile(join(directory, name), text);
  } catch (cause) {
    throw new ToolError('OUTPUT_UNWRITABLE', `${directory} cannot be written. Choose another folder with --out.`, {
      cause,
    });
  }
}
