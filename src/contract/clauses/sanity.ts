import { type Clause, sane, saneShould } from './clause.ts';

/** What no service may do: these gate a run although the document need not say them. */
export const sanityClauses = {
  'SANITY-5XX-01': sane('No request of canvass is answered with a 5xx, except by a survey that is there to fail.'),
  'SANITY-STACK-TRACE-01': sane('No answer carries a stack trace or an internal exception.'),
  'SANITY-HTML-01': sane('No answer is an HTML page.'),
  'SANITY-TRUNCATED-01': sane('Every answer arrives whole.'),
  'SANITY-CONNECTION-01': sane('The connection is not reset in the middle of an exchange.'),
  'SANITY-ISOLATION-01': sane("No answer carries another respondent's text."),
  'SANITY-ISOLATION-02': sane('Two sessions never share a state: what one does leaves the other where it was.'),
  'SANITY-ISOLATION-03': sane('Two sessions never get the same session id.'),
  'SANITY-LOST-01': sane('An accepted answer is not lost while the session lives.'),
  'SANITY-LOST-02': sane('An accepted completion is found among the response records.'),
  'SANITY-ALTERED-01': sane('A completion is stored with the answers that were given.'),
  'SANITY-DUPLICATE-01': sane('One respondent completes a survey once, however often the last page is submitted.'),
  'SANITY-DUPLICATE-02': sane('A completion is stored once.'),
  'SANITY-CONCURRENT-01': sane('Concurrent submissions of one page move the session by one page at most.'),
  'SANITY-SECRET-01': sane('No answer echoes the API key, except the one that issues it.'),
  'SANITY-SECRET-02': sane('No body echoes the session id.'),
  'SANITY-ESCAPE-01': sane("A respondent's text never comes back as live markup in `html`."),
  'SANITY-REQUEST-ID-01': saneShould('No two answers share a `requestID`.'),
  'SANITY-SURVIVES-01': sane('After a hostile request the service still serves the next respondent.'),
  'SANITY-FIXATION-01': sane('A session id that the service never issued is not adopted as a session.'),
} as const satisfies Record<string, Clause>;
