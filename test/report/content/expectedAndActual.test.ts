import { expect, it } from 'vitest';
import { expectedAndActual } from '../../../src/report/content/expectedAndActual.ts';

const clause = 'RESPONSE-ECHO-EXTERNAL-01';

it('of two long texts the letters around the first that differ are said', () => {
  const before = 'a text that is long '.repeat(4);
  const actual = `question 5: ${JSON.stringify(`${before}Grüße`)} became ${JSON.stringify(`${before}Gr??e`)}`;
  const said = expectedAndActual({ clause, expected: 'the answers that were given', actual });
  expect(said).toEqual({
    expected: 'question 5: "… long Grüße", as it was given',
    actual: '"… long Gr??e"',
  });
});

it.each([
  ['"4", "1" became "1", "4"', '"4", "1", as they were given', '"1", "4"'],
  ['"4, 1" became nothing, and others', '"4, 1", as it was given', 'nothing, and others'],
])('of answers that became others each side is told by itself: %s', (became, given, came) => {
  const actual = `GET /a/9: ranks of question 5: ${became}`;
  const said = expectedAndActual({ clause, expected: 'the answers that were given', actual });
  expect(said).toEqual({ expected: `ranks of question 5: ${given}`, actual: `GET /a/9: ${came}` });
});

it('of a text of which the beginning is stored, how much was given is expected', () => {
  const left = 'only the first 5 of 9 characters are stored, up to "Grüße"; " aus" is what comes next';
  const read = 'GET /a/api/v2/surveys/7/responses/3: ';
  const actual = `${read}texts of question 5: ${left}`;
  const said = expectedAndActual({ clause, expected: 'the answers that were given', actual });
  expect(said).toEqual({
    expected: 'texts of question 5: all 9 characters, as they were given',
    actual: `${read}${left}`,
  });
});

it('a text that was cut is called so, and one that is another is not', () => {
  const expected = 'externalReference "abc\\"def"';
  expect(expectedAndActual({ clause, expected, actual: '"abc\\""' }).actual).toBe('"abc\\"", cut after 4 characters');
  expect(expectedAndActual({ clause, expected, actual: '"bc"' }).actual).toBe('"bc"');
  expect(expectedAndActual({ clause, expected, actual: 'nothing of it' }).actual).toBe('nothing of it');
});

it('answers to an open question are said in sentences', () => {
  const said = expectedAndActual({ clause: 'Q-SESSION-TRANSPORT', expected: 'cookie, as accepted', actual: 'token' });
  expect(said.expected).toMatch(/^The session is carried by the cookie .*\(cookie, as accepted\)$/);
  expect(said.actual).toMatch(/^The session is carried by the header .*\(token\)$/);
});
