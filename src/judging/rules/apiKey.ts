import { ClauseTable } from '../../contract/clause.ts';
import { envelopes } from '../../contract/envelopes.ts';
import type { Findings } from '../findings.ts';
import { answerWords } from '../mismatch.ts';
import { type Answer, isOtherRefusal, isServed } from '../reading/answer.ts';
import type { Granted } from '../reading/reading.ts';
import { isShownAgain, type ShownPage } from '../reading/shownPage.ts';
import { judgeShape, shapeOf } from '../schemaJudge.ts';

export const apiKeyClauses = new ClauseTable()
  .group('regenerate-key', { probes: ['regeneration'] })
  .must('KEY-REGENERATE-02', 'regenerate-key-new', { topic: 'key-same' })
  .says('The key that comes back is another key.')
  .broken('Regenerating the API key gives the old key again')
  .must('KEY-REGENERATE-03', 'regenerate-key-expires')
  .says('The old key has expired: it gives 401.')
  .broken('The old API key still works after it was replaced')
  .why('Asked again for some seconds: a cache of keys may lag.')
  .follows('key wrong', 'key-same')
  .group('authentication', { probes: ['regeneration'] })
  .must('KEY-REGENERATE-04', 'auth-replacement')
  .says('The replacement key works.')
  .broken('The new API key does not work')
  .why('Asked again for some seconds: a cache of keys may lag.')
  .must('KEY-REGENERATE-05', 'auth-replaced')
  .says('Only the key of the call expires: other keys live on.')
  .why('The document names one key that is invalidated. Judged of keys that worked before the call.')
  .group('regenerate-key', { probes: ['regeneration'] })
  .should('KEY-REGENERATE-06', 'move-resume')
  .says('Respondents stay where they are when a key is replaced.')
  .why('A session may end with the key that it began with.')
  .follows('session', 'position');

const shape = shapeOf(envelopes['regenerate-key'].properties.response);

/** 6. GET apikey/regenerate: the answer alone. */
export function judgeRegenerated(findings: Findings, { exchange }: Answer, { response }: Granted): void {
  judgeShape(findings, exchange.path, shape, response, 'response');
}

/** The new key is another one than the key of the call, and than all that were known before. */
export function judgeNewKey(findings: Findings, known: readonly string[], before: string, after: string): void {
  const came = (): string => (after === before ? 'the same key' : 'a key that there was before');
  findings.expect('KEY-REGENERATE-02', !known.includes(after), 'another key', came, 'response.apiKey');
}

/** A call with the expired key, after looking again. */
export function judgeExpiredKey(findings: Findings, answer: Answer): void {
  const { httpStatus } = answer.exchange;
  // A limit of rates may come before the key.
  if (httpStatus === 429) return;
  const expected = { httpStatus: 401, words: 'HTTP 401 for the old key' };
  findings.expect('KEY-REGENERATE-03', httpStatus === 401, expected, { answer });
}

/** Going back with the expired key. In a session of the old key a service may refuse it for the session's sake, too. */
export function judgeExpiredBack(findings: Findings, answer: Answer): void {
  findings.expect('KEY-REGENERATE-03', !isServed(answer), 'a refusal of the old key', { answer });
}

/** A call with the new key, after looking again. */
export function judgeReplacementKey(findings: Findings, answer: Answer): void {
  // What else a service has against a request is no matter of its key.
  const holds = isServed(answer) || isOtherRefusal(answer);
  findings.expect('KEY-REGENERATE-04', holds, 'the new key is accepted', { answer });
}

/** A respondent who began with the old key, and goes on with the new one. @param page where they were */
export function judgeSessionKept(findings: Findings, answer: Answer, page: ShownPage | null): void {
  findings.expect('KEY-REGENERATE-06', isShownAgain(answer.page, page), { page }, { answer });
}

/** A call with another key, which was known `before` the call, after looking again. */
export function judgeOtherKey(findings: Findings, before: Answer, after: Answer): void {
  if (!isKnownKey(before)) return;
  findings.expect('KEY-REGENERATE-05', isKnownKey(after), `as before: ${answerWords(before)}`, { answer: after });
}

/** Whether the key of a call counts for something: it is served, forbidden, or refused for another reason. */
export function isKnownKey(answer: Answer): boolean {
  return isServed(answer) || isOtherRefusal(answer) || answer.exchange.httpStatus === 403;
}
