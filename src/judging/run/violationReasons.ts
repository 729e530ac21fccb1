import type { Reason } from '../../result/reason.ts';
import { gates } from '../../result/tally/violationTally.ts';
import type { Violation } from '../../result/verdict.ts';
import { type Acceptable, expiredIn } from '../baseline/standing.ts';
import { isClauseId } from '../clauses.ts';
import { problemsOf } from '../problems.ts';

/** What fails a run: promises of the document, and answers that were accepted. */
export function brokenReasons(violations: readonly Violation[]): Reason[] {
  const broken = [...new Set(violations.filter(gates).map(({ clause }) => clause))];
  const clauses = broken.filter(isClauseId);
  const questions = broken.filter((id) => !isClauseId(id));
  const breaking = problemsOf(violations).filter((each) => each.gating && each.clauses.some(isClauseId));
  return [
    ...(clauses.length === 0 ? [] : [{ code: 'promises-broken', problems: breaking.length, clauses } as const]),
    ...(questions.length === 0 ? [] : [{ code: 'accepted-answers-broken', questions } as const]),
  ];
}

/** What a person should know of the baseline: what it tolerates, what is no longer tolerated, what can go. */
export function baselineNotes(violations: readonly Violation[], acceptable: Acceptable): Reason[] {
  const tolerated = violations.filter(({ baseline }) => baseline.kind === 'KNOWN').length;
  return [
    ...(tolerated === 0 ? [] : [{ code: 'tolerated', violations: tolerated } as const]),
    ...expiredIn(violations, acceptable).map(
      ({ clause, issue, expires }) => ({ code: 'known-expired', clause, issue, expires }) as const,
    ),
    ...violations
      .filter(({ baseline }) => baseline.kind === 'GONE')
      .map(({ clause }) => ({ code: 'known-gone', clause }) as const),
  ];
}
