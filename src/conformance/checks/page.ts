import { apiRoot, pathOf } from '../../contract/endpoints.ts';
import { isStatus, statuses } from '../../contract/statuses.ts';
import type { Exchange } from '../../result/exchange.ts';
import { type Judge, shown } from '../ledger/judge.ts';
import { type FieldRule, isObject, judgeFields, memberOf } from './fields.ts';
import { checkQuestions } from './question.ts';
import type { Reading } from './reading.ts';

const pageFields: readonly FieldRule[] = [
  { path: 'meta.isFinalPage', kind: 'boolean', clause: 'PAGE-FINAL-01' },
  { path: 'meta.progressPercentage', kind: 'number', clause: 'PAGE-PROGRESS-01' },
  { path: 'navigation.previousPageUrl', kind: 'string or null', clause: 'PAGE-PREVIOUS-TYPE-01' },
  { path: 'navigation.nextPageSubmitUrl', kind: 'string', clause: 'PAGE-NEXT-TYPE-01' },
  { path: 'themeConfig.cssUrls', kind: 'array of strings', clause: 'PAGE-THEME-CSS-01' },
  { path: 'themeConfig.jsUrls', kind: 'array of strings', clause: 'PAGE-THEME-JS-01' },
  { path: 'questions', kind: 'array', clause: 'PAGE-QUESTIONS-01' },
];

const validationFields: readonly FieldRule[] = [
  { path: 'questionId', kind: 'integer', clause: 'PAGE-VALIDATION-ID-01' },
  { path: 'message', kind: 'string', clause: 'PAGE-VALIDATION-MESSAGE-01' },
  { path: 'answerErrors', kind: 'present', clause: 'PAGE-VALIDATION-ANSWERS-01' },
];

const shapeClauses = {
  take: 'TAKE-SHAPE-01',
  'submit-page': 'SUBMIT-SHAPE-01',
  'previous-page': 'PREVIOUS-SHAPE-01',
} as const;

/** Survey page, States: what one answer of endpoints 1 to 3 must be, whatever came before it. */
export function checkFlow(judge: Judge, exchange: Exchange, reading: Reading): void {
  const { endpoint } = exchange;
  if (endpoint !== 'take' && endpoint !== 'submit-page' && endpoint !== 'previous-page') return;
  if (reading.kind === 'unshaped' && exchange.httpStatus < 300) {
    judge.expect(shapeClauses[endpoint], false, 'a page or a status without a page', () => shown(reading.body));
  }
  if (reading.kind !== 'flow') return;
  const { response, status } = reading;
  judgeFields(judge, reading.body, [{ path: 'response.status', kind: 'string', clause: 'PAGE-STATUS-01' }], '');
  const known = judge.expect('STATUS-KNOWN-01', isStatus(status), 'a documented status', () => shown(status));
  if (!known || !isStatus(status)) return;
  checkHttpStatus(judge, exchange, status);
  checkMembersByStatus(judge, exchange, response, status);
  const whole = statuses[status].page
    ? checkPage(judge, exchange, response, status)
    : checkNoPage(judge, reading, status);
  if (endpoint === 'previous-page' && statuses[status].page) {
    const extra = ['redirectUrl', 'validationErrors'].filter((member) => member in response);
    judge.expect(
      'PREVIOUS-SHAPE-01',
      extra.length === 0,
      'a page without redirectUrl and validationErrors',
      () => `with ${extra.join(', ')}`,
    );
  }
  judge.expect(shapeClauses[endpoint], whole, `the shape of a body with status ${status}`, () => shown(response));
}

function checkHttpStatus(judge: Judge, exchange: Exchange, status: keyof typeof statuses): void {
  const http = exchange.httpStatus;
  if (status === 'error') judge.observe('Q-ERROR-STATUS-HTTP', String(http));
  else if (exchange.endpoint === 'take') {
    judge.expect('TAKE-HTTP-01', http === 200, `HTTP 200 with status ${status}`, () => `HTTP ${http}`);
  } else if (exchange.endpoint === 'previous-page' && statuses[status].page) {
    judge.expect('PREVIOUS-HTTP-01', http === 200, `HTTP 200 with status ${status}`, () => `HTTP ${http}`);
  }
  if (exchange.endpoint === 'submit-page') {
    if (status === 'validation_errors') judge.observe('Q-VALIDATION-HTTP', String(http));
    if (status === 'success' || status === 'survey_complete') judge.observe('Q-SUBMIT-HTTP', String(http));
  }
}

/** Members that belong to some statuses only: `validationErrors`, `redirectUrl`. */
function checkMembersByStatus(
  judge: Judge,
  exchange: Exchange,
  response: Record<string, unknown>,
  status: keyof typeof statuses,
): void {
  const { validationErrors, redirectUrl } = response;
  judge.expect(
    'STATUS-VALIDATION-01',
    status !== 'validation_errors' || exchange.endpoint === 'submit-page',
    '`validation_errors` from submit-page only',
    () => `validation_errors from ${exchange.endpoint}`,
  );
  if (status !== 'validation_errors') {
    const empty = validationErrors === undefined || validationErrors === null;
    judge.expect('PAGE-VALIDATION-02', empty, `no validationErrors with status ${status}`, () =>
      shown(validationErrors),
    );
  }
  if (status === 'redirect') {
    judge.expect('PAGE-REDIRECT-01', typeof redirectUrl === 'string', 'redirectUrl, a string', () =>
      shown(redirectUrl),
    );
  } else if (status === 'survey_complete') {
    const answer = redirectUrl === null ? 'null' : 'present';
    judge.observe('Q-COMPLETE-REDIRECT', redirectUrl === undefined ? 'absent' : answer);
    const fine = redirectUrl === undefined || redirectUrl === null || typeof redirectUrl === 'string';
    judge.expect('PAGE-REDIRECT-03', fine, 'redirectUrl absent or a string', () => shown(redirectUrl));
  } else {
    const absent = redirectUrl === undefined || redirectUrl === null;
    judge.expect('PAGE-REDIRECT-02', absent, `no redirectUrl with status ${status}`, () => shown(redirectUrl));
  }
}

