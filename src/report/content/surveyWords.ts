import { isRecord } from '../../contract/jsonShape.ts';

/** What a survey is there for, by its key of the profile. */
const roles: Readonly<Record<string, string>> = {
  noBack: 'without a way back',
  closed: 'that is closed',
  quotaFull: 'whose quota is full',
  paused: 'that is paused',
  suspended: 'of a suspended owner',
  passwordGate: 'behind a password',
  multiLanguage: 'in several languages',
  redirect: 'that leads elsewhere',
  optOut: 'that people opt out of',
  error: 'that fails',
  missing: 'that there is not',
};

/** A survey by its id, with the role that the profile of the run gives it: `survey 2040004 (of a suspended owner)`. */
export function surveyWords(id: string, profile: unknown): string {
  const surveys = isRecord(profile) && isRecord(profile.surveys) ? profile.surveys : {};
  const [role] = Object.entries(roles).flatMap(([key, words]) => (String(surveys[key]) === id ? [words] : []));
  return `survey ${id}${role === undefined ? '' : ` (${role})`}`;
}
