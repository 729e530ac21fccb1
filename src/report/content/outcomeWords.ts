/** What errors are called in tables, one of them. */
export const errorWords = {
  serverError: 'server error',
  clientError: 'client error',
  timeout: 'time-out',
  connection: 'broken connection',
  malformed: 'malformed answer',
} as const;
