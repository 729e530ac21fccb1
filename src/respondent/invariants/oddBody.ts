import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import { isRecord } from '../../contract/jsonShape.ts';
import { isStatus, statuses } from '../../contract/statuses.ts';
import type { Exchange } from '../../result/exchange.ts';
import { statusOf } from '../walk/reading.ts';
import { type Judge, shown, type WitnessSource } from './judge.ts';

const shapeClause: Partial<Record<EndpointId, ClauseId>> = {
  take: 'TAKE-SHAPE-01',
  'submit-page': 'SUBMIT-SHAPE-01',
  'previous-page': 'PREVIOUS-SHAPE-01',
};

/** Names, field by field, what is wrong with a JSON body that fits none of the documented shapes. */
export function judgeOddBody(json: unknown, exchange: Exchange, judge: Judge, walk: WitnessSource): void {
  if (!isRecord(json)) {
    judge.fail('ENVELOPE-RESPONSE-01', 'a JSON object', shown(json), walk);
    return;
  }
  if (isRecord(json.error)) judgeSessionError(json, judge, walk);
  else if (isRecord(json.response) && 'error' in json.response) judgeStandardError(json.response.error, judge, walk);
  else if (exchange.httpStatus >= 400 && statusOf(json) === null) {
    judge.fail('ENVELOPE-ERROR-01', 'a standard error or a session error', shown(json), walk);
  } else judgeStatusBody(json, exchange.endpoint, judge, walk);
}

type Json = Readonly<Record<string, unknown>>;

function judgeSessionError(json: Json, judge: Judge, walk: WitnessSource): void {
  const error = isRecord(json.error) ? json.error : {};
  const shape = Number.isInteger(error.code) && typeof error.message === 'string';
  judge.check(shape, 'SESSION-ERROR-SHAPE-01', 'an integer code and a string message', shown(error), walk);
  const id = json.requestID;
  judge.check(typeof id === 'string', 'SESSION-ERROR-SHAPE-02', 'a string requestID', shown(id), walk);
}

function judgeStandardError(error: unknown, judge: Judge, walk: WitnessSource): void {
  if (!isRecord(error)) {
    judge.fail('ERROR-SHAPE-01', 'an object', shown(error), walk);
    return;
  }
  const text = (clause: ClauseId, name: string): void =>
    judge.check(typeof error[name] === 'string', clause, `a string \`${name}\``, shown(error[name]), walk);
  text('ERROR-DOCS-01', 'docs');
  text('ERROR-NAME-01', 'name');
  text('ERROR-ID-01', 'id');
  text('ERROR-MESSAGE-01', 'message');
  text('ERROR-RESOURCE-01', 'resourceUrl');
  const status = error.httpStatusCode;
  judge.check(Number.isInteger(status), 'ERROR-HTTP-STATUS-01', 'an integer', shown(status), walk);
}

function judgeStatusBody(json: Json, endpoint: EndpointId, judge: Judge, walk: WitnessSource): void {
  const response = json.response;
  if (!isRecord(response)) {
    judge.fail('ENVELOPE-RESPONSE-01', 'a `response` object', shown(response), walk);
    return;
  }
  const id = json.requestID;
  judge.check(typeof id === 'string', 'ENVELOPE-REQUEST-ID-01', 'a string `requestID`', shown(id), walk);
  const status = response.status;
  if (typeof status !== 'string') {
    judge.fail('PAGE-STATUS-01', 'a string `response.status`', shown(status), walk);
    const clause = shapeClause[endpoint];
    if (status === undefined && clause !== undefined)
      judge.fail(clause, 'a survey page or a status', shown(json), walk);
    return;
  }
  judge.check(isStatus(status), 'STATUS-KNOWN-01', 'one of the thirteen documented statuses', shown(status), walk);
  if (!isStatus(status)) return;
  if (statuses[status].page) judgePageMembers(response, judge, walk);
  else if ('redirectUrl' in response) {
    judge.check(
      typeof response.redirectUrl === 'string',
      'PAGE-REDIRECT-01',
      'a string',
      shown(response.redirectUrl),
      walk,
    );
  }
}

function judgePageMembers(response: Json, judge: Judge, walk: WitnessSource): void {
  const fail = (clause: ClauseId, expected: string, actual: unknown): void =>
    judge.fail(clause, expected, shown(actual), walk);
  const meta = isRecord(response.meta) ? response.meta : {};
  const navigation = isRecord(response.navigation) ? response.navigation : {};
  const theme = isRecord(response.themeConfig) ? response.themeConfig : {};
  const { isFinalPage, progressPercentage } = meta;
  if (typeof isFinalPage !== 'boolean') fail('PAGE-FINAL-01', 'a boolean `meta.isFinalPage`', isFinalPage);
  if (typeof progressPercentage !== 'number')
    fail('PAGE-PROGRESS-01', 'a number `meta.progressPercentage`', progressPercentage);
  const { previousPageUrl, nextPageSubmitUrl } = navigation;
  if (typeof previousPageUrl !== 'string' && previousPageUrl !== null) {
    fail('PAGE-PREVIOUS-TYPE-01', 'a string or null `previousPageUrl`', previousPageUrl);
  }
  if (typeof nextPageSubmitUrl !== 'string')
    fail('PAGE-NEXT-TYPE-01', 'a string `nextPageSubmitUrl`', nextPageSubmitUrl);
  if (!isStrings(theme.cssUrls)) fail('PAGE-THEME-CSS-01', 'an array of strings', theme.cssUrls);
  if (!isStrings(theme.jsUrls)) fail('PAGE-THEME-JS-01', 'an array of strings', theme.jsUrls);
  const questions = response.questions;
  if (!Array.isArray(questions)) fail('PAGE-QUESTIONS-01', 'an array `questions`', questions);
  else {
    for (const question of questions) {
      if (!isRecord(question) || typeof question.html !== 'string')
        fail('PAGE-QUESTION-HTML-01', 'a string `html`', question);
      if (!isRecord(question) || typeof question.json !== 'string')
        fail('PAGE-QUESTION-JSON-01', 'a string `json`', question);
    }
  }
  if (response.status === 'validation_errors') judgeValidationErrors(response.validationErrors, judge, walk);
}

function judgeValidationErrors(errors: unknown, judge: Judge, walk: WitnessSource): void {
  if (!Array.isArray(errors)) {
    judge.fail('PAGE-VALIDATION-01', 'an array `validationErrors`', shown(errors), walk);
    return;
  }
  for (const error of errors) {
    const { questionId, message } = isRecord(error) ? error : {};
    if (!Number.isInteger(questionId))
      judge.fail('PAGE-VALIDATION-ID-01', 'an integer `questionId`', shown(error), walk);
    if (typeof message !== 'string') judge.fail('PAGE-VALIDATION-MESSAGE-01', 'a string `message`', shown(error), walk);
    if (!isRecord(error) || !('answerErrors' in error)) {
      judge.fail('PAGE-VALIDATION-ANSWERS-01', '`answerErrors`, null or a detail', shown(error), walk);
    }
  }
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
