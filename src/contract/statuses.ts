/**
 * The `response.status` values of the respondent flow (service.md#status-values).
 *
 * `page`: the body carries meta, navigation, theme and questions. `redirectUrl`: the table of Survey page says that
 * the member is present.
 */
export interface StatusFacts {
  readonly meaning: string;
  readonly page: boolean;
  readonly redirectUrl: boolean;
}

export const statuses = {
  success: {
    meaning: 'page loaded; `questions` is populated',
    page: true,
    redirectUrl: false,
  },
  validation_errors: {
    meaning: 'page re-shown with `validationErrors`',
    page: true,
    redirectUrl: false,
  },
  authentication_required: {
    meaning: 'the survey has a password gate',
    page: false,
    redirectUrl: false,
  },
  already_completed: {
    meaning: 'the respondent already finished the survey',
    page: false,
    redirectUrl: false,
  },
  quota_full: {
    meaning: 'the survey quota is reached; no more responses are accepted',
    page: false,
    redirectUrl: false,
  },
  survey_complete: {
    meaning: 'survey fully submitted; `redirectUrl` points to the thank-you page',
    page: false,
    redirectUrl: true,
  },
  survey_closed: {
    meaning: 'survey inactive or closed by its owner',
    page: false,
    redirectUrl: false,
  },
  survey_paused: {
    meaning: 'survey temporarily paused by its owner',
    page: false,
    redirectUrl: false,
  },
  survey_suspended: {
    meaning: 'owner account suspended',
    page: false,
    redirectUrl: false,
  },
  language_selection_required: {
    meaning: 'multi-language survey awaiting a language choice',
    page: false,
    redirectUrl: false,
  },
  redirect: {
    meaning: 'intermediate redirect (survey chain or panel); follow `redirectUrl`',
    page: false,
    redirectUrl: true,
  },
  survey_opt_out: {
    meaning: 'respondent opted out via a panel link',
    page: false,
    redirectUrl: false,
  },
  error: {
    meaning: 'unexpected server-side error',
    page: false,
    redirectUrl: false,
  },
} as const satisfies Record<string, StatusFacts>;

export type Status = keyof typeof statuses;

export const statusNames = Object.keys(statuses) as readonly Status[];

/** Whether `value` is one of the thirteen documented statuses. */
export function isStatus(value: unknown): value is Status {
  return typeof value === 'string' && Object.hasOwn(statuses, value);
}
