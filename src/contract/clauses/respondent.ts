import { type Clause, must, rfc, sample, should } from './clause.ts';

/** Endpoints 1 to 3: take, submit-page, previous-page. */
export const respondentClauses = {
  'TAKE-HTTP-01': must('take', 'Take is answered with HTTP 200, with a page or without.'),
  'TAKE-SHAPE-01': must('take', 'Take returns a survey page or one of the statuses without a page.'),
  'TAKE-COOKIE-01': must('take', 'The first take sets the session: the cookie `JSESSIONID`, or a session token.'),
  'TAKE-COOKIE-02': must('take', 'The session cookie is set on the first call only; no later answer gives another.'),
  'TAKE-COOKIE-03': must('take', 'Later requests with the cookie reach the state of that session.'),
  'TAKE-COOKIE-04': rfc(6265, 'take', 'The session cookie is well-formed, for this host and every path of the flow.'),
  'TAKE-COOKIE-05': should('take', 'The session cookie is `HttpOnly`, and `Secure` over TLS.'),
  'TAKE-NEW-01': must('take', 'Each take without a session begins a session of its own.'),

  'SUBMIT-SHAPE-01': must('submit-page', 'Submit returns a page, a page with errors, or a status without a page.'),
  'SUBMIT-COMPLETE-SHAPE-01': must('submit-page', 'Completion is answered with `survey_complete` and a `requestID`.'),
  'SUBMIT-URL-01': must('submit-page', 'The path in `nextPageSubmitUrl` accepts the next submission.'),
  'SUBMIT-EXPIRED-01': must('submit-page', 'A submission in an expired or unknown session gets error code 1002.'),
  'SUBMIT-EXPIRED-02': must('submit-page', 'A submission without a session gets error code 1002.'),
  'SUBMIT-EXPIRED-03': must('submit-page', 'The session error of a submission has its documented message.'),
  'SUBMIT-EXPIRED-04': must('submit-page', 'A submission that got the session error has changed nothing.'),
  'SUBMIT-VALIDATION-01': must('submit-page', 'A required question left out gives `validation_errors`.'),
  'SUBMIT-VALIDATION-02': must('submit-page', 'The validation errors name the question that was left out.'),
  'SUBMIT-VALIDATION-03': must('submit-page', 'Validation errors name questions of the page only.'),
  'SUBMIT-VALIDATION-04': sample('submit-page', 'The message for a missing answer is `This question is required.`'),
  'SUBMIT-VALIDATION-05': sample('submit-page', 'A missing answer has `answerErrors` null.'),
  'SUBMIT-VALIDATION-06': must('submit-page', 'A rejected page is accepted once its answers are put right.'),
  'SUBMIT-VALIDATION-07': must('submit-page', '`validation_errors` names at least one question.'),
  'SUBMIT-VALIDATION-08': must('errors', 'Failed validation is never answered with an error body.'),

  'PREVIOUS-HTTP-01': must('previous-page', 'previous-page is answered with HTTP 200 when it can go back.'),
  'PREVIOUS-SHAPE-01': must('previous-page', 'previous-page has the shape of take, without redirect and validation.'),
  'PREVIOUS-SELECTED-01': must('previous-page', 'The answers chosen earlier are marked `selected`.'),
  'PREVIOUS-SELECTED-02': must('previous-page', 'No answer that was not chosen is marked `selected`.'),
  'PREVIOUS-FIRST-01': must('previous-page', 'Back on the first page, `previousPageUrl` is null.'),
  'PREVIOUS-EARLY-01': must('previous-page', 'Without an earlier submission previous-page answers HTTP 400.'),
  'PREVIOUS-EARLY-02': must('errors', 'That error has code 1002, or the standard error body.'),
  'PREVIOUS-EARLY-03': must('errors', 'The session error of previous-page has its documented message.'),
  'PREVIOUS-COOKIE-01': must('previous-page', 'previous-page without a session shows no page.'),
} as const satisfies Record<string, Clause>;
