import { type SelftestSummary, summarize } from '../conformance/selftest/selftestReport.ts';
import { ToolError } from '../errors.ts';
import { runSelftestPool } from './selftestPool.ts';
import { allowedSubjects, faultySubjects } from './selftestSubjects.ts';
import type { SelftestJob, SelftestOutcome } from './selftestThread.ts';

export interface SelftestOptions {
  /** Ids of the faults to inject; empty for the variants alone, null for everything. */
  readonly faults: readonly string[] | null;
  /** Random combinations of what the document allows, beside those that cover every alternative. */
  readonly randomVariants: number;
  /** 0 takes as many as there are cores. */
  readonly threads: number;
  readonly seed: number;
}

/** What came of a self-test, as a whole and subject by subject. */
export interface Selftest {
  readonly summary: SelftestSummary;
  readonly outcomes: Awaited<ReturnType<typeof runSelftestPool>>;
}

/**
 * Has conformance judge services with an injected fault, and services that keep the document in every way it allows.
 *
 * @throws ToolError USAGE for a fault that does not exist
 */
export async function selftest(
  { faults, randomVariants, threads, seed }: SelftestOptions,
  onOutcome: (outcome: SelftestOutcome, done: number, total: number) => void,
): Promise<Selftest> {
  const jobs = jobsOf(faults, randomVariants, seed);
  const outcomes = await runSelftestPool({
    threads: threads === 0 ? navigator.hardwareConcurrency : threads,
    plan: { seed, randomVariants },
    jobs,
    onOutcome: (outcome, done) => onOutcome(outcome, done, jobs.length),
  });
  return { summary: summarize(outcomes.faults, outcomes.variants, faults === null), outcomes };
}

function jobsOf(named: readonly string[] | null, randomVariants: number, seed: number): SelftestJob[] {
  const known = faultySubjects(null).map(({ id }) => id);
  const unknown = (named ?? []).filter((id) => !known.includes(id));
  if (unknown.length > 0) {
    throw new ToolError('USAGE', `there is no fault ${unknown.join(', ')}; canvass serve --list-faults lists them`);
  }
  const variants = allowedSubjects(randomVariants, seed).map((_, index): SelftestJob => ({ kind: 'variant', index }));
  if (named?.length === 0) return variants;
  const faults = known.flatMap((id, index): SelftestJob[] =>
    named === null || named.includes(id) ? [{ kind: 'fault', index }] : [],
  );
  // The long jobs first, so that no thread is left with one at the end.
  return named === null ? [...variants, ...faults] : faults;
}
