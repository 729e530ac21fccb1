import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readResultFile } from '../../result/resultFile.ts';
import type { RunResult } from '../../result/runResult.ts';
import {
  checkedClauses,
  errorShareOf,
  isPerformanceValid,
  latencyOfAll,
  percentileOf,
  requestsOf,
  requestsPerSecondOf,
  violationsSeenIn,
} from '../measures.ts';

/** One run as the index of runs shows it. */
export interface RunDigest {
  /** Name of the run's folder. */
  readonly folder: string;
  readonly hasPage: boolean;
  readonly kind: RunResult['kind'];
  readonly verdict: RunResult['verdict'];
  readonly profile: string;
  readonly baseUrl: string;
  readonly datacenter: string;
  readonly release: string;
  readonly startedAt: string;
  readonly durationSeconds: number;
  readonly requests: number;
  /** Null, as all that is of speed and errors, where the run says that it is not valid. */
  readonly requestsPerSecond: number | null;
  readonly errorShare: number | null;
  /** Problems by signature, with how often their most frequent violation was seen. */
  readonly problems: ReadonlyMap<string, number>;
  /** What broke first, or why the run proves nothing; empty where all was well. */
  readonly found: string;
  /** How often a promise was seen broken. */
  readonly violations: number;
  /** Clauses that were checked at least once. */
  readonly checkedClauses: ReadonlySet<string>;
  /** µs, experienced, over all endpoints; null when nothing was measured, or nothing valid. */
  readonly p50: number | null;
  readonly p99: number | null;
  /** Of a capacity run: the highest sustainable rate, over its datacenters. */
  readonly sustainablePerSecond: number | null;
  readonly clausesExercised: number;
  readonly clausesTotal: number;
}

export function digestOf(result: RunResult, folder: string, hasPage: boolean): RunDigest {
  const isValid = isPerformanceValid(result);
  const latency = isValid ? latencyOfAll(result) : null;
  return {
    folder,
    hasPage,
    kind: result.kind,
    verdict: result.verdict,
    profile: result.run.profile,
    baseUrl: result.target.baseUrl,
    datacenter: result.target.datacenter,
    release: result.target.release,
    startedAt: result.run.startedAt,
    durationSeconds: result.run.durationSeconds,
    requests: requestsOf(result),
    requestsPerSecond: isValid ? requestsPerSecondOf(result) : null,
    errorShare: isValid ? errorShareOf(result) : null,
    problems: new Map(result.problems.map(({ signature, count }) => [signature, count])),
    found: (result.problems.find(({ gating }) => gating) ?? result.problems[0])?.title ?? result.reasons[0] ?? '',
    violations: violationsSeenIn(result),
    checkedClauses: new Set(checkedClauses(result).map(({ id }) => id)),
    p50: latency?.p50 ?? null,
    p99: latency === null ? null : percentileOf(latency, 'p99'),
    sustainablePerSecond:
      result.capacity.length === 0 ? null : Math.max(...result.capacity.map((c) => c.sustainablePerSecond.best)),
    clausesExercised: result.coverage.clauses.exercised,
    clausesTotal: result.coverage.clauses.total,
  };
}

/** Folders begin with their time, so the newest are the last by name. */
const mostRuns = 200;

/** Runs, oldest first, and the folders whose result could not be read. */
export interface Digests {
  readonly runs: readonly RunDigest[];
  readonly unreadable: readonly string[];
}

/** The newest 200 runs below a folder of reports. */
export async function digestsIn(reports: string): Promise<Digests> {
  const entries = (await readdir(reports, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory())
    .sort((a, b) => b.name.localeCompare(a.name))
    .slice(0, mostRuns);
  const runs: RunDigest[] = [];
  const unreadable: string[] = [];
  for (const entry of entries) {
    // One that went meanwhile, or may not be read, has no run to tell of.
    const files = await readdir(join(reports, entry.name)).catch((): string[] => []);
    if (!files.includes('result.json')) continue;
    try {
      const result = await readResultFile(join(reports, entry.name, 'result.json'));
      runs.push(digestOf(result, basename(entry.name), files.includes('report.html')));
    } catch {
      unreadable.push(entry.name);
    }
  }
  return { runs: runs.sort((a, b) => a.startedAt.localeCompare(b.startedAt)), unreadable };
}
