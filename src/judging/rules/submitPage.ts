import { ClauseTable } from '../../contract/clause.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { membersOf } from '../../contract/jsonShape.ts';
import { sessionErrorCode, sessionErrors } from '../../contract/serviceErrors.ts';
import type { Findings } from '../findings.ts';
import { shown } from '../mismatch.ts';
import { type Answer, type Circumstances, tellsNothing } from '../reading/answer.ts';
import { keysOf } from '../reading/answerForm.ts';
import { bodyOf, isErrorBody, named } from '../reading/reading.ts';
import { isShownAgain, type Rejection, type ShownPage } from '../reading/shownPage.ts';
import { isAskingMore, leftOutFeatures } from './moves.ts';
import { judgeKind } from './surveyStatuses.ts';

/** The clauses of submissions that no session of the service carries. */
export const unknownSession: ReadonlySet<string> = new Set(['SUBMIT-EXPIRED-01', 'SUBMIT-EXPIRED-02']);

export const submitPageClauses = new ClauseTable()
  .group('submit-page')
  .must('SUBMIT-SHAPE-01', 'submit-shape')
  .says('Submit returns a page, a page with errors, or a status without a page.')
  .broken('Submitting a page gives neither a page nor a known status')
  .must('SUBMIT-COMPLETE-SHAPE-01', 'submit-complete')
  .says('Completion is answered with `survey_complete` and a `requestID`.')
  .broken('Completion is not answered as documented')
  .must('SUBMIT-URL-01', 'submit-next-url', { probes: ['walking'], topic: 'submit-link' })
  .says('The path in `nextPageSubmitUrl` accepts the next submission.')
  .broken('The link that submits a page does not work')
  .follows('page-link')
  .must('SUBMIT-EXPIRED-01', 'submit-expired', { probes: ['lost-sessions'] })
  .says('A submission in an expired or unknown session gets error code 1002.')
  .broken('An expired session is not answered with error 1002')
  .follows('session', 'submit-link', 'page-link', 'errors')
  .must('SUBMIT-EXPIRED-02', 'session-error-submit', { probes: ['lost-sessions'] })
  .says('A submission without a session gets error code 1002.')
  .broken('A submission without a session is not answered with error 1002')
  .follows('session', 'submit-link', 'page-link', 'errors')
  .must('SUBMIT-EXPIRED-03', 'session-error-submit-message')
  .says('The session error of a submission has its documented message.')
  .broken('The error of an expired session has another message')
  .sane('SUBMIT-EXPIRED-04', 'sanity-session-error-effect', { probes: ['lost-sessions'] })
  .says('A submission that got the session error has changed nothing.')
  .broken('A submission in an expired session changes something')
  .follows('position', 'session')
  .must('SUBMIT-VALIDATION-01', 'move-reject', { probes: ['missing-answers', 'double-submit'] })
  .says('A required question left out gives `validation_errors`.')
  .broken('A required question can be left out')
  .follows('session', 'submit-link', 'page-link')
  .must('SUBMIT-VALIDATION-02', 'submit-validation-question', { probes: ['missing-answers'], topic: 'question-named' })
  .says('The validation errors name the question that was left out.')
  .broken('Validation errors do not name the question left out')
  .follows('position')
  .should('SUBMIT-VALIDATION-03', 'submit-validation-question', { probes: ['missing-answers'] })
  .says('Validation errors name questions of the page only.')
  .follows('question', 'page', 'no-questions', 'question-named', 'refused-page')
  .sample('SUBMIT-VALIDATION-04', 'submit-validation-message', { probes: ['missing-answers'] })
  .says('The message for a missing answer is `This question is required.`')
  .sample('SUBMIT-VALIDATION-05', 'submit-validation-answers', { probes: ['missing-answers'] })
  .says('A missing answer has `answerErrors` null.')
  .follows('answer-errors')
  .must('SUBMIT-VALIDATION-06', 'move-advance', { probes: ['missing-answers'] })
  .says('A rejected page is accepted once its answers are put right.')
  .broken('A corrected page is refused')
  .follows('valid-refused', 'keys', 'question')
  .must('SUBMIT-VALIDATION-07', 'page-validation', { probes: ['missing-answers'] })
  .says('`validation_errors` names at least one question.')
  .broken('Validation errors name no question')
  .should('SUBMIT-VALIDATION-09', 'submit-validation-question', { probes: ['missing-answers'] })
  .says('No two validation errors of an answer are the same.')
  .why('Each is of a failure of its own.')
  .follows('question-named')
  .group('errors')
  .must('SUBMIT-VALIDATION-08', 'error-validation', { probes: ['missing-answers'] })
  .says('Failed validation is never answered with an error body.')
  .broken('A page without a required answer is answered with an error')
  .follows('session', 'cookie-form', 'submit-link', 'page-link');

