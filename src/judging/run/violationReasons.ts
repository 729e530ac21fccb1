import type { Problem } from '../../result/problem.ts';
import type { Reason } from '../../result/reason.ts';
import { gates } from '../../result/tally/violationTally.ts';
import type { Violation } from '../../result/verdict.ts';
import { isClauseId } from '../allClauses.ts';
import { type Acceptable, expiredIn } from '../baseline/standing.ts';
import { followsFrom } from '../problems/causes.ts';
import { problemsOf } from '../problems/problems.ts';

/** What fails a run: promises of the document, and answers that were accepted. */
export function brokenReasons(violations: readonly Violation[]): Reason[] {
  const broken = [...new Set(violations.filter(gates).map(({ clause }) => clause))];
  const clauses = broken.filter(isClauseId);
  const questions = broken.filter((id) => !isClauseId(id));
  const breaking = problemsOf(violations).filter((each) => each.gating && each.clauses.some(isClauseId));
  const following = breaking.flatMap((problem) => consequencesIn(problem, violations));
  return [
    ...(clauses.length === 0
      ? []
      : [
          {
            code: 'promises-broken',
            problems: breaking.length,
            clauses,
            ...(following.length === 0 ? {} : { following }),
          } as const,
        ]),
    ...(questions.length === 0 ? [] : [{ code: 'accepted-answers-broken', questions } as const]),
  ];
}

/** The clauses of a problem that must break where its others do, but for the one that names it. */
function consequencesIn({ clauses: [, ...others], violations: ids }: Problem, violations: readonly Violation[]) {
  const own = violations.filter((each) => ids.includes(each.id) && gates(each));
  return others.filter((clause) => {
    const [broken, causes] = [
      own.filter((each) => each.clause === clause),
      own.filter((each) => each.clause !== clause),
    ];
    return broken.length > 0 && broken.every((each) => followsFrom(each, causes));
  });
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
