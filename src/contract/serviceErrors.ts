import Type from 'typebox';
import { states } from './clause.ts';

/** Standard error body: endpoints 4 to 12 and the generic errors of 1 to 3 (service.md#error-standard). */
export const StandardError = Type.Object({
  response: Type.Object({
    error: Type.Object(
      {
        docs: Type.String(states('ERROR-DOCS-01', 'error-docs', '`error.docs` is a string, a link.')),
        name: Type.String(states('ERROR-NAME-01', 'error-name', '`error.name` is a string.')),
        httpStatusCode: Type.Integer(
          states('ERROR-HTTP-STATUS-01', 'error-http-status-code', '`error.httpStatusCode` is an integer.'),
        ),
        id: Type.String(states('ERROR-ID-01', 'error-id', '`error.id` is a string.')),
        message: Type.String(states('ERROR-MESSAGE-01', 'error-message', '`error.message` is a string.')),
        resourceUrl: Type.String(states('ERROR-RESOURCE-01', 'error-resource-url', '`error.resourceUrl` is a string.')),
      },
      states('ERROR-SHAPE-01', 'error-standard', 'A standard error has `response.error`, an object.'),
    ),
  }),
});
export type StandardError = Type.Static<typeof StandardError>;

/** Session error body of the respondent flow (service.md#session-error). */
export const SessionError = Type.Object({
  error: Type.Object(
    { code: Type.Integer(), message: Type.String() },
    states(
      'SESSION-ERROR-SHAPE-01',
      'session-error',
      'A session error has `error.code`, an integer, and `error.message`, a string.',
    ),
  ),
  requestID: Type.String(
    states('SESSION-ERROR-SHAPE-02', 'session-error-request-id', 'A session error has a `requestID` string.'),
  ),
});
export type SessionError = Type.Static<typeof SessionError>;

/** The error table, by HTTP status (service.md#errors). */
export const standardErrors = {
  400: { name: 'BAD_REQUEST', id: '1000', message: 'Invalid URL parameters' },
  401: { name: 'UNAUTHORIZED', id: '1010', message: 'Incorrect API Key' },
  403: { name: 'FORBIDDEN', id: '1013', message: 'The user does not have permission to access the resource' },
  404: { name: 'NOT_FOUND', id: '1040', message: "The resource that you're trying to access doesn't exist" },
  500: { name: 'INTERNAL_SERVER_ERROR', id: '1026', message: 'We are not able to process your request' },
} as const;
export type StandardErrorStatus = keyof typeof standardErrors;

/** Code of both session errors (service.md#session-error-code). */
export const sessionErrorCode = 1002;

export const sessionErrors = {
  expired: 'Session expired. Please load the survey page before submitting.',
  noPreviousPage: 'No previous page to navigate back to.',
} as const;
