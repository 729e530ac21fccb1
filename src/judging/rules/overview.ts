import { type Clause, must, rfc } from '../../contract/clause.ts';
import { apiRoot, type EndpointId } from '../../contract/endpoints.ts';
import { type Exchange, encodingOf } from '../../result/exchange.ts';
import { type Findings, headDue, seen, shown } from '../findings.ts';
import type { Answer, Circumstances } from '../reading/answer.ts';
import { jsonFaultText } from '../reading/jsonFault.ts';
import { bodyOf, isErrorBody, isFlow, named } from '../reading/reading.ts';

/** An endpoint answers where the document has it. */
function route(endpoint: EndpointId, subject: string, probe: string): Clause {
  return must(`endpoints#endpoint-${endpoint}`, `${subject} answers at its documented path.`, {
    probes: [probe],
    broken: `“${endpoint}” does not answer at its documented path`,
    harm: 'outage',
  });
}

export const overviewClauses = {
  'ENVELOPE-RESPONSE-01': must(
    'overview#overview-response-member',
    'Every successful JSON body has a `response` member.',
    { broken: 'Answers have no “response” member' },
  ),
  'ENVELOPE-REQUEST-ID-01': must(
    'overview#overview-request-id',
    'Every successful JSON body has a `requestID` string.',
  ),
  'ENVELOPE-ERROR-01': must('overview#overview-error-shapes', 'Every error body has one of the two shapes of Errors.', {
    probes: ['strange-ids', 'odd-bodies'],
    broken: 'Errors have an undocumented form',
  }),
  'ENVELOPE-JSON-01': must('endpoints#endpoint-json', 'Every answer of a documented endpoint is JSON.', {
    broken: 'Answers are not JSON',
  }),
  'ENVELOPE-CONTENT-TYPE-01': rfc(
    9110,
    'endpoints#rfc-content-type',
    'An answer whose body is JSON says so in `Content-Type`.',
    { broken: 'JSON is sent with another content type' },
  ),
  'ENVELOPE-HTTP-STATUS-01': rfc(
    9110,
    'endpoints#rfc-success-status',
    'A body that reports success comes with an HTTP status of the 2xx class.',
    { broken: 'Success is reported with an HTTP error status' },
  ),
  'ROUTE-TAKE-01': route('take', 'GET take', 'beginning'),
  'ROUTE-SUBMIT-01': route('submit-page', 'POST submit-page', 'walking'),
  'ROUTE-PREVIOUS-01': route('previous-page', 'GET previous-page', 'going-back'),
  'ROUTE-CREATE-DEPARTMENT-01': route('create-department', 'POST departments', 'departments'),
  'ROUTE-LIST-DEPARTMENTS-01': route('list-departments', 'GET departments', 'department-list'),
  'ROUTE-REGENERATE-KEY-01': route('regenerate-key', 'GET apikey/regenerate', 'regeneration'),
  'ROUTE-CREATE-TEMPLATE-01': route('create-template', 'POST templates', 'templates'),
  'ROUTE-UPDATE-DATAPAD-01': route('update-datapad', 'PUT datapads', 'datapads'),
  'ROUTE-CREATE-RESPONSE-01': route('create-response', 'POST responses', 'record-creation'),
  'ROUTE-LIST-RESPONSES-01': route('list-responses', 'GET responses', 'record-reading'),
  'ROUTE-FILTER-RESPONSES-01': route('filter-responses', 'GET responses/filter', 'record-reading'),
  'ROUTE-FETCH-RESPONSE-01': route('fetch-response', 'GET one response', 'record-creation'),
  'VERSION-PATH-01': must(
    'versioning#version-path',
    'Every path that the service returns for a next step or page is under `/a/api/v2`.',
    {
      why: 'Of the links of a list those that name a version.',
      broken: 'The path of the next step or page leads out of /a/api/v2',
      topic: 'version',
    },
  ),
} as const satisfies Record<string, Clause>;

/** What the service does, Endpoints: the envelope that every answer comes in. */
export function judgeEnvelope(findings: Findings, answer: Answer, { isContractual }: Circumstances): void {
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
    const actual = (): string => `Content-Type: ${contentType}`;
    findings.expect(
      'ENVELOPE-CONTENT-TYPE-01',
      saysJson(contentType),
      headDue('json', 'Content-Type: application/json'),
      actual,
    );
  }
  judgeSuccess(findings, answer);
}

