import { type Clause, must } from '../../contract/clause.ts';
import type { Findings } from '../findings.ts';
import type { Answer } from '../reading/answer.ts';

export const authenticationClauses = {
  'AUTH-HEADER-01': must('authentication', 'auth-header', 'A valid key in the header `api-key` is accepted.', {
    probes: ['beginning'],
  }),
  'AUTH-MISSING-TAKE-01': must('authentication', 'auth-missing', 'Take without a key gives 401, id 1010.', {
    probes: ['keys-take'],
  }),
  'AUTH-MISSING-PREVIOUS-01': must(
    'authentication',
    'auth-missing',
    'previous-page without a key gives 401, id 1010.',
    { probes: ['keys-previous-page'] },
  ),
  'AUTH-MISSING-CREATE-DEPARTMENT-01': must(
    'authentication',
    'auth-missing',
    'POST departments without a key gives 401, id 1010.',
    { probes: ['keys-create-department'] },
  ),
  'AUTH-MISSING-LIST-DEPARTMENTS-01': must(
    'authentication',
    'auth-missing',
    'GET departments without a key gives 401, id 1010.',
    { probes: ['keys-list-departments'] },
  ),
  'AUTH-MISSING-REGENERATE-KEY-01': must(
    'authentication',
    'auth-missing',
    'Key regeneration without a key gives 401, id 1010.',
    { probes: ['keys-regenerate-key'] },
  ),
  'AUTH-MISSING-CREATE-TEMPLATE-01': must(
    'authentication',
    'auth-missing',
    'POST templates without a key gives 401, id 1010.',
    { probes: ['keys-create-template'] },
  ),
  'AUTH-MISSING-UPDATE-DATAPAD-01': must(
    'authentication',
    'auth-missing',
    'PUT datapads without a key gives 401, id 1010.',
    { probes: ['keys-update-datapad'] },
  ),
  'AUTH-MISSING-CREATE-RESPONSE-01': must(
    'authentication',
    'auth-missing',
    'POST responses without a key gives 401, id 1010.',
    { probes: ['keys-create-response'] },
  ),
  'AUTH-MISSING-LIST-RESPONSES-01': must(
    'authentication',
    'auth-missing',
    'GET responses without a key gives 401, id 1010.',
    { probes: ['keys-list-responses'] },
  ),
  'AUTH-MISSING-FILTER-RESPONSES-01': must(
    'authentication',
    'auth-missing',
    'GET responses/filter without a key gives 401, id 1010.',
    { probes: ['keys-filter-responses'] },
  ),
  'AUTH-MISSING-FETCH-RESPONSE-01': must(
    'authentication',
    'auth-missing',
    'GET one response without a key gives 401, id 1010.',
    { probes: ['keys-fetch-response'] },
  ),
  'AUTH-WRONG-TAKE-01': must('authentication', 'auth-wrong', 'Take with a wrong key gives 401, id 1010.', {
    probes: ['keys-take'],
  }),
  'AUTH-WRONG-PREVIOUS-01': must('authentication', 'auth-wrong', 'previous-page with a wrong key gives 401, id 1010.', {
    probes: ['keys-previous-page'],
  }),
  'AUTH-WRONG-CREATE-DEPARTMENT-01': must(
    'authentication',
    'auth-wrong',
    'POST departments with a wrong key gives 401, id 1010.',
    { probes: ['keys-create-department'] },
  ),
  'AUTH-WRONG-LIST-DEPARTMENTS-01': must(
    'authentication',
    'auth-wrong',
    'GET departments with a wrong key gives 401, id 1010.',
    { probes: ['keys-list-departments'] },
  ),
  'AUTH-WRONG-REGENERATE-KEY-01': must(
    'authentication',
    'auth-wrong',
    'Key regeneration with a wrong key gives 401, id 1010.',
    { probes: ['keys-regenerate-key'] },
  ),
  'AUTH-WRONG-CREATE-TEMPLATE-01': must(
    'authentication',
    'auth-wrong',
    'POST templates with a wrong key gives 401, id 1010.',
    { probes: ['keys-create-template'] },
  ),
  'AUTH-WRONG-UPDATE-DATAPAD-01': must(
    'authentication',
    'auth-wrong',
    'PUT datapads with a wrong key gives 401, id 1010.',
    { probes: ['keys-update-datapad'] },
  ),
  'AUTH-WRONG-CREATE-RESPONSE-01': must(
    'authentication',
    'auth-wrong',
    'POST responses with a wrong key gives 401, id 1010.',
    { probes: ['keys-create-response'] },
  ),
  'AUTH-WRONG-LIST-RESPONSES-01': must(
    'authentication',
    'auth-wrong',
    'GET responses with a wrong key gives 401, id 1010.',
    { probes: ['keys-list-responses'] },
  ),
  'AUTH-WRONG-FILTER-RESPONSES-01': must(
    'authentication',
    'auth-wrong',
    'GET responses/filter with a wrong key gives 401, id 1010.',
    { probes: ['keys-filter-responses'] },
  ),
  'AUTH-WRONG-FETCH-RESPONSE-01': must(
    'authentication',
    'auth-wrong',
    'GET one response with a wrong key gives 401, id 1010.',
    { probes: ['keys-fetch-response'] },
  ),
  'AUTH-FORBIDDEN-TAKE-01': must(
    'authentication',
    'auth-forbidden',
    'Take with a key without permission gives 403, id 1013.',
    { probes: ['keys-take'] },
  ),
  'AUTH-FORBIDDEN-PREVIOUS-01': must(
    'authentication',
    'auth-forbidden',
    'previous-page with such a key gives 403, id 1013.',
    { probes: ['keys-previous-page'] },
  ),
  'AUTH-FORBIDDEN-CREATE-DEPARTMENT-01': must(
    'authentication',
    'auth-forbidden',
    'POST departments with such a key gives 403, id 1013.',
    { probes: ['keys-create-department'] },
  ),
  'AUTH-FORBIDDEN-LIST-DEPARTMENTS-01': must(
    'authentication',
    'auth-forbidden',
    'GET departments with such a key gives 403, id 1013.',
    { probes: ['keys-list-departments'] },
  ),
  'AUTH-FORBIDDEN-CREATE-TEMPLATE-01': must(
    'authentication',
    'auth-forbidden',
    'POST templates with such a key gives 403, id 1013.',
    { probes: ['keys-create-template'] },
  ),
  'AUTH-FORBIDDEN-UPDATE-DATAPAD-01': must(
    'authentication',
    'auth-forbidden',
    'PUT datapads with such a key gives 403, id 1013.',
    { probes: ['keys-update-datapad'] },
  ),
  'AUTH-FORBIDDEN-CREATE-RESPONSE-01': must(
    'authentication',
    'auth-forbidden',
    'POST responses with such a key gives 403, id 1013.',
    { probes: ['keys-create-response'] },
  ),
  'AUTH-FORBIDDEN-LIST-RESPONSES-01': must(
    'authentication',
    'auth-forbidden',
    'GET responses with such a key gives 403, id 1013.',
    { probes: ['keys-list-responses'] },
  ),
  'AUTH-FORBIDDEN-FILTER-RESPONSES-01': must(
    'authentication',
    'auth-forbidden',
    'GET responses/filter with such a key gives 403, id 1013.',
    { probes: ['keys-filter-responses'] },
  ),
  'AUTH-FORBIDDEN-FETCH-RESPONSE-01': must(
    'authentication',
    'auth-forbidden',
    'GET one response with such a key gives 403, id 1013.',
    { probes: ['keys-fetch-response'] },
  ),
} as const satisfies Record<string, Clause>;

/** A key that the service accepted before in this run is accepted: 401 says that it is wrong. */
export function judgeValidKey(findings: Findings, { exchange, reading }: Answer, wasAccepted: boolean): void {
  if (reading.kind === 'flow' || reading.kind === 'administration') findings.pass('AUTH-HEADER-01');
  else if (exchange.httpStatus === 401 && wasAccepted) {
    findings.fail('AUTH-HEADER-01', 'a valid key accepted', 'HTTP 401');
  }
}
