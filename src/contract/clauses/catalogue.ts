import { type SectionId, sections } from '../sections.ts';
import { administrationClauses } from './administration.ts';
import { authenticationClauses } from './authentication.ts';
import type { Clause } from './clause.ts';
import { overviewClauses } from './overview.ts';
import { pageClauses } from './page.ts';
import { questionClauses } from './question.ts';
import { recordClauses } from './record.ts';
import { respondentClauses } from './respondent.ts';
import { responsesClauses } from './responses.ts';
import { sanityClauses } from './sanity.ts';
import { statesClauses } from './states.ts';

/**
 * Every testable statement of the service document, by id. An id is never reused for another statement.
 *
 * Those that walks assert on every exchange (design, Invariants):
 * - envelope: ENVELOPE-RESPONSE-01, ENVELOPE-REQUEST-ID-01, ENVELOPE-ERROR-01, ENVELOPE-JSON-01,
 *   ENVELOPE-CONTENT-TYPE-01, ENVELOPE-HTTP-STATUS-01, TAKE-HTTP-01, PREVIOUS-HTTP-01
 * - documented status: STATUS-KNOWN-01, STATUS-SUCCESS-01, STATUS-VALIDATION-01, STATUS-COMPLETED-01
 * - page shape, a clause a field: PAGE-*; TAKE-SHAPE-01, SUBMIT-SHAPE-01, PREVIOUS-SHAPE-01 for what is no page at all
 * - question JSON and formParam: QUESTION-*; key form against html: KEYS-PREFIX-01 to 03, KEYS-HTML-01
 * - first page ⇔ previousPageUrl null: PAGE-PREVIOUS-NULL-01, PAGE-PREVIOUS-URL-01, PREVIOUS-FIRST-01
 * - submit path: PAGE-NEXT-URL-01, SUBMIT-URL-01, VERSION-PATH-01
 * - moves: MOVE-BEGIN-01, MOVE-ADVANCE-01 (next page), MOVE-ADVANCE-02 (valid answers accepted), MOVE-RESUME-01,
 *   MOVE-BACK-01, MOVE-BACK-REFUSED-01, MOVE-BACK-EARLY-01 with PREVIOUS-EARLY-01 to 03, MOVE-COMPLETE-01,
 *   MOVE-TERMINAL-01
 * - earlier answers after back: PREVIOUS-SELECTED-01 (chosen ones marked), PREVIOUS-SELECTED-02 (no others)
 * - validation: MOVE-REJECT-01 (rejected), MOVE-REJECT-02 (same page), SUBMIT-VALIDATION-02 (names the question),
 *   SUBMIT-VALIDATION-03 (only questions of the page), SUBMIT-VALIDATION-06, SUBMIT-VALIDATION-07, SUBMIT-VALIDATION-08
 * - session: TAKE-COOKIE-01 (set on the first take), TAKE-COOKIE-02 (set once), SUBMIT-EXPIRED-01 (expired, forged,
 *   stale), SUBMIT-EXPIRED-02 (none), SUBMIT-EXPIRED-03 (message), SANITY-FIXATION-01
 * - isolation: SANITY-ISOLATION-01 (token of another respondent), SANITY-ISOLATION-03 (same session id twice)
 * - error bodies: ERROR-*, SESSION-ERROR-*; sanity: SANITY-5XX-01, SANITY-STACK-TRACE-01, SANITY-HTML-01,
 *   SANITY-TRUNCATED-01, SANITY-SECRET-01, SANITY-SECRET-02
 */
export const clauses = {
  ...overviewClauses,
  ...pageClauses,
  ...questionClauses,
  ...statesClauses,
  ...respondentClauses,
  ...administrationClauses,
  ...recordClauses,
  ...responsesClauses,
  ...authenticationClauses,
  ...sanityClauses,
} as const satisfies Record<string, Clause>;

export type ClauseId = keyof typeof clauses;

export const clauseIds = Object.keys(clauses) as readonly ClauseId[];

export function isClauseId(value: string): value is ClauseId {
  return Object.hasOwn(clauses, value);
}

/** The clauses of a section in the catalogue's order. */
export function clausesOf(section: SectionId): readonly ClauseId[] {
  return clauseIds.filter((id) => clauses[id].section === section);
}

export const sectionIds = Object.keys(sections) as readonly SectionId[];