/** Whether a `Content-Type` is one of JSON. */
export function saysJson(contentType: string): boolean {
  return /^(?:application|text)\/(?:[\w.+-]+\+)?json\b/i.test(contentType);
}

function judgeSuccess(findings: Findings, { exchange, reading, status }: Answer): void {
  const ok = exchange.httpStatus >= 200 && exchange.httpStatus < 300;
  if (reading.kind === 'unshaped') {
    if (ok) findings.fail('ENVELOPE-RESPONSE-01', 'a member `response`', shown(exchange.json), 'response');
    else {
      const actual = `HTTP ${exchange.httpStatus}, ${shown(exchange.json)}`;
      findings.fail('ENVELOPE-ERROR-01', 'one of the two documented error bodies', actual);
    }
    return;
  }
  if (reading.kind === 'standard-error' || reading.kind === 'session-error') {
    const allowed = reading.kind === 'standard-error' || isFlow(exchange.endpoint);
    const expected = 'the standard error body, outside the respondent flow';
    findings.expect('ENVELOPE-ERROR-01', allowed, expected, () => shown(exchange.json));
    return;
  }
  if (reading.kind !== 'flow' && reading.kind !== 'administration') return;
  findings.pass('ENVELOPE-RESPONSE-01');
  if (reading.kind === 'administration' || status === 'success' || status === 'survey_complete') {
    const actual = (): string => `HTTP ${exchange.httpStatus} with ${named(exchange, reading)}`;
    findings.expect('ENVELOPE-HTTP-STATUS-01', ok, 'HTTP 2xx', actual);
  }
}

/** What succeeds comes with a `requestID`. */
export function judgeRequestIdGiven(findings: Findings, answer: Answer, { isContractual }: Circumstances): void {
  const { exchange, reading } = answer;
  if ((reading.kind !== 'flow' && reading.kind !== 'administration') || isLeftToGateways(exchange, isContractual))
    return;
  const { requestID } = bodyOf(exchange);
  const words = 'requestID is a string';
  findings.expect('ENVELOPE-REQUEST-ID-01', typeof requestID === 'string', words, () => seen(requestID), 'requestID');
}

/** Whether a gateway may have refused, in whatever form, a request that no client of the contract sends. */
function isLeftToGateways({ httpStatus }: Exchange, isContractual: boolean): boolean {
  return !isContractual && httpStatus >= 400;
}

const routeClauses = {
  take: 'ROUTE-TAKE-01',
  'submit-page': 'ROUTE-SUBMIT-01',
  'previous-page': 'ROUTE-PREVIOUS-01',
  'create-department': 'ROUTE-CREATE-DEPARTMENT-01',
  'list-departments': 'ROUTE-LIST-DEPARTMENTS-01',
  'regenerate-key': 'ROUTE-REGENERATE-KEY-01',
  'create-template': 'ROUTE-CREATE-TEMPLATE-01',
  'update-datapad': 'ROUTE-UPDATE-DATAPAD-01',
  'create-response': 'ROUTE-CREATE-RESPONSE-01',
  'list-responses': 'ROUTE-LIST-RESPONSES-01',
  'filter-responses': 'ROUTE-FILTER-RESPONSES-01',
  'fetch-response': 'ROUTE-FETCH-RESPONSE-01',
} as const satisfies Record<EndpointId, string>;

/** Only a missing route fails: a refusal is an answer of the endpoint. */
function judgeRoute(findings: Findings, { exchange, reading }: Answer): void {
  const { endpoint, httpStatus } = exchange;
  if (reading.kind === 'flow' || reading.kind === 'administration') findings.pass(routeClauses[endpoint]);
  else if ((httpStatus === 404 || httpStatus === 405 || httpStatus === 501) && !isErrorBody(reading)) {
    findings.fail(routeClauses[endpoint], 'an answer of the endpoint', named(exchange, reading));
  }
}

/**
 * Versioning: a link of a page, resolved as RFC 3986 says, is under the version's path.
 *
 * @param path of the link, as `pathOfLink` gives it. @param place of the link in the body
 */
export function judgeVersion(findings: Findings, path: string | null, url: string, place: string): void {
  const under = path?.startsWith(`${apiRoot}/`) ?? false;
  findings.expect('VERSION-PATH-01', under, `a path under ${apiRoot}`, () => seen(url), place);
}
