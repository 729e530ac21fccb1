import { errorOutcomes } from '../exchange.ts';

/** Counts by name that grow. */
export type Counts = Record<string, number>;

/** Adds every count of `from` to `to`. */
export function addCounts(to: Counts, from: Readonly<Counts>): void {
  for (const name of Object.keys(from)) to[name] = (Object.hasOwn(to, name) ? (to[name] ?? 0) : 0) + (from[name] ?? 0);
}

/** Adds counts of walks by survey. */
export function addWalks(to: Record<string, Counts>, from: Readonly<Record<string, Counts>>): void {
  for (const [survey, ends] of Object.entries(from)) {
    const known = to[survey] ?? {};
    to[survey] = known;
    addCounts(known, ends);
  }
}

/** Takes off counts that were added before; what is left at 0 stays by its name. */
export function subtractCounts(from: Counts, counts: Readonly<Counts>): void {
  for (const name of Object.keys(counts)) from[name] = (from[name] ?? 0) - (counts[name] ?? 0);
}

/** A count by name; 0 for what never occurred. */
export function countIn(counts: Readonly<Counts>, name: string): number {
  return Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0;
}

export function sumOf(counts: Readonly<Counts>): number {
  let sum = 0;
  for (const name of Object.keys(counts)) sum += counts[name] ?? 0;
  return sum;
}

/** Errors among counts by outcome. */
export function errorsIn(byOutcome: Readonly<Counts>): number {
  return errorOutcomes.reduce((sum, outcome) => sum + countIn(byOutcome, outcome), 0);
}