function checkPage(
  judge: Judge,
  exchange: Exchange,
  response: Record<string, unknown>,
  status: 'success' | 'validation_errors' | string,
): boolean {
  let whole = judgeFields(judge, response, pageFields, 'response.');
  const progress = memberOf(response, 'meta.progressPercentage');
  if (typeof progress === 'number') {
    const within = progress >= 0 && progress <= 100;
    judge.expect('PAGE-PROGRESS-RANGE-01', within, 'progressPercentage from 0 to 100', () => String(progress));
  }
  checkNavigation(judge, exchange, response);
  const questions = Array.isArray(response.questions) ? response.questions : [];
  if (status === 'success') {
    judge.expect('STATUS-SUCCESS-01', questions.length > 0, 'at least one question', () => shown(response.questions));
  }
  const ids = checkQuestions(judge, exchange, questions);
  if (status === 'validation_errors') whole = checkValidation(judge, response, ids) && whole;
  return whole;
}

function checkNavigation(judge: Judge, exchange: Exchange, response: Record<string, unknown>): void {
  const previous = memberOf(response, 'navigation.previousPageUrl');
  const next = memberOf(response, 'navigation.nextPageSubmitUrl');
  const survey = /\/surveys\/([^/]+)\//.exec(exchange.path)?.[1];
  const parameters = { survey_id: Number(survey) };
  if (typeof previous === 'string') {
    const path = pathOf('previous-page', parameters);
    judge.expect('PAGE-PREVIOUS-URL-01', previous === path, `previousPageUrl ${path}`, () => shown(previous));
  }
  if (typeof next === 'string') {
    const path = pathOf('submit-page', parameters);
    judge.expect('PAGE-NEXT-URL-01', next === path, `nextPageSubmitUrl ${path}`, () => shown(next));
  }
  for (const url of [previous, next]) {
    if (typeof url !== 'string') continue;
    judge.expect('VERSION-PATH-01', url.startsWith(`${apiRoot}/`), `a path under ${apiRoot}`, () => shown(url));
  }
}

function checkValidation(judge: Judge, response: Record<string, unknown>, ids: ReadonlySet<number>): boolean {
  const errors = response.validationErrors;
  const isList = judge.expect('PAGE-VALIDATION-01', Array.isArray(errors), 'validationErrors, an array', () =>
    shown(errors),
  );
  if (!isList || !Array.isArray(errors)) return false;
  let whole = true;
  judge.expect('SUBMIT-VALIDATION-07', errors.length > 0, 'at least one validation error', () => shown(errors));
  for (const error of errors) {
    whole = judgeFields(judge, error, validationFields, 'validationErrors[].') && whole;
    const detail = memberOf(error, 'answerErrors');
    const isDetail = detail === null || (typeof detail === 'object' && detail !== null);
    if (typeof detail === 'object' && detail !== null) {
      judge.observe('Q-ANSWER-ERRORS', Array.isArray(detail) ? 'array' : 'object');
    }
    judge.expect('PAGE-VALIDATION-ANSWERS-01', isDetail, 'answerErrors null or a detail', () => shown(detail));
    const id = isObject(error) ? error.questionId : undefined;
    judge.expect(
      'SUBMIT-VALIDATION-03',
      typeof id === 'number' && ids.has(id),
      `one of the questions of the page: ${[...ids].join(', ')}`,
      () => `questionId ${shown(id)}`,
    );
  }
  return whole;
}

function checkNoPage(
  judge: Judge,
  reading: Extract<Reading, { kind: 'flow' }>,
  status: keyof typeof statuses,
): boolean {
  const { body, response } = reading;
  const allowed = statuses[status].redirectUrl ? ['status', 'redirectUrl'] : ['status'];
  const extra = [
    ...Object.keys(response).filter((name) => !allowed.includes(name)),
    ...Object.keys(body).filter((name) => name !== 'response' && name !== 'requestID'),
  ];
  judge.expect('PAGE-NO-PAGE-01', extra.length === 0, 'status and requestID only', () => `also ${extra.join(', ')}`);
  const { questions } = response;
  const none = questions === undefined || (Array.isArray(questions) && questions.length === 0);
  judge.expect('PAGE-NO-PAGE-02', none, `no questions with status ${status}`, () => shown(questions));
  if (status === 'survey_complete' && reading.status === status) {
    const { requestID } = body;
    judge.expect(
      'SUBMIT-COMPLETE-SHAPE-01',
      typeof requestID === 'string',
      'status survey_complete with a requestID',
      () => `requestID ${shown(requestID)}`,
    );
  }
  return none;
}
