import { ClauseTable } from '../../contract/clause.ts';
import { apiRoot, type EndpointId, sessionEndpoints } from '../../contract/endpoints.ts';
import { type Exchange, encodingOf, isSuccess } from '../../result/exchange.ts';
import type { Findings } from '../findings.ts';
import { shown } from '../mismatch.ts';
import { type Answer, type Circumstances, isRefused } from '../reading/answer.ts';
import { jsonFaultText } from '../reading/jsonFault.ts';
import { bodyOf, isErrorBody, named } from '../reading/reading.ts';

/** Where an endpoint answers: what it is called, and the probe that asks it. */
const routes = {
  take: { clause: 'ROUTE-TAKE-01', subject: 'GET take', probe: 'beginning' },
  'submit-page': { clause: 'ROUTE-SUBMIT-01', subject: 'POST submit-page', probe: 'walking' },
  'previous-page': { clause: 'ROUTE-PREVIOUS-01', subject: 'GET previous-page', probe: 'going-back' },
  'create-department': { clause: 'ROUTE-CREATE-DEPARTMENT-01', subject: 'POST departments', probe: 'departments' },
  'list-departments': { clause: 'ROUTE-LIST-DEPARTMENTS-01', subject: 'GET departments', probe: 'department-list' },
  'regenerate-key': { clause: 'ROUTE-REGENERATE-KEY-01', subject: 'GET apikey/regenerate', probe: 'regeneration' },
  'create-template': { clause: 'ROUTE-CREATE-TEMPLATE-01', subject: 'POST templates', probe: 'templates' },
  'update-datapad': { clause: 'ROUTE-UPDATE-DATAPAD-01', subject: 'PUT datapads', probe: 'datapads' },
  'create-response': { clause: 'ROUTE-CREATE-RESPONSE-01', subject: 'POST responses', probe: 'record-creation' },
  'list-responses': { clause: 'ROUTE-LIST-RESPONSES-01', subject: 'GET responses', probe: 'record-reading' },
  'filter-responses': { clause: 'ROUTE-FILTER-RESPONSES-01', subject: 'GET responses/filter', probe: 'record-reading' },
  'fetch-response': { clause: 'ROUTE-FETCH-RESPONSE-01', subject: 'GET one response', probe: 'record-creation' },
} as const satisfies Record<EndpointId, object>;

export const overviewClauses = new ClauseTable()
  .group('overview')
  .must('ENVELOPE-RESPONSE-01', 'overview-response-member')
  .says('Every successful JSON body has a `response` member.')
  .broken('Answers have no “response” member')
  .must('ENVELOPE-REQUEST-ID-01', 'overview-request-id')
  .says('Every successful JSON body has a `requestID` string.')
  .must('ENVELOPE-ERROR-01', 'overview-error-shapes', {
    probes: ['strange-ids', 'odd-bodies', 'keys-create-response'],
  })
  .says('Every error body has one of the two shapes of Errors.')
  .broken('Errors have an undocumented form')
  .group('endpoints')
  .must('ENVELOPE-JSON-01', 'endpoint-json')
  .says('Every answer of a documented endpoint is JSON.')
  .broken('Answers are not JSON')
  .rfc('ENVELOPE-CONTENT-TYPE-01', 'rfc-content-type', 9110)
  .says('An answer whose body is JSON says so in `Content-Type`.')
  .broken('JSON is sent with another content type')
  .rfc('ENVELOPE-HTTP-STATUS-01', 'rfc-success-status', 9110)
  .says('A body that reports success comes with an HTTP status of the 2xx class.')
  .broken('Success is reported with an HTTP error status')
  .saneShould('ENVELOPE-HTTP-STATUS-02', 'rfc-created-status', { probes: ['missing-answers'] })
  .says('Refused answers have another HTTP status than 201.')
  .broken('A refusal says that something was created')
  .why('201 says that something was created; but frameworks give it to each answer of a POST.')
  .each(Object.entries(routes), (table, [endpoint, { clause, subject, probe }]) =>
    table
      .must(clause, `endpoint-${endpoint}`, { probes: [probe], harm: 'outage' })
      .says(`${subject} answers at its documented path.`)
      .broken(`“${endpoint}” does not answer at its documented path`),
  )
  .group('versioning')
  .must('VERSION-PATH-01', 'version-path', { topic: 'version' })
  .says('Every path that the service returns for a next step or page is under `/a/api/v2`.')
  .broken('The path of the next step or page leads out of /a/api/v2')
  .why('Of the links of a list those that name a version.');

