import { type Clause, must, saneIn } from './clause.ts';

/** States and transitions: one clause a status, at least one a move. */
export const statesClauses = {
  'STATUS-KNOWN-01': must('states', '`response.status` is one of the thirteen documented values.'),
  'STATUS-SUCCESS-01': must('states', 'Status `success` comes with questions.'),
  'STATUS-VALIDATION-01': must('states', 'Status `validation_errors` comes from submit-page only.'),
  'STATUS-AUTHENTICATION-01': must('states', 'A survey with a password gate answers `authentication_required`.'),
  'STATUS-QUOTA-01': must('states', 'A survey whose quota is reached answers `quota_full`.'),
  'STATUS-CLOSED-01': must('states', 'A closed or inactive survey answers `survey_closed`.'),
  'STATUS-PAUSED-01': must('states', 'A paused survey answers `survey_paused`.'),
  'STATUS-SUSPENDED-01': must('states', 'A survey of a suspended owner answers `survey_suspended`.'),
  'STATUS-LANGUAGE-01': must('states', 'A survey that awaits a language answers `language_selection_required`.'),
  'STATUS-REDIRECT-01': must('states', 'A survey with an intermediate redirect answers `redirect`.'),
  'STATUS-OPT-OUT-01': must('states', 'A respondent who opted out is answered `survey_opt_out`.'),
  'STATUS-ERROR-01': must('states', 'An unexpected error of the server is answered with status `error`.'),
  'STATUS-COMPLETED-01': must('states', 'Status `already_completed` comes only after the respondent has finished.'),

  'MOVE-BEGIN-01': must('states', 'The first take without a session creates one and returns the first page.'),
  'MOVE-ADVANCE-01': must('states', 'Accepted answers lead to status `success` with the next page.'),
  'MOVE-ADVANCE-02': must('states', 'Answers that fulfil the page are accepted.'),
  'MOVE-ADVANCE-03': must('states', '`isFinalPage` describes the page: one that was always last is flagged so.'),
  'MOVE-REJECT-01': must('states', 'Answers that fail validation lead to `validation_errors`.'),
  'MOVE-REJECT-02': must('states', 'The page re-shown with `validation_errors` is the same page.'),
  'MOVE-COMPLETE-01': must('states', 'An accepted final page leads to `survey_complete`.'),
  'MOVE-RESUME-01': must('states', 'Take with a session returns the page that was shown last.'),
  'MOVE-RESUME-02': must('states', 'Take with a session does not move the respondent.'),
  'MOVE-BACK-01': must('states', 'previous-page returns the page before.'),
  'MOVE-BACK-02': must('states', 'After back, the page before accepts answers and leads on again.'),
  'MOVE-BACK-REFUSED-01': must(
    'states',
    'Where the survey disallows it, previous-page returns `success` and the current page.',
  ),
  'MOVE-BACK-EARLY-01': must(
    'states',
    'previous-page on the first page, nothing submitted, is answered with error 400.',
  ),
  'MOVE-TERMINAL-01': saneIn('states', 'After the survey was completed the session shows no page again.'),
} as const satisfies Record<string, Clause>;
