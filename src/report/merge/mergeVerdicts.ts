import type { Problem } from '../../result/problem.ts';
import type { Coverage, RunResult } from '../../result/runResult.ts';
import type { ClauseResult, Observation, Verdict, Violation } from '../../result/verdict.ts';
import { addCounts } from './mergeTimelines.ts';

/** Verdicts from the weightiest to the lightest: of several, the first stands. */
const weight: readonly Verdict[] = [
  'VIOLATES',
  'HARNESS-ERROR',
  'INCONSISTENT',
  'DRIFTED',
  'DEVIATES',
  'CONFORMS',
  'OBSERVED',
  'INCONCLUSIVE',
  'NOT-EXERCISED',
];

function weightiest(verdicts: readonly Verdict[]): Verdict {
  return weight.find((verdict) => verdicts.includes(verdict)) ?? 'NOT-EXERCISED';
}

/**
 * Violations of all shards, equal ones counted together, numbered anew. `renamed` says what became of each shard's
 * ids, shard by shard.
 */
export function mergeViolations(results: readonly RunResult[]): {
  violations: Violation[];
  renamed: ReadonlyMap<string, string>[];
} {
  const byMeaning = new Map<string, Violation>();
  const renamed = results.map((result) => {
    const names = new Map<string, string>();
    for (const violation of result.violations) {
      const meaning = JSON.stringify([violation.clause, violation.expected, violation.actual]);
      const known = byMeaning.get(meaning);
      const id = known?.id ?? `v${byMeaning.size + 1}`;
      names.set(violation.id, id);
      byMeaning.set(
        meaning,
        known === undefined ? { ...violation, id } : { ...known, count: known.count + violation.count },
      );
    }
    return names;
  });
  return { violations: [...byMeaning.values()], renamed };
}

export function mergeClauses(
  results: readonly RunResult[],
  renamed: readonly ReadonlyMap<string, string>[],
): ClauseResult[] {
  const all = results.flatMap((result, shard) =>
    result.clauses.map((clause) => ({
      ...clause,
      violations: clause.violations.map((id) => renamed[shard]?.get(id) ?? id),
    })),
  );
  return [...Map.groupBy(all, ({ id }) => id).values()].flatMap((shards) => {
    const verdict = weightiest(shards.map((shard) => shard.verdict));
    const standing = shards.find((shard) => shard.verdict === verdict);
    if (standing === undefined) return [];
    return [
      {
        ...standing,
        checked: shards.reduce((sum, shard) => sum + shard.checked, 0),
        failed: shards.reduce((sum, shard) => sum + shard.failed, 0),
        violations: [...new Set(shards.flatMap((shard) => shard.violations))],
      },
    ];
  });
}

export function mergeObservations(results: readonly RunResult[]): Observation[] {
  const all = results.flatMap((result) => result.observations);
  return [...Map.groupBy(all, ({ id }) => id).values()].flatMap((shards) => {
    const [first] = shards;
    if (first === undefined) return [];
    const alternatives = [
      ...Map.groupBy(
        shards.flatMap((shard) => shard.alternatives),
        ({ value }) => value,
      ),
    ].map(([value, same]) => ({
      value,
      count: same.reduce((sum, { count }) => sum + count, 0),
      witness: same.find(({ witness }) => witness !== null)?.witness ?? null,
    }));
    return [{ ...first, verdict: weightiest(shards.map((shard) => shard.verdict)), alternatives }];
  });
}

export function mergeCoverage(shards: readonly Coverage[]): Coverage {
  const items = addCounts(shards.map((shard) => shard.items));
  return {
    exercised: Object.values(items).filter((count) => count > 0).length,
    total: Math.max(...shards.map((shard) => shard.total)),
    items,
  };
}

/** Problems of all shards, those of one signature together; counted by what was merged. */
export function mergeProblems(
  results: readonly RunResult[],
  violations: readonly Violation[],
  renamed: readonly ReadonlyMap<string, string>[],
): Problem[] {
  const counts = new Map(violations.map(({ id, count }) => [id, count]));
  const all = results.flatMap(({ problems }, shard) =>
    problems.map((problem) => ({
      ...problem,
      violations: problem.violations.map((id) => renamed[shard]?.get(id) ?? id),
    })),
  );
  const merged = [...Map.groupBy(all, ({ signature }) => signature).values()].flatMap((shards) => {
    const [first] = shards;
    if (first === undefined) return [];
    const ids = [...new Set(shards.flatMap((shard) => shard.violations))];
    const seconds = shards.flatMap(({ firstSecond }) => firstSecond ?? []);
    const same = shards.every(({ classification }) => classification === first.classification);
    return [
      {
        ...first,
        clauses: [...new Set(shards.flatMap((shard) => shard.clauses))],
        violations: ids,
        count: Math.max(...ids.map((id) => counts.get(id) ?? 0)),
        firstSecond: seconds.length === 0 ? null : Math.min(...seconds),
        endpoints: [...new Set(shards.flatMap((shard) => shard.endpoints))],
        classification: same ? first.classification : ('unclassified' as const),
        gating: shards.some(({ gating }) => gating),
      },
    ];
  });
  return merged.sort((a, b) => Number(b.gating) - Number(a.gating) || b.count - a.count);
}