/** What the service does, Endpoints: the envelope that every answer comes in. */
export function judgeEnvelope(
  findings: Findings,
  answer: Answer,
  { isContractual }: Pick<Circumstances, 'isContractual'>,
): void {
  const { exchange, reading, contentType } = answer;
  if ('failure' in reading || reading.kind === 'throttled') return;
  if (isLeftToGateways(exchange, isContractual)) return;
  judgeRoute(findings, answer);
  const actual = (): string =>
    encodingOf(exchange) === null
      ? `HTTP ${exchange.httpStatus}, ${jsonFaultText(exchange.bodyText)}, body ${shown(exchange.bodyText)}`
      : named(exchange, reading);
  if (!findings.expect('ENVELOPE-JSON-01', reading.kind !== 'not-json', 'a JSON body', actual)) return;
  // RFC 9110, 8.3: without it a recipient may guess; with it, it is believed.
  if (contentType !== null) {
    const expected = { head: 'json', words: 'Content-Type: application/json' } as const;
    findings.expect('ENVELOPE-CONTENT-TYPE-01', saysJson(contentType), expected, `Content-Type: ${contentType}`);
  }
  judgeSuccess(findings, answer);
}

/** The refusal of a body that is no JSON, by who refused its key before: no gateway knows the keys. */
export function judgeBrokenBody(findings: Findings, answer: Answer): void {
  if (isRefused(answer)) judgeEnvelope(findings, answer, { isContractual: true });
}

/** Whether a `Content-Type` is one of JSON. */
export function saysJson(contentType: string): boolean {
  return /^(?:application|text)\/(?:[\w.+-]+\+)?json\b/i.test(contentType);
}

function judgeSuccess(findings: Findings, { exchange, reading, status }: Answer): void {
  const ok = isSuccess(exchange.httpStatus);
  if (reading.kind === 'unshaped') {
    if (ok) findings.fail('ENVELOPE-RESPONSE-01', 'a member `response`', shown(exchange.json), 'response');
    else {
      const actual = `HTTP ${exchange.httpStatus}, ${shown(exchange.json)}`;
      findings.fail('ENVELOPE-ERROR-01', 'one of the two documented error bodies', actual);
    }
    return;
  }
  if (reading.kind === 'standard-error' || reading.kind === 'session-error') {
    const allowed = reading.kind === 'standard-error' || sessionEndpoints.has(exchange.endpoint);
    const expected = 'the standard error body, outside the respondent flow';
    findings.expect('ENVELOPE-ERROR-01', allowed, expected, () => shown(exchange.json));
    return;
  }
  if (reading.kind !== 'flow' && reading.kind !== 'administration') return;
  findings.pass('ENVELOPE-RESPONSE-01');
  if (status === 'validation_errors') {
    const expected = 'HTTP 200, or a status of the 4xx class';
    const isFine = exchange.httpStatus !== 201;
    findings.expect('ENVELOPE-HTTP-STATUS-02', isFine, expected, 'HTTP 201: something was created');
  }
  if (reading.kind === 'administration' || status === 'success' || status === 'survey_complete') {
    const actual = (): string => `HTTP ${exchange.httpStatus} with ${named(exchange, reading)}`;
    findings.expect('ENVELOPE-HTTP-STATUS-01', ok, 'HTTP 2xx', actual);
  }
}

export function judgeRequestIdGiven(findings: Findings, answer: Answer, { isContractual }: Circumstances): void {
  const { exchange, reading } = answer;
  if ((reading.kind !== 'flow' && reading.kind !== 'administration') || isLeftToGateways(exchange, isContractual))
    return;
  const { requestID } = bodyOf(exchange);
  const isGiven = typeof requestID === 'string';
  findings.expect('ENVELOPE-REQUEST-ID-01', isGiven, { kind: 'a string' }, { value: requestID }, 'requestID');
}

/** Whether a gateway may have refused, in whatever form, a request that no client of the contract sends. */
function isLeftToGateways({ httpStatus }: Exchange, isContractual: boolean): boolean {
  return !isContractual && httpStatus >= 400;
}

/** Only a missing route fails: a refusal is an answer of the endpoint. */
function judgeRoute(findings: Findings, { exchange, reading }: Answer): void {
  const { endpoint, httpStatus } = exchange;
  if (reading.kind === 'flow' || reading.kind === 'administration') findings.pass(routes[endpoint].clause);
  else if ((httpStatus === 404 || httpStatus === 405 || httpStatus === 501) && !isErrorBody(reading)) {
    findings.fail(routes[endpoint].clause, 'an answer of the endpoint', named(exchange, reading));
  }
}

/**
 * Versioning: a link of a page, resolved as RFC 3986 says, is under the version's path.
 *
 * @param path of the link, as `pathOfLink` gives it. @param place of the link in the body
 */
export function judgeVersion(findings: Findings, path: string | null, url: string, place: string): void {
  const under = path?.startsWith(`${apiRoot}/`) ?? false;
  findings.expect('VERSION-PATH-01', under, `a path under ${apiRoot}`, { value: url }, place);
}
