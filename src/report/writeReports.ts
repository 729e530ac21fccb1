import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../errors.ts';
import type { RunResult } from '../result/runResult.ts';
import { scriptFile, scriptFolder } from './content/commands.ts';
import { contentMarkdown } from './content/contentMarkdown.ts';
import { summaryContent } from './content/summaryContent.ts';
import { harOfViolations } from './formats/har.ts';
import { hlogs } from './formats/hlog.ts';
import { junitXml } from './formats/junit.ts';
import type { RunContext } from './history/problemHistory.ts';
import { pageAssets } from './html/pageAssets.ts';
import { reportPage } from './html/reportPage.ts';
import { makeFolder } from './makeFolder.ts';

/** What can be written of a result; `json` is the result itself. */
export const formats = ['json', 'html', 'junit', 'markdown', 'hlog', 'har'] as const;
export type Format = (typeof formats)[number];

/**
 * Writes a result into `directory`, which is made where it is missing: `result.json` with a script for each violation in
 * `repeat/`, `report.html`, `junit.xml`,
 * `summary.md`, `latency.hlog` with `latency-seconds.hlog`, `violations.har` (only where there are violations).
 *
 * @returns the paths written.
 * @throws ToolError OUTPUT_UNWRITABLE
 */
export async function writeReports(
  result: RunResult,
  directory: string,
  wanted: readonly Format[],
  context: RunContext = { directory, history: [] },
): Promise<string[]> {
  const files = (await Promise.all([...new Set(wanted)].map((format) => filesOf(result, format, context)))).flat();
  try {
    await makeFolder(directory);
    if (files.some(([name]) => name.startsWith(scriptFolder))) await makeFolder(join(directory, scriptFolder));
    await Promise.all(files.map(([name, text]) => writeFile(join(directory, name), text, modeOf(name))));
  } catch (cause) {
    throw new ToolError('OUTPUT_UNWRITABLE', `${directory} cannot be written. Choose another folder with --out.`, {
      cause,
    });
  }
  return files.map(([name]) => join(directory, name));
}

/** Scripts that repeat a violation each. */
const mostScripts = 100;

function scripts({ violations }: RunResult): [string, string][] {
  const repeatable = violations.filter(({ witness }) => witness.steps.length > 0);
  return repeatable.slice(0, mostScripts).map(({ id, witness }) => [scriptFile(id), witness.curl]);
}

function modeOf(name: string): { mode: number } {
  return { mode: name.endsWith('.sh') ? 0o755 : 0o644 };
}

async function filesOf(result: RunResult, format: Format, context: RunContext): Promise<[string, string][]> {
  switch (format) {
    case 'json':
      return [['result.json', `${JSON.stringify(result, null, 1)}\n`], ...scripts(result)];
    case 'html':
      return [['report.html', reportPage(result, await pageAssets(), context)]];
    case 'junit':
      return [['junit.xml', junitXml(result)]];
    case 'markdown':
      return [['summary.md', contentMarkdown(summaryContent(result, context))]];
    case 'hlog': {
      const { total, seconds } = hlogs(result);
      return [
        ['latency.hlog', total],
        ['latency-seconds.hlog', seconds],
      ];
    }
    case 'har':
      return result.violations.length === 0
        ? []
        : [['violations.har', `${JSON.stringify(harOfViolations(result), null, 1)}\n`]];
  }
}
