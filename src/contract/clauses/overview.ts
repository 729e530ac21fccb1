import { type Clause, must, rfc } from './clause.ts';

/** What the service does, Endpoints, Versioning: the envelope and the twelve routes. */
export const overviewClauses = {
  'ENVELOPE-RESPONSE-01': must('overview', 'Every successful JSON body has a `response` member.'),
  'ENVELOPE-REQUEST-ID-01': must('overview', 'Every successful JSON body has a `requestID` string.'),
  'ENVELOPE-ERROR-01': must('overview', 'Every error body has one of the two shapes of Errors.'),
  'ENVELOPE-JSON-01': must('endpoints', 'Every answer of a documented endpoint is JSON.'),
  'ENVELOPE-CONTENT-TYPE-01': rfc(9110, 'endpoints', 'An answer whose body is JSON says so in `Content-Type`.'),
  'ENVELOPE-HTTP-STATUS-01': rfc(
    9110,
    'endpoints',
    'A body that reports success comes with an HTTP status of the 2xx class.',
  ),

  'ROUTE-TAKE-01': must('endpoints', 'GET take answers at its documented path.'),
  'ROUTE-SUBMIT-01': must('endpoints', 'POST submit-page answers at its documented path.'),
  'ROUTE-PREVIOUS-01': must('endpoints', 'GET previous-page answers at its documented path.'),
  'ROUTE-CREATE-DEPARTMENT-01': must('endpoints', 'POST departments answers at its documented path.'),
  'ROUTE-LIST-DEPARTMENTS-01': must('endpoints', 'GET departments answers at its documented path.'),
  'ROUTE-REGENERATE-KEY-01': must('endpoints', 'GET apikey/regenerate answers at its documented path.'),
  'ROUTE-CREATE-TEMPLATE-01': must('endpoints', 'POST templates answers at its documented path.'),
  'ROUTE-UPDATE-DATAPAD-01': must('endpoints', 'PUT datapads answers at its documented path.'),
  'ROUTE-CREATE-RESPONSE-01': must('endpoints', 'POST responses answers at its documented path.'),
  'ROUTE-LIST-RESPONSES-01': must('endpoints', 'GET responses answers at its documented path.'),
  'ROUTE-FILTER-RESPONSES-01': must('endpoints', 'GET responses/filter answers at its documented path.'),
  'ROUTE-FETCH-RESPONSE-01': must('endpoints', 'GET one response answers at its documented path.'),

  'VERSION-PATH-01': must('versioning', 'Every path that the service returns for a next step is under `/a/api/v2`.'),
} as const satisfies Record<string, Clause>;
