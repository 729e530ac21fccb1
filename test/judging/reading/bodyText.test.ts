import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EightLetters, RepeatedText } from '../../../src/judging/reading/bodyText.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';

const anyText = fc.string({ unit: anyCharacter, maxLength: 200 });

test('what stands in a text is never said to be absent, and nothing else is found', () => {
  fc.assert(
    fc.property(anyText, fc.nat(200), fc.nat(60), anyText, (text, from, length, other) => {
      const part = text.slice(from, from + length);
      expect(new RepeatedText(text).includes(part)).toBe(true);
      expect(new RepeatedText(text).includes(other)).toBe(text.includes(other));
    }),
  );
});

test('hardly any other text has to be looked for', () => {
  const words = Array.from({ length: 2000 }, (_, at) =>
    Math.imul(at + 1, 0x2545f491)
      .toString(36)
      .padStart(9, 'x'),
  );
  const letters = new EightLetters(words.slice(0, 1000).join(' '));
  expect(words.slice(1000).filter((word) => letters.mayHold(word)).length).toBeLessThan(100);
});
