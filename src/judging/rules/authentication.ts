import { type Clause, must, should } from '../../contract/clause.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import { standardErrors } from '../../contract/serviceErrors.ts';
import type { Findings } from '../findings.ts';
import type { Answer } from '../reading/answer.ts';
import { named } from '../reading/reading.ts';

/** The endpoints that require a key, as clauses call them and as people do. submit-page is not among them. */
const subjects = {
  take: ['TAKE', 'Take'],
  'previous-page': ['PREVIOUS', 'previous-page'],
  'create-department': ['CREATE-DEPARTMENT', 'POST departments'],
  'list-departments': ['LIST-DEPARTMENTS', 'GET departments'],
  'regenerate-key': ['REGENERATE-KEY', 'Key regeneration'],
  'create-template': ['CREATE-TEMPLATE', 'POST templates'],
  'update-datapad': ['UPDATE-DATAPAD', 'PUT datapads'],
  'create-response': ['CREATE-RESPONSE', 'POST responses'],
  'list-responses': ['LIST-RESPONSES', 'GET responses'],
  'filter-responses': ['FILTER-RESPONSES', 'GET responses/filter'],
  'fetch-response': ['FETCH-RESPONSE', 'GET one response'],
} as const satisfies Partial<Record<EndpointId, readonly [string, string]>>;

export type KeyedEndpoint = keyof typeof subjects;

/** What is wrong with a key. */
export type KeyFlaw = 'missing' | 'wrong' | 'forbidden';

const flaws = {
  missing: { anchor: 'auth-missing', words: 'without a key', http: 401 },
  wrong: { anchor: 'auth-wrong', words: 'with a wrong key', http: 401 },
  forbidden: { anchor: 'auth-forbidden', words: 'with a key without permission', http: 403 },
} as const;

/** `AUTH-MISSING-TAKE-01`; `null` where nothing is said: every key may regenerate itself. */
export function keyClauseOf(flaw: KeyFlaw, endpoint: KeyedEndpoint): string | null {
  if (flaw === 'forbidden' && endpoint === 'regenerate-key') return null;
  return `AUTH-${flaw.toUpperCase()}-${subjects[endpoint][0]}-01`;
}

export const keyedEndpoints = Object.keys(subjects) as readonly KeyedEndpoint[];

function keyClauses(): Record<string, Clause> {
  const found: Record<string, Clause> = {};
  for (const flaw of Object.keys(flaws) as KeyFlaw[]) {
    for (const endpoint of keyedEndpoints) {
      const id = keyClauseOf(flaw, endpoint);
      if (id === null) continue;
      const { anchor, words, http } = flaws[flaw];
      const title = `${subjects[endpoint][1]} ${words} gives ${http}, id ${standardErrors[http].id}.`;
      const probes = [`keys-${endpoint}`];
      // What permission a respondent's client needs is not shown.
      const isFlow = endpoint === 'take' || endpoint === 'previous-page';
      found[id] =
        flaw === 'forbidden' && isFlow
          ? should('authentication', anchor, title, {
              probes,
              why: 'what permission taking a survey needs is not shown',
            })
          : must('authentication', anchor, title, { probes });
    }
  }
  return found;
}

export const authenticationClauses: Readonly<Record<string, Clause>> = {
  'AUTH-HEADER-01': must('authentication', 'auth-header', 'A valid key in the header `api-key` is accepted.', {
    probes: ['beginning'],
  }),
  ...keyClauses(),
};

/** A request that would be granted, but for its key: refused as the table of errors says. */
export function judgeKeyRefused(findings: Findings, answer: Answer, endpoint: KeyedEndpoint, flaw: KeyFlaw): boolean {
  const clause = keyClauseOf(flaw, endpoint);
  if (clause === null) return true;
  const { reading, exchange } = answer;
  const { http } = flaws[flaw];
  const { id } = standardErrors[http];
  const given = reading.kind === 'standard-error' ? String(reading.error.id) : '';
  const holds = exchange.httpStatus === http && given === id;
  return findings.expect(clause, holds, `HTTP ${http}, id ${id}`, () => named(exchange, reading));
}

/** A call that was refused for its key has made nothing. */
export function judgeKeyEffect(findings: Findings, endpoint: KeyedEndpoint, flaw: KeyFlaw, isMade: boolean): void {
  const clause = keyClauseOf(flaw, endpoint);
  if (clause === null) return;
  findings.expect(clause, !isMade, 'nothing made by a refused call', () => 'what the refused call would make is there');
}

/** A key that the service accepted before in this run is accepted: 401 says that it is wrong. */
export function judgeValidKey(findings: Findings, { exchange, reading }: Answer, wasAccepted: boolean): void {
  if (reading.kind === 'flow' || reading.kind === 'administration') findings.pass('AUTH-HEADER-01');
  else if (exchange.httpStatus === 401 && wasAccepted) {
    findings.fail('AUTH-HEADER-01', 'a valid key accepted', 'HTTP 401');
  }
}
