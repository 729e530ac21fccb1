import Type from 'typebox';
import { is } from './clause.ts';

/** Standard error body: endpoints 4 to 12 and the generic errors of 1 to 3 (service.md#error-standard). */
export const StandardError = Type.Object({
  response: Type.Object({
    error: is(
      Type.Object({
        docs: is(Type.String(), 'ERROR-DOCS-01', '`error.docs` is a string, a link.'),
        name: is(Type.String(), 'ERROR-NAME-01', '`error.name` is a string.'),
        httpStatusCode: is(Type.Integer(), 'ERROR-HTTP-STATUS-01', '`error.httpStatusCode` is an integer.', {
          anchor: 'error-http-status-code',
        }),
        id: is(Type.String(), 'ERROR-ID-01', '`error.id` is a string.'),
        message: is(Type.String(), 'ERROR-MESSAGE-01', '`error.message` is a string.'),
        resourceUrl: is(Type.String(), 'ERROR-RESOURCE-01', '`error.resourceUrl` is a string.', {
          anchor: 'error-resource-url',
        }),
      }),
      'ERROR-SHAPE-01',
      'A standard error has `response.error`, an object.',
      { anchor: 'error-standard' },
    ),
  }),
});
export type StandardError = Type.Static<typeof StandardError>;

/** Session error body of the respondent flow (service.md#session-error). */
export const SessionError = Type.Object({
  error: is(
    Type.Object({ code: Type.Integer(), message: Type.String() }),
    'SESSION-ERROR-SHAPE-01',
    'A session error has `error.code`, an integer, and `error.message`, a string.',
    { anchor: 'session-error' },
  ),
  requestID: is(Type.String(), 'SESSION-ERROR-SHAPE-02', 'A session error has a `requestID` string.', {
    anchor: 'session-error-request-id',
  }),
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
