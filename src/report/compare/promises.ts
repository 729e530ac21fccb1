import type { RunResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/violationTally.ts';
import type { Violation } from '../../result/verdict.ts';
import { isSameDefect } from '../../result/violationId.ts';
import { placeOf as placeInWords, ShownPages } from '../content/shownPages.ts';

/**
 * REGRESSION: the candidate breaks a clause that the base keeps. CHANGED: the base breaks it too, but otherwise or
 * elsewhere. MENDED: what the base alone shows. COMMON: what both show.
 */
type PromiseStanding = 'REGRESSION' | 'CHANGED' | 'MENDED' | 'COMMON';

/** A violation of one side or of both, wherever it was seen. */
export type ComparedPromise = ReturnType<typeof comparePromises>[number];

/**
 * What each side breaks, what fails the comparison first. Where the base breaks the same clause in the same place
 * otherwise, what is CHANGED fails nothing unless it is known what came: the words of one defect may differ from run to
 * run. Such a defect of the base is not MENDED.
 */
export function comparePromises(base: readonly RunResult[], candidate: readonly RunResult[]) {
  const [before, after] = [foundIn(base), foundIn(candidate)];
  const [ours, theirs] = [before.flat(), after.flat()];
  const brokenClauses = new Set(ours.map(({ clause }) => clause));
  const brokenBefore = new Set(ours.map(exactPlaceOf));
  const standingOf = (found: Found): PromiseStanding => {
    if (found.every((violation) => ours.some((each) => isSameDefect(each, violation)))) return 'COMMON';
    return brokenClauses.has(found[0].clause) ? 'CHANGED' : 'REGRESSION';
  };
  const byStanding = Map.groupBy(after, standingOf);
  const changed = new Set((byStanding.get('CHANGED') ?? []).flat().map(placeOf));
  const mended = before.filter(
    (found) =>
      !changed.has(placeOf(found[0])) &&
      !found.some((violation) => theirs.some((each) => isSameDefect(violation, each))),
  );
  // Of several titles of one violation the fullest: it names the condition that other runs did not find.
  const problems = [...base, ...candidate]
    .flatMap((run) => run.problems)
    .sort((a, b) => a.title.length - b.title.length);
  const pages = new ShownPages([...theirs, ...ours], candidate[0]?.profile);
  const titles = new Map(problems.flatMap(({ title, violations }) => violations.map((id) => [id, title])));
  const orderOf = new Map(problems.flatMap(({ violations }) => violations.map((id, at) => [id, at])));
  const described = (standing: PromiseStanding, found: readonly Found[]) => {
    const isNew = standing === 'REGRESSION' || standing === 'CHANGED';
    const isFailing = (each: Violation): boolean => isNew && gates(each) && !brokenBefore.has(exactPlaceOf(each));
    // One problem is told once, whatever promises it breaks; what of it fails nothing, apart.
    const alike = Map.groupBy(found, (each) => {
      const [{ id }] = each;
      return `${each.some(isFailing)} ${each.some(gates)} ${titles.get(id) ?? id}`;
    });
    return [...alike.values()].flatMap((places) => {
      // What names the problem comes first.
      const violations = places.flat().toSorted((a, b) => (orderOf.get(a.id) ?? 0) - (orderOf.get(b.id) ?? 0));
      const failing = violations.find(isFailing);
      const violation = failing ?? violations[0];
      if (violation === undefined) return [];
      return {
        standing,
        /** Whether it fails the comparison: of the candidate, not known to the baseline file, and in a place where its clause was kept. */
        gating: failing !== undefined,
        clause: violation.clause,
        /** All that it breaks, that one first. */
        clauses: [...new Set([violation, ...violations].map(({ clause }) => clause))],
        /** In plain words, as its problem is called; empty where no problem was made of it. */
        title: titles.get(violation.id) ?? '',
        /** Survey, page and question in words, or the call; empty of what has no steps. */
        place: placeInWords(
          violation,
          pages,
          violations.filter(({ clause }) => clause === violation.clause),
        ),
        /** In how many runs of the side that has it; of both, in those of the candidate. */
        runs: Math.max(...places.map(({ length }) => length)),
        of: standing === 'MENDED' ? base.length : candidate.length,
        /** Endpoints whose answers have it; none for what no single answer shows. */
        endpoints: [...new Set(violations.map(({ endpoint }) => endpoint))].filter((endpoint) => endpoint !== ''),
        /** The first that fails the comparison, else the first. */
        violation: { ...violation, count: countOf(violation, violations) },
      };
    });
  };
  return [
    ...(['REGRESSION', 'CHANGED'] as const).flatMap((standing) => described(standing, byStanding.get(standing) ?? [])),
    ...described('MENDED', mended),
    ...described('COMMON', byStanding.get('COMMON') ?? []),
  ].sort((a, b) => Number(b.gating) - Number(a.gating));
}

/** How often one violation was seen in all runs of its side. */
function countOf({ id }: Violation, violations: readonly Violation[]): number {
  return violations.reduce((sum, each) => sum + (each.id === id ? each.count : 0), 0);
}

/** What of a comparison's reasons it is one of: what fails it, what is tolerated, what is mended; null of what both show. */
export function reasonOf({ standing, gating }: ComparedPromise) {
  if (standing === 'COMMON') return null;
  if (standing === 'MENDED') return 'mended';
  if (!gating) return 'tolerated';
  return standing === 'CHANGED' ? 'changed' : 'regressions';
}

function placeOf({ clause, endpoint, path }: Violation): string {
  return `${clause}\n${endpoint}\n${path}`;
}

/** Where a clause is broken; what came in place of what was due, where it is known, is no matter of words. */
function exactPlaceOf(violation: Violation): string {
  return violation.symptom?.came === undefined ? placeOf(violation) : violation.id;
}

/** One violation, as each run that has it shows it. */
type Found = readonly [Violation, ...Violation[]];

/** What happened in each run, by id; known violations that no longer happen did not. */
function foundIn(runs: readonly RunResult[]): Found[] {
  const happened = runs.flatMap(({ violations }) => violations.filter(({ baseline: { kind } }) => kind !== 'GONE'));
  return [...Map.groupBy(happened, ({ id }) => id).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}
