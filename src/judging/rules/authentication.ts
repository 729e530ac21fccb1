import { type ClauseId, ClauseTable } from '../../contract/clause.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import { asText } from '../../contract/jsonShape.ts';
import { standardErrors } from '../../contract/serviceErrors.ts';
import type { Findings } from '../findings.ts';
import { type Answer, isOtherRefusal, isServed } from '../reading/answer.ts';

/** The endpoints that require a key, as people call them. submit-page is not among them. */
const subjects = {
  take: 'Take',
  'previous-page': 'previous-page',
  'create-department': 'POST departments',
  'list-departments': 'GET departments',
  'regenerate-key': 'Key regeneration',
  'create-template': 'POST templates',
  'update-datapad': 'PUT datapads',
  'create-response': 'POST responses',
  'list-responses': 'GET responses',
  'filter-responses': 'GET responses/filter',
  'fetch-response': 'GET one response',
} as const satisfies Partial<Record<EndpointId, string>>;

export type KeyedEndpoint = keyof typeof subjects;

/** What is wrong with a key. */
export type KeyFlaw = 'missing' | 'wrong' | 'forbidden';

const flaws = {
  missing: { anchor: 'auth-missing', words: 'without a key', http: 401, call: 'A call without an API key' },
  wrong: { anchor: 'auth-wrong', words: 'with a wrong key', http: 401, call: 'A call with a wrong API key' },
  forbidden: {
    anchor: 'auth-forbidden',
    words: 'with a key without permission',
    http: 403,
    call: 'A call with an API key without permission',
  },
} as const satisfies Readonly<Record<KeyFlaw, object>>;

/** The clause of a flaw at an endpoint, `AUTH-WRONG-TAKE-01`; `null` where the document says nothing. */
export function keyClauseOf(flaw: KeyFlaw, endpoint: KeyedEndpoint): ClauseId | null {
  // Every key may regenerate itself.
  if (flaw === 'forbidden' && endpoint === 'regenerate-key') return null;
  const name = endpoint === 'previous-page' ? 'previous' : endpoint;
  return `AUTH-${flaw}-${name}-01`.toUpperCase();
}

export const keyedEndpoints = Object.keys(subjects) as readonly KeyedEndpoint[];

export const authenticationClauses = new ClauseTable()
  .group('authentication')
  .must('AUTH-HEADER-01', 'auth-header', { probes: ['beginning'], topic: 'key-refused' })
  .says('A valid key in the header `api-key` is accepted.')
  .broken('A valid API key is refused')
  .follows('page-link')
  .each(['missing', 'wrong', 'forbidden'], (table, flaw) => {
    const { anchor, words, http, call } = flaws[flaw];
    for (const endpoint of keyedEndpoints) {
      const id = keyClauseOf(flaw, endpoint);
      if (id === null) continue;
      // What permission a respondent's client needs is not shown.
      const isOpen = flaw === 'forbidden' && (endpoint === 'take' || endpoint === 'previous-page');
      table[isOpen ? 'should' : 'must'](id, anchor, { probes: [`keys-${endpoint}`], topic: `key ${flaw}` })
        .says(`${subjects[endpoint]} ${words} gives ${http}, id ${standardErrors[http].id}.`)
        .broken(`${call} is not refused as documented`, `${call} is let in`)
        .why(isOpen ? 'what permission taking a survey needs is not shown' : '');
    }
  })
  .should('AUTH-LETTERS-01', 'auth-wrong', { probes: ['keys-take', 'keys-list-responses', 'regeneration'] })
  .says('A key in other letters is a wrong key.')
  .broken('An API key in other letters is let in')
  .why('Whether capital and small letters of a key differ is not shown.')
  .follows('key wrong')
  .must('AUTH-LETTERS-02', 'auth-wrong', { probes: ['keys-take', 'keys-list-responses', 'regeneration'] })
  .says('A key in other letters is a wrong key, unless it may be a number in base 16 or 32.')
  .broken('An API key in other letters is let in')
  .why('Such numbers have no capital and small letters: 16 digits of them, or more.')
  .follows('key wrong')
  .should('AUTH-NO-PAGE-01', 'auth-missing', { probes: ['keys-take'] })
  .says('A survey that shows no page asks for a key as well.')
  .why('Which comes first, the key or that a survey is closed, is not shown.')
  .follows('key wrong', 'key missing');

/**
 * A request with a key that is no good: refused as the table of errors says.
 *
 * @param isGood whether nothing but its key is to be refused. Of any other request a service may look at the body or the
 *   id first, and refuse that.
 * @returns whether it was refused
 */
export function judgeKeyRefused(
  findings: Findings,
  answer: Answer,
  endpoint: KeyedEndpoint,
  flaw: KeyFlaw,
  isGood: boolean,
): boolean {
  const clause = keyClauseOf(flaw, endpoint);
  if (clause === null) return true;
  const { reading, exchange } = answer;
  const { http } = flaws[flaw];
  if (!isGood && isOtherRefusal(answer)) return true;
  const { id } = standardErrors[http];
  const given = reading.kind === 'standard-error' ? asText(reading.error.id) : '';
  const holds = exchange.httpStatus === http && given === id;
  return findings.expect(clause, holds, { httpStatus: http, words: `HTTP ${http}, id ${id}` }, { answer });
}

/** A text that is no key lets nobody in, however it is refused. */
export function judgeKeyNotServed(findings: Findings, answer: Answer, endpoint: KeyedEndpoint): void {
  const clause = keyClauseOf('wrong', endpoint);
  if (clause !== null) findings.expect(clause, !isServed(answer), 'a refusal', { answer });
}

/** UUIDs, and numbers in base 16 or in one of the alphabets of base 32. */
const inAnyLetters = /^(?:[0-9a-v]{16,}|[a-z2-7]{16,}|[0-9a-hjkmnp-tv-z]{16,})$/i;

/** The key in other letters. @param key as it is */
export function judgeKeyLetters(findings: Findings, answer: Answer, key: string): void {
  const isRefused = findings.expect('AUTH-LETTERS-01', !isServed(answer), 'a refusal', { answer });
  if (isRefused || !inAnyLetters.test(key.replaceAll('-', ''))) {
    findings.expect('AUTH-LETTERS-02', isRefused, 'a refusal', { answer });
  }
}

/** A survey that shows no page, without a good key. */
export function judgeKeyedRole(findings: Findings, answer: Answer): void {
  findings.expect('AUTH-NO-PAGE-01', !isServed(answer), 'a refusal', { answer });
}

/** A call that was refused for its key has made nothing. */
export function judgeKeyEffect(findings: Findings, endpoint: KeyedEndpoint, flaw: KeyFlaw, isMade: boolean): void {
  const clause = keyClauseOf(flaw, endpoint);
  if (clause === null) return;
  findings.expect(clause, !isMade, 'nothing made by a refused call', {
    words: 'what the refused call would make is there',
    came: ['effect'],
  });
}

/** A key that the service accepted before in this run is accepted: 401 says that it is wrong. */
export function judgeValidKey(findings: Findings, answer: Answer, wasAccepted: boolean): void {
  if (isServed(answer)) findings.pass('AUTH-HEADER-01');
  else if (answer.exchange.httpStatus === 401 && wasAccepted) {
    findings.fail('AUTH-HEADER-01', 'a valid key accepted', 'HTTP 401');
  }
}
