import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { acceptableAsObserved, withStanding } from '../judging/baseline/standing.ts';
import { compareResults, type RunComparison } from '../report/compare/compareResults.ts';
import { type CompareOptions, compareDefaults } from '../report/compare/shift.ts';
import type { ReportLinks } from '../report/content/comparisonContent.ts';
import { writeComparison } from '../report/writeReports.ts';
import {
  demandDistinct,
  demandFinished,
  demandOneKind,
  type ReadResult,
  readResultFiles,
} from '../result/resultFile.ts';
import type { RunResult } from '../result/runResult.ts';
import type { Violation } from '../result/verdict.ts';
import { type UsableBaseline, usableBaseline } from './usableBaseline.ts';

export interface ComparedFiles {
  /** Paths of result.json files, or of folders with runs. */
  readonly baseline: readonly string[];
  readonly candidate: readonly string[];
  /** Shares of 1; null for the default. */
  readonly minimumEffect: number | null;
  readonly runNoise: number | null;
  /** The file of known violations; null for `baseline.yaml`, where there is one. */
  readonly acceptance: string | null;
  /** Folder that the page and the Markdown are written into. */
  readonly out: string;
}

/**
 * Compares saved runs, and writes what was found as a page and as Markdown.
 *
 * @throws ToolError USAGE for runs that cannot be compared: interrupted, of different commands, one named twice; for a
 *   baseline file that is missing; PROFILE when it is none
 */
export async function compare(files: ComparedFiles): Promise<{ comparison: RunComparison; paths: readonly string[] }> {
  const settings: CompareOptions = {
    ...compareDefaults,
    minimumEffect: files.minimumEffect ?? compareDefaults.minimumEffect,
    betweenRuns: files.runNoise ?? compareDefaults.betweenRuns,
  };
  const [baseline, candidate] = await Promise.all([
    readResultFiles(files.baseline, 'runs'),
    readResultFiles(files.candidate, 'runs'),
  ]);
  demandOneKind([...baseline, ...candidate]);
  demandDistinct([...baseline, ...candidate]);
  demandFinished([...baseline, ...candidate]);
  const usable = usableBaseline(files.acceptance);
  const results = (side: readonly ReadResult[]) => side.map(({ result }) => withOwnStanding(result, usable));
  const folders = new Map([...baseline, ...candidate].map(({ path, result }) => [result.run.id, dirname(path)]));
  const folderOf = ({ run }: RunResult): string | null => folders.get(run.id) ?? null;
  const comparison = compareResults(results(baseline), results(candidate), settings, folderOf);
  const links = reportLinks([...baseline, ...candidate], files.out);
  return { comparison, paths: await writeComparison(comparison, files.out, links) };
}

/** A run whose violations stand as the baseline file says today; without a file, as they stood in the run. */
function withOwnStanding(result: RunResult, { exists, acceptableFor }: UsableBaseline): RunResult {
  if (!exists) return result;
  const anew = result.violations.map((violation): Violation => {
    return violation.baseline.kind === 'KNOWN' ? { ...violation, baseline: { kind: 'NEW' } } : violation;
  });
  return {
    ...result,
    violations: withStanding(anew, acceptableAsObserved(acceptableFor(result), result.observations)),
  };
}

/** Where the reports of the compared runs lie, as seen from the comparison. */
function reportLinks(read: readonly ReadResult[], directory: string): ReportLinks {
  const reports = new Map(read.map(({ path, result }) => [result.run.id, join(dirname(path), 'report.html')]));
  return ({ id }) => {
    const report = reports.get(id);
    if (report === undefined || !existsSync(report)) return undefined;
    const steps = relative(directory, report).split(sep);
    return steps.map((step) => (step === '..' ? step : encodeURIComponent(step))).join('/');
  };
}