/** POST submit-page: the kind of one answer, and the session error's words. */
export function judgeSubmitPage(findings: Findings, answer: Answer, { isContractual }: Circumstances): void {
  const { exchange, reading, status, page } = answer;
  if (exchange.endpoint !== 'submit-page' || !isContractual) return;
  if (status === 'validation_errors') findings.observe('Q-VALIDATION-HTTP', String(exchange.httpStatus));
  if (status === 'success' || status === 'survey_complete')
    findings.observe('Q-SUBMIT-HTTP', String(exchange.httpStatus));
  if (reading.kind === 'session-error' && reading.error.code === sessionErrorCode) {
    findings.observe('Q-EXPIRED-HTTP', String(exchange.httpStatus), 'submit-page');
    const { message } = reading.error;
    const { expired } = sessionErrors;
    const actual = (): string => `message ${shown(message)}`;
    findings.expect('SUBMIT-EXPIRED-03', message === expired, `message "${expired}"`, actual, 'error.message');
  }
  judgeKind(findings, 'SUBMIT-SHAPE-01', answer);
  if (page !== null && status === 'validation_errors') judgeRejectionsShown(findings, page);
}

export function judgeCompletionId(findings: Findings, answer: Answer, { isContractual }: Circumstances): void {
  const { exchange, reading, status } = answer;
  if (exchange.endpoint !== 'submit-page' || !isContractual) return;
  if (reading.kind !== 'flow' || status !== 'survey_complete') return;
  const { requestID } = bodyOf(exchange);
  const words = 'status survey_complete with a requestID';
  const isGiven = typeof requestID === 'string';
  findings.expect('SUBMIT-COMPLETE-SHAPE-01', isGiven, words, { value: requestID }, 'requestID');
}

function judgeRejectionsShown(findings: Findings, { errors, rejections, questions }: ShownPage): void {
  const path = 'response.validationErrors';
  findings.expect('SUBMIT-VALIDATION-07', errors === 'some', 'at least one validation error', 'none', path);
  const strangers = rejections.filter(({ questionId }) => !questions.some(({ id }) => id === questionId));
  const expected = 'validation errors for questions of the page';
  const actual = (): string => `questionId ${strangers.map(({ questionId }) => questionId).join(', ')}`;
  findings.expect('SUBMIT-VALIDATION-03', strangers.length === 0, expected, actual, `${path}[].questionId`);
  const different = new Set(rejections.map((rejection) => JSON.stringify(rejection)));
  const areDifferent = different.size === rejections.length;
  const repeated = (): string => `${rejections.length} errors, ${different.size} of them different`;
  findings.expect('SUBMIT-VALIDATION-09', areDifferent, 'each validation error once', repeated, path);
}

/** What a submission without an answer to required questions came to. */
export interface LeftOut {
  readonly answer: Answer;
  /** The page that was answered. */
  readonly page: ShownPage;
  /** Required questions that were left out. */
  readonly missing: readonly EntityId[];
  /** Whether the answers to the other questions are known to be valid: a service may tell of one error at a time. */
  readonly isRestKnownValid: boolean;
}

/** Whether nothing was sent that could fail validation, or a list of no choices, and was refused: that may be an error. */
export function isNothingRefused({ exchange: { requestBody, httpStatus } }: Answer): boolean {
  return httpStatus === 400 && (requestBody === '{}' || requestBody?.includes(':[]') === true);
}

/** A required question that was left out is asked for again, on the same page, by a page and not by an error. */
export function judgeLeftOut(findings: Findings, { answer, page, missing, isRestKnownValid }: LeftOut): void {
  if (tellsNothing(answer)) return;
  const { exchange, reading, status } = answer;
  const expected = `validation_errors for question ${missing.join(', ')}`;
  const actual = { answer };
  const isError = isErrorBody(reading) && exchange.httpStatus < 500;
  // It may be the other answers that the service cannot read, or that there is nothing to read at all.
  if (isError && (!isRestKnownValid || isNothingRefused(answer))) return;
  if (!findings.expect('SUBMIT-VALIDATION-08', !isError, 'a page, not an error body', actual)) return;
  findings.ofPart(leftOutFeatures(page, missing));
  const isRejected = status === 'validation_errors';
  findings.expect('SUBMIT-VALIDATION-01', isRejected, expected, actual, 'response.status');
  if (isRejected) judgeErrorsOf(findings, { answer, page, missing, isRestKnownValid });
  findings.ofPart(null);
}

