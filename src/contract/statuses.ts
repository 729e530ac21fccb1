/**
 * The `response.status` values of the respondent flow (service.md#status-values).
 *
 * `page`: the body carries meta, navigation, theme and questions. `redirectUrl`: the table of Survey page says that
 * the member is present.
 */
interface StatusFacts {
  readonly meaning: string;
  readonly page: boolean;
  readonly redirectUrl: boolean;
}

const showsPage = { page: true, redirectUrl: false } as const;
const plain = { page: false, redirectUrl: false } as const;
const leadsOn = { page: false, redirectUrl: true } as const;

export const statuses = {
  success: { meaning: 'page loaded; `questions` is populated', ...showsPage },
  validation_errors: { meaning: 'page re-shown with `validationErrors`', ...showsPage },
  authentication_required: { meaning: 'the survey has a password gate', ...plain },
  already_completed: { meaning: 'the respondent already finished the survey', ...plain },
  quota_full: { meaning: 'the survey quota is reached; no more responses are accepted', ...plain },
  survey_complete: { meaning: 'survey fully submitted; `redirectUrl` points to the thank-you page', ...leadsOn },
  survey_closed: { meaning: 'survey inactive or closed by its owner', ...plain },
  survey_paused: { meaning: 'survey temporarily paused by its owner', ...plain },
  survey_suspended: { meaning: 'owner account suspended', ...plain },
  language_selection_required: { meaning: 'multi-language survey awaiting a language choice', ...plain },
  redirect: { meaning: 'intermediate redirect (survey chain or panel); follow `redirectUrl`', ...leadsOn },
  survey_opt_out: { meaning: 'respondent opted out via a panel link', ...plain },
  error: { meaning: 'unexpected server-side error', ...plain },
} as const satisfies Record<string, StatusFacts>;

export type Status = keyof typeof statuses;

export const statusNames = Object.keys(statuses) as readonly Status[];

/** Whether `value` is one of the thirteen documented statuses. */
export function isStatus(value: unknown): value is Status {
  return typeof value === 'string' && Object.hasOwn(statuses, value);
}
