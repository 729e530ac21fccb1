import type { Problem } from '../../result/problem.ts';
import type { RunDigest } from './runDigest.ts';

/** Whether a run showed a problem; `untested` where it checked nothing that would have shown it. */
export type Seen = 'seen' | 'absent' | 'untested';

/** One run as the strip of a problem shows it. */
export interface RunOfProblem {
  readonly run: RunDigest;
  readonly seen: Seen;
}

/** Since when a problem is there, from the runs of the same profile and target. */
export interface ProblemHistory {
  /** Oldest first; the run of the report is the last. */
  readonly runs: readonly RunOfProblem[];
  /** The first run of those known that showed it; that of the report where none did before. */
  readonly firstSeen: RunDigest;
  /** The last run that would have shown it, and did not; `null` where none is known. */
  readonly lastWithout: RunDigest | null;
}

const mostShown = 20;

/** Looks a problem of the run `own` up in earlier runs, by its signature. */
export function historyOf(problem: Problem, own: RunDigest, others: readonly RunDigest[]): ProblemHistory {
  const earlier = others.filter((run) => isComparable(run, own) && run.startedAt < own.startedAt);
  const runs = [...earlier, own].map((run) => ({ run, seen: seenIn(run, problem) }));
  const firstSeen = runs.find(({ seen }) => seen === 'seen')?.run ?? own;
  const lastWithout = runs.findLast(({ seen }) => seen === 'absent')?.run ?? null;
  return { runs: runs.slice(-mostShown), firstSeen, lastWithout };
}

/** `load` and `conform` of one target find the same problems. */
function isComparable(run: RunDigest, own: RunDigest): boolean {
  return run.profile === own.profile && run.datacenter === own.datacenter && run.baseUrl === own.baseUrl;
}

function seenIn({ problems, checkedClauses }: RunDigest, { signature, clauses }: Problem): Seen {
  if (problems.has(signature)) return 'seen';
  return clauses.some((clause) => checkedClauses.has(clause)) ? 'absent' : 'untested';
}

/** What a report knows of its run beyond the result. */
export interface RunContext {
  /** Where its reports lie, for commands that name it; `null` where that is not known. */
  readonly directory: string | null;
  /** Other runs of the folder, oldest first. */
  readonly history: readonly RunDigest[];
}

/** Of a result that nobody says more of. */
export const noContext: RunContext = { directory: null, history: [] };
