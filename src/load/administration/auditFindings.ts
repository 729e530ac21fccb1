import type { EntityId } from '../../contract/entityId.ts';
import { newViolation } from '../../judging/identity.ts';
import { type AuditFinding, auditChecks, auditRules } from '../../judging/rules/sanity.ts';
import type { Audited } from '../../respondent/audit/auditCompletions.ts';
import { completionChances, triesToRuleOut } from '../../result/chances.ts';
import type { AuditResult } from '../../result/runResult.ts';
import { cameName } from '../../result/symptom.ts';
import type { SecondDelta, ViolationDelta } from '../../result/tally/delta.ts';
import { emptyDelta } from '../../result/tally/mergeDeltas.ts';
import type { StoredAnswers, Witness } from '../../result/verdict.ts';
import { walkAgainScript } from '../../result/walkAgainScript.ts';

/** Of fewer completions nobody can say that they never become records. */
const enoughCompletions = 20;

/** What shows one finding of an audit. */
export interface AuditProof {
  readonly witness: Witness;
  /** `null` where the walk was not kept. */
  readonly answers: StoredAnswers | null;
}

/** What an audit adds to the sum of a run: checks of its clauses, violations, and what the document leaves open. */
export async function deltaOfAudit(
  { audit, alteredAs, conditions }: Pick<Audited, 'audit' | 'alteredAs' | 'conditions'>,
  proofOf: (example: AuditResult['examples'][number]) => Promise<AuditProof>,
): Promise<SecondDelta> {
  const violations: ViolationDelta[] = [];
  const failed: Record<string, number> = {};
  for (const kind of Object.keys(auditRules) as AuditFinding[]) {
    const { [kind]: count = 0 } = audit;
    if (count === 0) continue;
    const { clause, expected } = auditRules[kind];
    failed[clause] = (failed[clause] ?? 0) + count;
    const example = audit.examples.find((each) => each.kind === kind);
    if (example === undefined) continue;
    const actual = `${kind}: ${example.detail} (respondent ${example.token}${recordsText(example.responseIds)})`;
    const came = kind === 'altered' ? alteredAs : null;
    // A completion without a record: a list can be searched for its token.
    const isLookedFor = kind === 'lost' && example.responseIds.length === 0;
    const condition = conditions.get(kind);
    const symptom = {
      ...(isLookedFor ? { lookedFor: example.token } : {}),
      ...(came === null ? {} : { came: [...came] }),
    };
    const facts = {
      ...{ clause, endpoint: 'list-responses', path: '', expected, actual },
      ...(Object.keys(symptom).length === 0 ? {} : { symptom }),
      ...(condition === undefined ? {} : { condition }),
    };
    const { witness, answers } = await proofOf(example);
    const of = auditChecks(audit)[clause] ?? 0;
    const found = newViolation(facts, witness);
    const [list] = witness.steps;
    const isWalked = isLookedFor && answers !== null && list !== undefined;
    const first = {
      ...found,
      witness: isWalked
        ? {
            steps: found.witness.steps,
            failingStep: found.witness.failingStep,
            curl: walkAgainScript(
              list.path.replace(/\?.*/, ''),
              example.token,
              { submitted: answers.submitted, tries: triesFor(count, of) },
              facts,
            ),
          }
        : found.witness,
      count,
      ...completionChances(count, of),
      ...(answers === null ? {} : { answers }),
    };
    const told = came === null ? {} : { came: { [cameName(came)]: count } };
    violations.push({ key: `${clause}\naudit ${kind}`, gating: first.gating, count, walks: 0, first, ...told });
  }
  const audited = audit.stored + audit.lost + audit.unread > 0;
  const checked = audited ? auditChecks(audit) : {};
  const value = audited ? 'yes' : 'no';
  const isTold = audited || (audit.silent ?? 0) >= enoughCompletions;
  const observations = isTold ? [{ question: 'Q-WALK-RECORD', value, count: 1 }] : [];
  return { ...nothing, coverage: { ...nothing.coverage, checked, failed }, violations, observations };
}

const mostWalks = 60;

/** Walks of which one is lost with 95 % probability, at the rate of the run. */
function triesFor(lost: number, of: number): number {
  return Math.min(mostWalks, triesToRuleOut(lost / Math.max(lost, of, 1)));
}

function recordsText(responseIds: readonly EntityId[]): string {
  return responseIds.length === 0 ? '' : `, responses ${responseIds.join(' and ')}`;
}

/** A second that took no time and in which nothing happened. */
const nothing: SecondDelta = { ...emptyDelta(0, true), seconds: 0 };
