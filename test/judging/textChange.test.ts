import { expect, it } from 'vitest';
import { textChange, textChangeWords } from '../../src/judging/textChange.ts';

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
])('%j that came back as %j', (given, came, words) => {
  const found = textChange(given, came);
  expect(found).toEqual(words);
  for (const word of found) if (word !== 'missing') expect(textChangeWords).toHaveProperty([word]);
});
