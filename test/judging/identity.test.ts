import { expect, test } from 'vitest';
import { generalText, newViolation, violationId } from '../../src/judging/identity.ts';
import { auditRules, judgeStored, judgeUnaltered } from '../../src/judging/rules/sanity.ts';
import { answerOf, collected, witnessOf } from '../support/judging.ts';

const long = 'x'.repeat(900);

test.each([
  ['values that differ', 'question 17: "blue"', 'question 4: "green"', true],
  ['lists of other lengths', '{"m_1":["a","b"]}', '{"m_22":["c"]}', true],
  ['ids in lists of other lengths', 'records 1, 2, 3', 'records 4', true],
  ['long values before what differs', `"${long}" came, then nothing`, `"${long}${long}" came, then nothing`, true],
  ['values that were cut off', '{"text":"abc… (812 characters)', '{"text":"abcdef… (9000 characters)', true],
  ['quoted line ends and backslashes', '"a\\\n" came', '"b\\\\" came', true],
  ['other statuses', 'success, no page', 'survey_complete, no page', false],
  ['other members', 'response.meta: absent', 'response.questions: absent', false],
])('%s: the same violation or not', (_what, one, other, same) => {
  expect(generalText(one) === generalText(other)).toBe(same);
});

test.each(['altered', 'lost', 'duplicated'] as const)(
  'a completion that is %s is one for the probe and the audit',
  (kind) => {
    const probed = collected();
    judgeUnaltered(probed, 'record 7 lacks the text "a"');
    judgeStored(probed, { records: [], isWhole: true });
    judgeStored(probed, { records: ['1', '2'], isWhole: true });
    const { clause, expected } = auditRules[kind];
    const audited = { clause, expected, endpoint: 'list-responses', path: '', actual: `${kind}: as it was seen` };
    const ids = probed.failed.map((facts) => violationId({ ...facts, endpoint: 'submit-page' }));
    expect(ids).toContain(violationId(audited));
  },
);

const facts = { clause: 'MOVE-BACK-01', endpoint: 'take', path: '', expected: 'page 1', actual: 'page 2' } as const;
const { steps } = witnessOf(answerOf('take', '/surveys/1/take', {}));

test.each([
  ['of one answer', 0, true],
  ['of answers that came at once', 2, false],
])('a script %s says whether it was seen', (_, concurrent, isSaid) => {
  const together = steps.map((step) => ({ ...step, concurrent }));
  const { witness } = newViolation(facts, { steps: together, failingStep: 0, curl: '' });
  expect(witness.curl.includes('exit 1')).toBe(isSaid);
});

test('a violation names the trace of the answer that shows it, where there is one', () => {
  const traced = steps.map((step) => ({ ...step, traceId: 'a'.repeat(32) }));
  expect(newViolation(facts, { steps: traced, failingStep: 0, curl: '' }).traceId).toBe('a'.repeat(32));
  expect(newViolation(facts, { steps, failingStep: 0, curl: '' })).not.toHaveProperty('traceId');
});
