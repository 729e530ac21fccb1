import Type from 'typebox';

/** Standard error body: endpoints 4 to 12 and the generic errors of 1 to 3 (document, Errors). */
export const StandardError = Type.Object({
  response: Type.Object({
    error: Type.Object({
      docs: Type.String(),
      name: Type.String(),
      httpStatusCode: Type.Integer(),
      id: Type.String(),
      message: Type.String(),
      resourceUrl: Type.String(),
    }),
  }),
});
export type StandardError = Type.Static<typeof StandardError>;

/** Session error body of the respondent flow (document, Errors). */
export const SessionError = Type.Object({
  error: Type.Object({ code: Type.Integer(), message: Type.String() }),
  requestID: Type.String(),
});
export type SessionError = Type.Static<typeof SessionError>;

/** The error table, by HTTP status (document, Errors). */
export const standardErrors = {
  400: { name: 'BAD_REQUEST', id: '1000', message: 'Invalid URL parameters' },
  401: { name: 'UNAUTHORIZED', id: '1010', message: 'Incorrect API Key' },
  403: { name: 'FORBIDDEN', id: '1013', message: 'The user does not have permission to access the resource' },
  404: { name: 'NOT_FOUND', id: '1040', message: "The resource that you're trying to access doesn't exist" },
  500: { name: 'INTERNAL_SERVER_ERROR', id: '1026', message: 'We are not able to process your request' },
} as const;
export type StandardErrorStatus = keyof typeof standardErrors;

/** Code of both session errors (document, Errors). */
export const sessionErrorCode = 1002;

export const sessionErrors = {
  expired: 'Session expired. Please load the survey page before submitting.',
  noPreviousPage: 'No previous page to navigate back to.',
} as const;
