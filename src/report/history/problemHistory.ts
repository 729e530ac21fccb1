import type { Problem } from '../../result/problem.ts';
import type { RunDigest } from './runDigest.ts';

/** Whether a run showed a problem; `untested` where it checked nothing that would have shown it. */
type Seen = 'seen' | 'absent' | 'untested';

/** Since when a problem is there, from the runs of the same profile and target. */
export type ProblemHistory = ReturnType<typeof historyOf>;

/** One run as the strip of a problem shows it. */
export type RunOfProblem = ProblemHistory['runs'][number];

const mostShown = 20;

/** Looks a problem of the run `own` up in earlier runs, by its signature. */
export function historyOf(problem: Problem, own: RunDigest, others: readonly RunDigest[]) {
  // `load` and `conform` of one target find the same problems.
  const facts = ['profile', 'datacenter', 'baseUrl'] as const;
  const earlier = others.filter(
    (run) => facts.every((fact) => run[fact] === own[fact]) && run.startedAt < own.startedAt,
  );
  const runs = [...earlier, own].map((run) => ({ run, seen: seenIn(run, problem) }));
  const firstSeen = runs.find(({ seen }) => seen === 'seen')?.run ?? own;
  const lastWithout = runs.findLast(({ seen }) => seen === 'absent')?.run ?? null;
  return {
    /** Oldest first; the run of the report is the last. */
    runs: runs.slice(-mostShown),
    /** The first run of those known that showed it; that of the report where none did before. */
    firstSeen,
    /** The last run that would have shown it, and did not; `null` where none is known. */
    lastWithout,
  };
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