/** What the validation errors of questions that were left out name and say. */
function judgeErrorsOf(findings: Findings, { answer, page, missing, isRestKnownValid }: LeftOut): void {
  if (answer.page === null || !isShownAgain(answer.page, page)) return;
  const { errors, rejections } = answer.page;
  // Which questions they name nobody can read: that is told of by their form.
  if (errors === 'some' && rejections.length === 0) return;
  const path = 'response.validationErrors';
  const told = rejections.filter(({ questionId }) => missing.includes(questionId));
  const named = rejections.map(({ questionId }) => questionId);
  const others = () =>
    isForAnother
      ? { words: `${named.length} errors, all for question ${named[0]}`, came: ['same-question'] }
      : namedInstead(answer, page, named);
  const isOfPage = rejections.some(({ questionId }) => page.questions.some(({ id }) => id === questionId));
  const isForAnother = told.length > 0 && isNamedForAnother(rejections, page, missing);
  const isNamed = told.length > 0 && !isForAnother;
  const left = missing.join(', ');
  const which = missing.length === 1 ? 'question' : 'one of the questions';
  const words = isForAnother ? `errors for questions ${left}, none of them twice` : `${which} ${left} named`;
  if (isNamed || isRestKnownValid || !isOfPage) {
    findings.expect('SUBMIT-VALIDATION-02', isNamed, words, others, `${path}[].questionId`);
  }
  const sampled = 'This question is required.';
  for (const { message, answerErrors } of told) {
    const came = (): string => shown(message);
    findings.expect('SUBMIT-VALIDATION-04', message === sampled, `"${sampled}"`, came, `${path}[].message`);
    const detail = (): string => shown(answerErrors);
    const place = `${path}[].answerErrors`;
    findings.expect('SUBMIT-VALIDATION-05', answerErrors === null, 'answerErrors null', detail, place);
  }
}

function namedInstead({ exchange }: Answer, { questions }: ShownPage, named: readonly EntityId[]): string {
  if (named.length === 0) return 'no question named';
  const given = membersOf(exchange.requestBody ?? '');
  const areAnswered = named.every((id) =>
    questions.some((each) => each.id === id && keysOf(each.form).some((key) => given[key] !== undefined)),
  );
  return `question ${named.join(', ')} named${areAnswered ? ', which was answered' : ''}`;
}

/** Whether one error of a question with a single key is there again, where that of another question should be. */
function isNamedForAnother(
  [first, ...others]: readonly Rejection[],
  { questions }: ShownPage,
  missing: readonly EntityId[],
): boolean {
  if (first === undefined || others.length === 0 || missing.length < 2) return false;
  const named = questions.find(({ id }) => id === first.questionId);
  const hasOneKey = named !== undefined && ('key' in named.form || keysOf(named.form).length === 1);
  return hasOneKey && others.every((other) => JSON.stringify(other) === JSON.stringify(first));
}

/** An answer of the documented form, of which the service may say that it is not valid. */
export function judgeNoError(findings: Findings, answer: Answer): void {
  const { reading, exchange } = answer;
  const isError = reading.kind === 'standard-error' && exchange.httpStatus < 500;
  if (exchange.httpStatus === 429) return;
  findings.expect('SUBMIT-VALIDATION-08', !isError, 'a page, not an error body', { answer });
}

/** A survey that is complete, although required questions were shown and never answered. */
export function judgeNoneLeftBehind(findings: Findings, missing: readonly EntityId[]): void {
  const expected = 'an answer to each required question that was shown';
  const actual = (): string =>
    `complete without question ${missing.join(', ')}: the answers of the page before were taken for its page`;
  findings.expect('SUBMIT-VALIDATION-01', missing.length === 0, expected, actual);
}

/**
 * A page that was rejected, with the answers put right.
 *
 * @param page that was answered.
 * @param isKnownValid whether the service itself accepted such answers before; others it may refuse.
 */
export function judgePutRight(findings: Findings, answer: Answer, page: ShownPage, isKnownValid: boolean): void {
  if (tellsNothing(answer)) return;
  const { exchange, reading, status } = answer;
  const isAccepted = status === 'success' || status === 'survey_complete';
  if (isAccepted) findings.pass('SUBMIT-VALIDATION-06');
  else if (
    isKnownValid &&
    !isAskingMore(answer, page) &&
    (status === 'validation_errors' || reading.kind === 'standard-error')
  ) {
    findings.fail('SUBMIT-VALIDATION-06', 'acceptance of the answers put right', named(exchange, reading));
  }
}

/** The path in `nextPageSubmitUrl` took a submission: it was looked at, whatever came of it. */
export function judgeSubmitUrl(findings: Findings, { exchange, reading, status }: Answer): void {
  if (status !== '') findings.pass('SUBMIT-URL-01');
  else if (exchange.httpStatus === 404 || exchange.httpStatus === 405) {
    findings.fail('SUBMIT-URL-01', 'the submission taken at nextPageSubmitUrl', named(exchange, reading));
  }
}

/** A submission without a session, or in one that the service does not know (any more): the session error 1002. */
export function judgeExpired(findings: Findings, answer: Answer, situation: 'no session' | 'unknown session'): void {
  const { reading } = answer;
  if (tellsNothing(answer)) return;
  const clause = situation === 'no session' ? 'SUBMIT-EXPIRED-02' : 'SUBMIT-EXPIRED-01';
  const holds = reading.kind === 'session-error' && reading.error.code === sessionErrorCode;
  findings.expect(clause, holds, `the session error ${sessionErrorCode}`, { answer });
}

/** A submission that got the session error has changed nothing: the owner of the session is where it was. */
export function judgeUntouched(findings: Findings, answer: Answer, before: ShownPage | null): void {
  if (tellsNothing(answer)) return;
  findings.expect('SUBMIT-EXPIRED-04', isShownAgain(answer.page, before), { page: before }, { answer });
}
