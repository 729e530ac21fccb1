import { type LatencySummary, pairsOf } from '../../result/histogramPercentiles.ts';
import { AuditResult, AuditVisibility } from '../../result/runResult.ts';
import { LatencyCounts } from '../../result/tally/latencyCounts.ts';
import { joined, type Law, largest, members, summed, total } from '../../result/tally/laws.ts';

const summaries: Law<LatencySummary, LatencyCounts> = {
  empty: () => new LatencyCounts(),
  add: (sum, value) => {
    sum.addPairs(pairsOf(value));
    return sum;
  },
  value: (sum) => sum.summary(),
};
const distinct = joined<string>((all) => [...new Set(all)]);

const auditLaw = members(AuditResult, {
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
  visibility: members(AuditVisibility, { after: summaries, looks: largest, waitedSeconds: largest }),
  unseen: distinct,
  uncompared: distinct,
  examples: joined<AuditResult['examples'][number]>(),
});

/** Durability audits of several runs as one; `null` of none. */
export function pooledAudit(audits: readonly AuditResult[]): AuditResult | null {
  if (audits.length === 0) return null;
  const pooled = summed(auditLaw, audits);
  // What one of them did not count is not counted.
  const counted = Object.entries(pooled).filter(([member]) => audits.every((audit) => Object.hasOwn(audit, member)));
  return Object.fromEntries(counted) as AuditResult;
}
