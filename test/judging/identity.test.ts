import { expect, test } from 'vitest';
import { generalText, newViolation, violationId, withCheck } from '../../src/judging/identity.ts';
import { auditRules, judgeAudited } from '../../src/judging/rules/sanity.ts';
import { answerOf, Collected, witnessOf } from '../support/judging.ts';

const long = 'x'.repeat(900);

test.each([
  ['values that differ', 'question 17: "blue"', 'question 4: "green"', true],
  ['lists of other lengths', '{"m_1":["a","b"]}', '{"m_22":["c"]}', true],
  ['ids in lists of other lengths', 'records 1, 2, 3', 'records 4', true],
  ['long values before what differs', `"${long}" came, then nothing`, `"${long}${long}" came, then nothing`, true],
  ['values that were cut off', '{"text":"abc… (812 characters)', '{"text":"abcdef… (9000 characters)', true],
  ['quoted line ends and backslashes', '"a\\\n" came', '"b\\\\" came', true],
  [
    'objects and lists that hold other things',
    'record {"a":{"b":[1,{}]}} is absent',
    'record {"c":[]} is absent',
    true,
  ],
  ['an object that was cut off', 'came {"a":1,"b":{"c":[2,', 'came {"a":1}', true],
  ['links that ask for other values', 'to http://a/b?page=1&q=x+y', 'to http://a/b?page=2&q=z', true],
  ['links that ask for other things', 'to http://a/b?page=1&q=x+y', 'to http://a/b?page=2', false],
  ['links that are cut off', 'to http://a/b?page=1&q=x… (400 characters)', 'to http://a/b?pa… (777 characters)', true],
  ['links to other places', 'to http://a/b?page=1', 'to http://a/c?page=1', false],
  ['what stands behind an object', 'record {"a":1} is absent', 'record {"a":1} is there', false],
  ['paths with lists', 'questions[].json is absent', 'questions[].html is absent', false],
  ['other statuses', 'success, no page', 'survey_complete, no page', false],
  ['other members', 'response.meta: absent', 'response.questions: absent', false],
])('%s: the same violation or not', (_what, one, other, same) => {
  expect(generalText(one) === generalText(other)).toBe(same);
});

test.each(['altered', 'lost', 'duplicated'] as const)(
  'a completion that is %s is one for the probe and the audit',
  (kind) => {
    const probed = new Collected();
    const differences = [{ kind: 'texts', became: [], words: 'record 7 lacks the text "a"' }] as const;
    const found = { isStored: true, differences, conditions: new Map(), readBy: '' };
    judgeAudited(probed, { ...found, wrong: [{ kind: 'duplicated', detail: 'stored 2 times' }] });
    judgeAudited(probed, { ...found, isStored: false, wrong: [{ kind: 'lost', detail: 'no record' }] });
    const { clause, expected } = auditRules[kind];
    const symptom = kind === 'altered' ? { symptom: { came: ['texts', 'answers'] } } : {};
    const audited = {
      clause,
      expected,
      endpoint: 'list-responses',
      path: '',
      actual: `${kind}: as it was seen`,
      ...symptom,
    };
    const ids = probed.failed.map((facts) => violationId({ ...facts, endpoint: 'submit-page' }));
    expect(ids).toContain(violationId(audited));
  },
);

const facts = { clause: 'MOVE-BACK-01', endpoint: 'take', path: '', expected: 'page 1', actual: 'page 2' } as const;
const { steps } = witnessOf(answerOf('take', '/surveys/1/take', {}));

test.each([
  ['there is a script', 0],
  ['there is no script', 2],
])('%s of what comes of requests of which %i are sent at once', (said, concurrent) => {
  const together = steps.map((step) => ({ ...step, concurrent }));
  const { curl } = withCheck({ steps: together, failingStep: 0, curl: '' }, { ...facts, classification: 'always' });
  expect(curl !== '').toBe(said === 'there is a script');
});

test('there is no script of what many answers show together', () => {
  const [path, value] = ['response.weight', '"0"'];
  const shown = { ...facts, clause: 'RECORD-VALUE-WEIGHT-01', endpoint: 'fetch-response', path } as const;
  const witness = witnessOf(answerOf('fetch-response', '/surveys/1/responses/1', { response: { weight: '0' } }));
  const scriptOf = (more: object): string =>
    newViolation({ ...shown, symptom: { due: { kind: 'a number' }, found: { path, value }, ...more } }, witness).witness
      .curl;
  expect(scriptOf({})).not.toBe('');
  expect(scriptOf({ together: true })).toBe('');
});

test('a violation names the trace of the answer that shows it, where there is one', () => {
  const traced = steps.map((step) => ({ ...step, traceId: 'a'.repeat(32) }));
  expect(newViolation(facts, { steps: traced, failingStep: 0, curl: '' }).traceId).toBe('a'.repeat(32));
  expect(newViolation(facts, { steps, failingStep: 0, curl: '' })).not.toHaveProperty('traceId');
});
