import type { RunResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/violationTally.ts';
import type { Violation } from '../../result/verdict.ts';
import { isSameDefect } from '../../result/violationId.ts';

/** A violation that one side has and the other has not, wherever it was seen. */
export type ViolationDifference = ReturnType<typeof violationDifferences>[number];

/**
 * Violations of one side only; one that any baseline run has is not NEW. Where the baseline breaks the same clause in the
 * same place otherwise, what is NEW is shown and fails nothing: the words of one defect may differ from run to run.
 */
export function violationDifferences(baseline: readonly RunResult[], candidate: readonly RunResult[]) {
  const before = violationsById(baseline);
  const after = violationsById(candidate);
  const brokenBefore = new Set([...before.values()].flatMap(({ violations }) => violations.map(placeOf)));
  const problems = [...baseline, ...candidate].flatMap((run) => run.problems);
  const titles = new Map(problems.flatMap(({ title, violations }) => violations.map((id) => [id, title])));
  const describe = (standing: 'NEW' | 'GONE', found: readonly Found[], of: number) => {
    const alike = Map.groupBy(found, ({ violations: [{ id, clause, path }] }) => {
      return `${clause}\n${path}\n${titles.get(id) ?? id}`;
    });
    return [...alike.values()].flatMap((places) => {
      const violations = places.flatMap((place) => place.violations);
      const failing = violations.find((each) => gates(each) && !brokenBefore.has(placeOf(each)));
      const example = failing ?? violations[0];
      if (example === undefined) return [];
      const endpoints = new Set(violations.map(({ endpoint }) => endpoint));
      return [
        {
          clause: example.clause,
          /** In plain words, as the problem of the example is called; empty where no problem was made of it. */
          title: titles.get(example.id) ?? '',
          standing,
          /** Whether it fails the comparison: NEW, not known to the baseline file, and in a place where its clause was kept. */
          gating: standing === 'NEW' && failing !== undefined,
          /** In how many runs of the side that has it. */
          runs: Math.max(...places.map(({ runs }) => runs)),
          of,
          /** Endpoints whose answers have it; none for what no single answer shows. */
          endpoints: [...endpoints].filter((endpoint) => endpoint !== ''),
          example,
        },
      ];
    });
  };
  return [
    ...describe(
      'NEW',
      [...after.values()].filter((each) => !isCovered(each, before)),
      candidate.length,
    ),
    ...describe(
      'GONE',
      [...before.values()].filter((each) => !isSeenIn(each, after)),
      baseline.length,
    ),
  ];
}

/** Whether what each run has was there before. */
function isCovered({ violations }: Found, before: ReadonlyMap<string, Found>): boolean {
  const known = [...before.values()].flatMap((found) => found.violations);
  return violations.every((violation) => known.some((each) => isSameDefect(each, violation)));
}

/** Whether what some run had is still there. */
function isSeenIn({ violations }: Found, after: ReadonlyMap<string, Found>): boolean {
  const seen = [...after.values()].flatMap((found) => found.violations);
  return violations.some((violation) => seen.some((each) => isSameDefect(violation, each)));
}

/** Where a clause is broken; what came in place of what was due, where it is known, is no matter of words. */
function placeOf({ id, clause, endpoint, path, symptom }: Violation): string {
  return symptom?.came === undefined ? `${clause}\n${endpoint}\n${path}` : id;
}

/** One violation, as each run that has it shows it. */
interface Found {
  readonly runs: number;
  readonly violations: readonly [Violation, ...Violation[]];
}

/** What happened in each run; known violations that no longer happen did not. */
function violationsById(runs: readonly RunResult[]): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const run of runs)
    for (const violation of run.violations) {
      if (violation.baseline.kind === 'GONE') continue;
      const known = found.get(violation.id);
      const violations: Found['violations'] = known === undefined ? [violation] : [...known.violations, violation];
      found.set(violation.id, { runs: (known?.runs ?? 0) + 1, violations });
    }
  return found;
}
