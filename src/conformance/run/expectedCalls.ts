import { roles } from '../../judging/rules/surveyStatuses.ts';
import type { Profile } from '../../profile/profile.ts';
import { pagedSurveys } from '../../respondent/walk/surveyFacts.ts';

/** Calls as they were counted against the embedded service, and others whose surveys have some five pages. */
const calls = {
  /** Keys, ids, bodies, dates: whatever the profile names. */
  everywhere: 300,
  ofSurvey: 470,
  ofRole: 4,
  ofRecords: 400,
  ofCreation: 500,
  ofAuditedWalks: 1470,
  ofRespondent: 12,
} as const;

/** About how many calls a whole `conform` makes, as far as its profile tells. @param respondents who walk beside the probes */
export function expectedCalls({ surveys, admin }: Profile, respondents: number): number {
  const walked = new Set(pagedSurveys(surveys).map(({ id }) => id));
  const playing = Object.keys(roles).filter((role) => surveys[role as keyof typeof roles] !== null).length;
  const { surveyId, mutate } = admin;
  return (
    calls.everywhere +
    walked.size * calls.ofSurvey +
    playing * calls.ofRole +
    (surveyId === null ? 0 : calls.ofRecords) +
    (surveyId === null || !mutate ? 0 : calls.ofCreation) +
    (surveyId !== null && walked.has(surveyId) ? calls.ofAuditedWalks : 0) +
    respondents * calls.ofRespondent
  );
}
