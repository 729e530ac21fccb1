import { sessionErrorCode, sessionErrors, standardErrors } from '../../contract/serviceErrors.ts';
import { type Exchange, headerOf } from '../../result/exchange.ts';
import { type Judge, shown } from '../ledger/judge.ts';
import { type FieldRule, judgeFields, memberOf } from './fields.ts';
import { named, type Reading } from './reading.ts';

/** What the service does, Endpoints: the envelope that every answer comes in. */
export function checkEnvelope(judge: Judge, exchange: Exchange, reading: Reading): void {
  if ('failure' in reading || reading.kind === 'throttled') return;
  const isJson = reading.kind !== 'not-json';
  judge.expect(
    'ENVELOPE-JSON-01',
    isJson,
    'a JSON body',
    () => `HTTP ${exchange.httpStatus}, body ${shown(exchange.bodyText)}`,
  );
  if (!isJson) return;
  const contentType = headerOf(exchange, 'content-type') ?? '';
  judge.expect(
    'ENVELOPE-CONTENT-TYPE-01',
    /^application\/(json|[\w.-]+\+json)\b/i.test(contentType),
    'Content-Type: application/json',
    () => `Content-Type: ${contentType === '' ? 'absent' : contentType}`,
  );
  checkSuccess(judge, exchange, reading);
}

function checkSuccess(judge: Judge, exchange: Exchange, reading: Reading): void {
  const ok = exchange.httpStatus >= 200 && exchange.httpStatus < 300;
  if (reading.kind === 'unshaped') {
    if (ok) judge.expect('ENVELOPE-RESPONSE-01', false, 'a member `response`', () => shown(reading.body));
    else {
      const expected = 'one of the two documented error bodies';
      judge.expect('ENVELOPE-ERROR-01', false, expected, () => `HTTP ${exchange.httpStatus}, ${shown(reading.body)}`);
    }
    return;
  }
  if (reading.kind === 'standard-error' || reading.kind === 'session-error') {
    const respondent = /\/(take|submit-page|previous-page)\b/.test(exchange.path);
    judge.expect(
      'ENVELOPE-ERROR-01',
      reading.kind === 'standard-error' || respondent,
      'the standard error body, outside the respondent flow',
      () => shown(reading.body),
    );
    return;
  }
  if (reading.kind !== 'flow' && reading.kind !== 'administration') return;
  judge.expect('ENVELOPE-RESPONSE-01', true, 'a member `response`', () => '');
  judgeFields(judge, reading.body, [{ path: 'requestID', kind: 'string', clause: 'ENVELOPE-REQUEST-ID-01' }], '');
  const reportsSuccess =
    reading.kind === 'administration' || reading.status === 'success' || reading.status === 'survey_complete';
  if (reportsSuccess) {
    judge.expect(
      'ENVELOPE-HTTP-STATUS-01',
      ok,
      'HTTP 2xx',
      () => `HTTP ${exchange.httpStatus} with ${named(exchange)}`,
    );
  }
}

const errorFields: readonly FieldRule[] = [
  { path: 'response.error', kind: 'object', clause: 'ERROR-SHAPE-01' },
  { path: 'response.error.docs', kind: 'string URL', clause: 'ERROR-DOCS-01' },
  { path: 'response.error.name', kind: 'string', clause: 'ERROR-NAME-01' },
  { path: 'response.error.httpStatusCode', kind: 'integer', clause: 'ERROR-HTTP-STATUS-01' },
  { path: 'response.error.id', kind: 'string', clause: 'ERROR-ID-01' },
  { path: 'response.error.message', kind: 'string', clause: 'ERROR-MESSAGE-01' },
  { path: 'response.error.resourceUrl', kind: 'string', clause: 'ERROR-RESOURCE-01' },
];

const sessionErrorFields: readonly FieldRule[] = [
  { path: 'error.code', kind: 'integer', clause: 'SESSION-ERROR-SHAPE-01' },
  { path: 'error.message', kind: 'string', clause: 'SESSION-ERROR-SHAPE-01' },
  { path: 'requestID', kind: 'string', clause: 'SESSION-ERROR-SHAPE-02' },
];

const rowClauses = {
  400: 'ERROR-400-01',
  401: 'ERROR-401-01',
  403: 'ERROR-403-01',
  404: 'ERROR-404-01',
  500: 'ERROR-500-01',
} as const;

/** Errors: the two bodies, and the table by HTTP status. */
export function checkErrors(judge: Judge, exchange: Exchange, reading: Reading): void {
  if (reading.kind === 'standard-error') {
    judgeFields(judge, reading.body, errorFields, '');
    judge.expect(
      'ERROR-HTTP-STATUS-02',
      reading.error.httpStatusCode === exchange.httpStatus,
      `httpStatusCode ${exchange.httpStatus}, as the answer itself`,
      () => `httpStatusCode ${shown(reading.error.httpStatusCode)} in an answer with HTTP ${exchange.httpStatus}`,
    );
    judge.observe('Q-ERROR-REQUEST-ID', memberOf(reading.body, 'requestID') === undefined ? 'absent' : 'present');
    checkErrorRow(judge, exchange, reading.error);
  }
  if (reading.kind === 'session-error') {
    judgeFields(judge, reading.body, sessionErrorFields, '');
    const { code, message } = reading.error;
    judge.expect('SESSION-ERROR-CODE-01', code === sessionErrorCode, 'code 1002', () => `code ${shown(code)}`);
    if (exchange.endpoint === 'submit-page') {
      judge.observe('Q-EXPIRED-HTTP', String(exchange.httpStatus), 'submit-page');
      judge.expect(
        'SUBMIT-EXPIRED-03',
        message === sessionErrors.expired,
        `message "${sessionErrors.expired}"`,
        () => `message ${shown(message)}`,
      );
    }
  }
}

function checkErrorRow(judge: Judge, exchange: Exchange, error: Record<string, unknown>): void {
  const status = exchange.httpStatus;
  if (status !== 400 && status !== 401 && status !== 403 && status !== 404 && status !== 500) return;
  const row = standardErrors[status];
  // previous-page has a 400 of its own, whose message in the standard body is not shown.
  const ownMessage = status === 400 && exchange.endpoint === 'previous-page';
  const holds = error.name === row.name && String(error.id) === row.id && (ownMessage || error.message === row.message);
  judge.expect(
    rowClauses[status],
    holds,
    `name ${row.name}, id ${row.id}, message "${row.message}"`,
    () => `name ${shown(error.name)}, id ${shown(error.id)}, message ${shown(error.message)}`,
  );
  if (String(error.id) !== row.id) judge.observe('Q-ERROR-ID-TYPE', shown(error.id), shown(error.id));
}
