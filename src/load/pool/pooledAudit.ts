import { summaryOf } from '../../result/histogramPercentiles.ts';
import type { AuditResult } from '../../result/runResult.ts';
import { LatencyCounts, pairsOf } from '../../result/tally/latencyCounts.ts';

/** How one member of several audits becomes that of all; nothing where one does not say. */
type Laws = {
  readonly [Member in keyof AuditResult]-?: (
    values: readonly Exclude<AuditResult[Member], undefined>[],
  ) => AuditResult[Member];
};

/** A member of the schema without a law does not compile. */
const laws: Laws = {
  completed: total,
  audited: total,
  silent: total,
  stored: total,
  lost: total,
  duplicated: total,
  altered: total,
  unread: total,
  foreign: total,
  misplaced: total,
  withTexts: total,
  indeterminate: total,
  visibility: (values) => {
    const after = new LatencyCounts();
    for (const value of values) after.addPairs(pairsOf(value.after));
    return {
      after: summaryOf(after.toHistogram()),
      looks: Math.max(...values.map(({ looks }) => looks)),
      waitedSeconds: Math.max(...values.map(({ waitedSeconds }) => waitedSeconds)),
    };
  },
  unseen: together,
  uncompared: together,
  examples: (values) => values.flat(),
};

/** Durability audits of several runs as one; `null` of none. */
export function pooledAudit(audits: readonly AuditResult[]): AuditResult | null {
  if (audits.length === 0) return null;
  const members = Object.entries(laws).flatMap(([member, law]) => {
    const values = audits.map((audit) => audit[member as keyof AuditResult]).filter((value) => value !== undefined);
    // Each law is given the values of its own member; what one audit did not count is not counted.
    return values.length < audits.length ? [] : [[member, (law as (values: readonly unknown[]) => unknown)(values)]];
  });
  return Object.fromEntries(members) as AuditResult;
}

function together(values: readonly string[][]): string[] {
  return [...new Set(values.flat())];
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
