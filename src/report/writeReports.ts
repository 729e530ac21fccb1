import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../errors.ts';
import { leadsOf } from '../result/problem.ts';
import { readResultFile } from '../result/resultFile.ts';
import type { RunResult } from '../result/runResult.ts';
import { writeFiles, writeWhole } from '../writeOutput.ts';
import { scriptFile } from './content/commands.ts';
import { type Comparison, comparisonContent, type ReportLinks } from './content/comparisonContent.ts';
import { contentMarkdown } from './content/contentMarkdown.ts';
import { summaryContent } from './content/summaryContent.ts';
import { digestOf, type RunContext, type RunDigest } from './earlierRuns.ts';
import { comparisonJunit } from './formats/comparisonJunit.ts';
import { harOfViolations } from './formats/har.ts';
import { hlogs } from './formats/hlog.ts';
import { junitXml } from './formats/junit.ts';
import { comparisonPage } from './html/comparisonPage.ts';
import { indexPage } from './html/indexPage.ts';
import { pageAssets } from './html/pageAssets.ts';
import { reportPage } from './html/reportPage.ts';
import { keepDigests, keptDigests, stampOf } from './keptDigests.ts';
import { jsonText, withoutCommands } from './plainText.ts';

/** What can be written of a result; `json` is the result itself. */
export const formats = ['json', 'html', 'junit', 'markdown', 'hlog', 'har'] as const;
export type Format = (typeof formats)[number];

/**
 * Writes a result into `directory`, which is made where it is missing: `result.json` with a script in `repeat/` for each
 * problem that a script can tell, `report.html`, `junit.xml`,
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
  return await writeFiles(directory, files);
}

const mostScripts = 100;

async function filesOf(result: RunResult, format: Format, context: RunContext): Promise<[string, string][]> {
  switch (format) {
    case 'json':
      return [
        ['result.json', `${jsonText(result, 1)}\n`],
        ...leadsOf(result.problems, result.violations)
          .filter(({ witness }) => witness.curl !== '')
          .slice(0, mostScripts)
          .map(({ id, witness }): [string, string] => [scriptFile(id), witness.curl]),
      ];
    case 'html':
      return [['report.html', reportPage(result, await pageAssets(), context)]];
    case 'junit':
      return [['junit.xml', withoutCommands(junitXml(result))]];
    case 'markdown':
      return [['summary.md', withoutCommands(contentMarkdown(summaryContent(result, context)))]];
    case 'hlog': {
      const { total, seconds } = hlogs(result);
      return [
        ['latency.hlog', total],
        ['latency-seconds.hlog', seconds],
      ];
    }
    case 'har':
      return result.violations.length === 0 ? [] : [['violations.har', `${jsonText(harOfViolations(result), 1)}\n`]];
  }
}

/**
 * Writes a comparison into `directory`: of runs `compare.html` and `compare.md`, with a number behind the name where an
 * earlier one is there, which is never written over; of twins `duet.html`, `duet.md`, `duet.json` and `junit.xml`.
 *
 * @param links to the reports of the compared runs
 * @returns the paths written
 * @throws ToolError OUTPUT_UNWRITABLE
 */
export async function writeComparison(
  comparison: Comparison,
  directory: string,
  links: ReportLinks,
): Promise<readonly string[]> {
  const name = comparison.method === 'runs' ? freeName(directory, 'compare') : 'duet';
  return await writeFiles(directory, [
    [`${name}.html`, comparisonPage(comparison, await pageAssets(), links)],
    [`${name}.md`, withoutCommands(contentMarkdown(comparisonContent(comparison, links)))],
    ...(comparison.method === 'runs'
      ? []
      : ([
          ['duet.json', `${jsonText(comparison, 1)}\n`],
          ['junit.xml', withoutCommands(comparisonJunit(comparison))],
        ] as const)),
  ]);
}

/** A name, or with a number behind it: an earlier comparison is never written over. */
function freeName(directory: string, name: string): string {
  for (let copy = 1; ; copy++) {
    const free = copy === 1 ? name : `${name}-${copy}`;
    if (!['html', 'md'].some((kind) => existsSync(join(directory, `${free}.${kind}`)))) return free;
  }
}

/**
 * Writes `index.html` of a folder of reports: its runs with their trends.
 *
 * @param known what `digestsIn` gave of the folder, where it was read already
 * @returns the path written
 * @throws ToolError OUTPUT_UNWRITABLE
 */
export async function writeIndex(reports: string, known?: Digests): Promise<string> {
  const { runs, unreadable } = known ?? (await digestsIn(reports));
  const path = join(reports, 'index.html');
  try {
    await writeWhole(path, indexPage(runs, unreadable, await pageAssets()));
    await keepDigests(reports, runs);
  } catch (cause) {
    throw new ToolError('OUTPUT_UNWRITABLE', `${path} cannot be written. Choose another folder with --out.`, { cause });
  }
  return path;
}

/** Folders begin with their time, so the newest are the last by name. */
const mostRuns = 200;

/** Runs, oldest first, and the folders whose result could not be read. */
export type Digests = Awaited<ReturnType<typeof digestsIn>>;

/** The newest 200 runs below a folder of reports. @param own the run that was just written there, which is not read again */
export async function digestsIn(reports: string, own: RunDigest | null = null) {
  const entries = (await readdir(reports, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory())
    .sort((a, b) => b.name.localeCompare(a.name))
    .slice(0, mostRuns);
  const runs: RunDigest[] = [];
  const unreadable: string[] = [];
  const kept = keptDigests(reports);
  for (const entry of entries) {
    if (entry.name === own?.folder) {
      runs.push(own);
      continue;
    }
    // One that went meanwhile, or may not be read, has no run to tell of.
    const files = await readdir(join(reports, entry.name)).catch((): string[] => []);
    if (!files.includes('result.json')) continue;
    try {
      const hasPage = files.includes('report.html');
      const known = kept[entry.name];
      if (known !== undefined && known.stamp === stampOf(reports, entry.name)) runs.push({ ...known.digest, hasPage });
      else runs.push(digestOf(await readResultFile(join(reports, entry.name, 'result.json')), entry.name, hasPage));
    } catch {
      unreadable.push(entry.name);
    }
  }
  return { runs: runs.sort((a, b) => a.startedAt.localeCompare(b.startedAt)), unreadable };
}
