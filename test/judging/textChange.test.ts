import { expect, it } from 'vitest';
import { textChange, textChangeWords } from '../../src/judging/textChange.ts';
import { tokenOf } from '../../src/judging/tokens.ts';

const mine = tokenOf('tests1', 1);

it.each([
  ['Grüße 🦜 aus', 'Grüße ', ['cut-at-emoji', 'cut']],
  ['Grüße 🦜 aus', 'Grüße', ['cut-at-emoji', 'cut']],
  ['🦜 and 🦜', '🦜 and ', ['cut']],
  ['Gruß 🦜', 'Gru', ['cut-at-letter', 'cut']],
  ['one\ntwo', 'one', ['cut-at-break', 'cut']],
  ['say "so"', 'say ', ['cut-at-quote', 'cut']],
  ['a & b', 'a ', ['cut-at-markup', 'cut']],
  ['abc', 'ab', ['cut']],
  ['abc', '', ['missing']],
  ['abc', 'bc', ['without-start']],
  ['a\r\nb', 'a\nb', ['with-other-breaks', 'with-other-spaces', 'without-letters', 'without-marks']],
  [' a ', 'a', ['trimmed', 'with-other-spaces', 'without-marks']],
  ['a  b', 'a b', ['with-other-spaces', 'without-marks']],
  ['Ab', 'AB', ['with-other-case']],
  ['é', 'e\u0301', ['with-other-accents']],
  ['a & b', 'a &amp; b', ['escaped']],
  ["it's", "it\\'s", ['with-slashes', 'without-marks']],
  ['für', Buffer.from('für').toString('latin1'), ['in-latin']],
  ['a🦜b', 'a?b', ['without-emoji', 'without-letters', 'without-marks']],
  ['abc', 'xyz', []],
  // Of one respondent, to one question: what is stored was given before it was changed.
  [`${mine} new t_7`, `${mine} old t_7`, ['earlier']],
  [`${mine} new t_7`, `${mine} NEW t_7`, ['with-other-case']],
  [`${mine} new t_7`, `${mine} old t_8`, []],
  [`${mine} new t_7`, `${tokenOf('tests1', 2)} old t_7`, []],
  [`${mine} new`, `${mine} old`, []],
  ['new t_7', 'old t_7', []],
])('%j that came back as %j', (given, came, words) => {
  const found = textChange(given, came);
  expect(found).toEqual(words);
  for (const word of found) if (word !== 'missing') expect(textChangeWords).toHaveProperty([word]);
});
