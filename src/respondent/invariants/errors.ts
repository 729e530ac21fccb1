import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import {
  type SessionError,
  type StandardError,
  sessionErrorCode,
  standardErrors,
} from '../../contract/serviceErrors.ts';
import type { CoverageCounters } from '../coverage.ts';
import { type Judge, shown, type WitnessSource } from './judge.ts';

const tableClause = {
  400: 'ERROR-400-01',
  401: 'ERROR-401-01',
  403: 'ERROR-403-01',
  404: 'ERROR-404-01',
  500: 'ERROR-500-01',
} as const satisfies Record<keyof typeof standardErrors, ClauseId>;

/** Judges a standard error body against the table of errors (document, Errors). */
export function judgeStandardError(
  body: StandardError,
  httpStatus: number,
  judge: Judge,
  coverage: CoverageCounters,
  walk: WitnessSource,
): void {
  judge.passGroup('standardError');
  const error = body.response.error;
  const agrees = error.httpStatusCode === httpStatus;
  judge.check(agrees, 'ERROR-HTTP-STATUS-02', String(httpStatus), shown(error.httpStatusCode), walk);
  if (!isTableStatus(httpStatus)) return;
  const row = standardErrors[httpStatus];
  coverage.errors[row.id]++;
  const holds = error.name === row.name && error.id === row.id && error.message === row.message;
  judge.check(holds, tableClause[httpStatus], shown(row), shown(error), walk);
}

function isTableStatus(httpStatus: number): httpStatus is keyof typeof standardErrors {
  return Object.hasOwn(standardErrors, httpStatus);
}

/** Judges the parts that every session error has; its message depends on what was asked. */
export function judgeSessionError(body: SessionError, judge: Judge, walk: WitnessSource): void {
  judge.passGroup('sessionError');
  const code = body.error.code;
  judge.check(code === sessionErrorCode, 'SESSION-ERROR-CODE-01', String(sessionErrorCode), shown(code), walk);
}
