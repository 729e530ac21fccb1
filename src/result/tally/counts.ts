import { errorOutcomes } from '../exchange.ts';

/** Counts by name that grow. */
export type Counts = Record<string, number>;

/** Adds every count of `from` to `to`, so many times: -1 takes off what was added before, and leaves a 0 by its name. */
export function addCounts(to: Counts, from: Readonly<Counts>, times = 1): void {
  for (const name of Object.keys(from)) to[name] = countIn(to, name) + times * (from[name] ?? 0);
}

/** A count by name; 0 for what never occurred. */
export function countIn(counts: Readonly<Counts>, name: string): number {
  return Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0;
}

export function sumOf(counts: Readonly<Counts>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Errors among counts by outcome. */
export function errorsIn(byOutcome: Readonly<Counts>): number {
  return errorOutcomes.reduce((sum, outcome) => sum + countIn(byOutcome, outcome), 0);
}
