import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import type { AuditResult } from '../../result/runResult.ts';
import type { SecondDelta, ViolationDelta } from '../../result/tally/delta.ts';
import { emptyDelta } from '../../result/tally/mergeDeltas.ts';
import type { Witness } from '../../result/verdict.ts';

type Kind = 'lost' | 'unread' | 'altered' | 'foreign' | 'duplicated';

/** The clause that each kind of finding violates, and what it expects. */
const findings: Readonly<Record<Kind, { readonly clause: ClauseId; readonly expected: string }>> = {
  lost: { clause: 'SANITY-LOST-02', expected: 'a response record of the completion that was accepted' },
  unread: { clause: 'SANITY-LOST-02', expected: 'the record in the list, in the filter and in a fetch alike' },
  altered: { clause: 'SANITY-ALTERED-01', expected: 'the answers that were given' },
  foreign: { clause: 'SANITY-ALTERED-01', expected: 'the answers of this respondent alone' },
  duplicated: { clause: 'SANITY-DUPLICATE-02', expected: 'one response record of the completion' },
};

/** What an audit adds to the sum of a run: checks of its clauses, violations, and what the document leaves open. */
export async function deltaOfAudit(
  audit: AuditResult,
  witnessOf: (example: AuditResult['examples'][number]) => Promise<Witness>,
): Promise<SecondDelta> {
  const violations: ViolationDelta[] = [];
  const failed: Record<string, number> = {};
  for (const kind of ['lost', 'unread', 'altered', 'foreign', 'duplicated'] as const) {
    const count = audit[kind];
    if (count === 0) continue;
    const { clause, expected } = findings[kind];
    failed[clause] = (failed[clause] ?? 0) + count;
    const example = audit.examples.find((each) => each.kind === kind);
    if (example === undefined) continue;
    const actual = `${kind}: ${example.detail} (respondent ${example.token}${recordsText(example.responseIds)})`;
    const witness = await witnessOf(example);
    const first = {
      clause,
      count,
      expected,
      actual,
      classification: 'unclassified',
      baseline: { kind: 'NEW' },
      witness,
    } as const;
    violations.push({ key: `${clause}\naudit ${kind}`, count, first });
  }
  const audited = audit.stored + audit.lost + audit.unread > 0;
  const checked: Record<string, number> = {};
  if (audited) {
    checked['SANITY-LOST-02'] = audit.completed;
    checked['SANITY-ALTERED-01'] = audit.stored;
    checked['SANITY-DUPLICATE-02'] = audit.stored;
  }
  const observations =
    audit.completed === 0 ? [] : [{ question: 'Q-WALK-RECORD', value: audited ? 'yes' : 'no', count: 1 }];
  return { ...nothing, coverage: { ...nothing.coverage, checked, failed }, violations, observations };
}

function recordsText(responseIds: readonly number[]): string {
  return responseIds.length === 0 ? '' : `, responses ${responseIds.join(' and ')}`;
}

/** A second that took no time and in which nothing happened. */
const nothing: SecondDelta = { ...emptyDelta(0, true), seconds: 0 };
