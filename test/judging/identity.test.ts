import { expect, test } from 'vitest';
import { generalText } from '../../src/judging/identity.ts';

const long = 'x'.repeat(900);

test.each([
  ['values that differ', 'question 17: "blue"', 'question 4: "green"', true],
  ['lists of other lengths', '{"m_1":["a","b"]}', '{"m_22":["c"]}', true],
  ['ids in lists of other lengths', 'records 1, 2, 3', 'records 4', true],
  ['long values before what differs', `"${long}" came, then nothing`, `"${long}${long}" came, then nothing`, true],
  ['values that were cut off', '{"text":"abc… (812 characters)', '{"text":"abcdef… (9000 characters)', true],
  ['other statuses', 'success, no page', 'survey_complete, no page', false],
  ['other members', 'response.meta: absent', 'response.questions: absent', false],
])('%s: the same violation or not', (_what, one, other, same) => {
  expect(generalText(one) === generalText(other)).toBe(same);
});
