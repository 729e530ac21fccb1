/**
 * The `response.status` values of the respondent flow (document, States and transitions).
 *
 * `page`: the body carries meta, navigation, theme and questions. `redirectUrl`: the table of Survey page says that
 * the member is present. `by`: the endpoints that may return it. `terminal`: no later step of the session may show a
 * page again; the document says so only of a finished survey, the rest follows from the meanings and is probed, so
 * `'unstated'` marks statuses from which a later take may well show a page (a paused survey resumes).
 */
export interface StatusFacts {
  readonly meaning: string;
  readonly page: boolean;
  readonly redirectUrl: boolean;
  readonly terminal: 'yes' | 'no' | 'unstated';
  readonly by: readonly ('take' | 'submit-page' | 'previous-page')[];
}

const anywhere = ['take', 'submit-page', 'previous-page'] as const;

export const statuses = {
  success: {
    meaning: 'page loaded; `questions` is populated',
    page: true,
    redirectUrl: false,
    terminal: 'no',
    by: anywhere,
  },
  validation_errors: {
    meaning: 'page re-shown with `validationErrors`',
    page: true,
    redirectUrl: false,
    terminal: 'no',
    by: ['submit-page'],
  },
  authentication_required: {
    meaning: 'the survey has a password gate',
    page: false,
    redirectUrl: false,
    terminal: 'unstated',
    by: anywhere,
  },
  already_completed: {
    meaning: 'the respondent already finished the survey',
    page: false,
    redirectUrl: false,
    terminal: 'yes',
    by: anywhere,
  },
  quota_full: {
    meaning: 'the survey quota is reached; no more responses are accepted',
    page: false,
    redirectUrl: false,
    terminal: 'unstated',
    by: anywhere,
  },
  survey_complete: {
    meaning: 'survey fully submitted; `redirectUrl` points to the thank-you page',
    page: false,
    redirectUrl: true,
    terminal: 'yes',
    by: anywhere,
  },
  survey_closed: {
    meaning: 'survey inactive or closed by its owner',
    page: false,
    redirectUrl: false,
    terminal: 'unstated',
    by: anywhere,
  },
  survey_paused: {
    meaning: 'survey temporarily paused by its owner',
    page: false,
    redirectUrl: false,
    terminal: 'unstated',
    by: anywhere,
  },
  survey_suspended: {
    meaning: 'owner account suspended',
    page: false,
    redirectUrl: false,
    terminal: 'unstated',
    by: anywhere,
  },
  language_selection_required: {
    meaning: 'multi-language survey awaiting a language choice',
    page: false,
    redirectUrl: false,
    terminal: 'unstated',
    by: anywhere,
  },
  redirect: {
    meaning: 'intermediate redirect (survey chain or panel); follow `redirectUrl`',
    page: false,
    redirectUrl: true,
    terminal: 'unstated',
    by: anywhere,
  },
  survey_opt_out: {
    meaning: 'respondent opted out via a panel link',
    page: false,
    redirectUrl: false,
    terminal: 'unstated',
    by: anywhere,
  },
  error: {
    meaning: 'unexpected server-side error',
    page: false,
    redirectUrl: false,
    terminal: 'unstated',
    by: anywhere,
  },
} as const satisfies Record<string, StatusFacts>;

export type Status = keyof typeof statuses;

export const statusNames = Object.keys(statuses) as readonly Status[];

/** Whether `value` is one of the thirteen documented statuses. */
export function isStatus(value: unknown): value is Status {
  return typeof value === 'string' && Object.hasOwn(statuses, value);
}
