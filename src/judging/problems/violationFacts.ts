import { asText, isRecord, parseJson } from '../../contract/jsonShape.ts';
import { standardErrors } from '../../contract/serviceErrors.ts';
import type { Violation } from '../../result/verdict.ts';
import { clauseOf, isClauseId } from '../allClauses.ts';
import { auditRules } from '../rules/sanity.ts';

export function responseOf({ witness: { steps, failingStep } }: Violation) {
  return steps[failingStep]?.response;
}

/** Whether a call was served whose key should have been refused. */
export function isLetIn(violation: Violation): boolean {
  const { httpStatus = 0 } = responseOf(violation) ?? {};
  return topicOf(violation.clause).startsWith('key ') && httpStatus >= 200 && httpStatus < 300;
}

/** Whether a record was found to hold what other respondents gave. */
export function isOfOtherRespondents({ clause, expected }: Violation): boolean {
  return clause === auditRules.foreign.clause && expected === auditRules.foreign.expected;
}

export function topicOf(clause: string): string {
  return (isClauseId(clause) ? clauseOf(clause).topic : '') || clause;
}

/** Whether a session that was sent is not known any more: where returning to it shows its first page, that is why. */
export function isSessionLost(violation: Violation): boolean {
  return topicOf(violation.clause) === 'position' && brokenAnswer(violation)?.startsWith('session error') === true;
}

/** What came in place of any answer of the document, or which error; `null` where something of an answer is wrong. */
export function brokenAnswer(violation: Violation): string | null {
  const { path, endpoint } = violation;
  const response = responseOf(violation);
  if (response === undefined) return null;
  const { httpStatus, failure, body } = response;
  const kind = httpStatus < 400 ? 'answer' : 'error';
  if (failure === 'not-json') return `${kind} that is no JSON`;
  const members = parseJson(body);
  // A body that was cut is that of an answer.
  if (!isRecord(members)) return null;
  if (!('response' in members) && !isRecord(members.error)) return `${kind} without response`;
  if (path !== '' && !path.startsWith('response.error')) return null;
  if (httpStatus >= 500) return `http ${httpStatus}`;
  if (isRecord(members.error)) return `session error ${asText(members.error.code)} ${asText(members.error.message)}`;
  const { error } = isRecord(members.response) ? members.response : {};
  if (error === undefined) return null;
  if (!isRecord(error)) return 'error that is no object';
  const id = asText(error.id);
  const isOfTable = Object.entries(standardErrors).some(([status, row]) => status === `${httpStatus}` && row.id === id);
  // What the table has is said for many reasons; what it does not have, for one.
  if (!isOfTable) return `error ${httpStatus} ${id}`;
  // A wrong member of the error that is due is no reason why it came.
  return path === '' ? `error ${httpStatus} of ${endpoint}` : null;
}
