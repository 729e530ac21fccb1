import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownMiddles } from '../../src/result/whereTextsPart.ts';

const middlesOf = (one: string, other: string) =>
  ownMiddles(one, other).map(([from, to], at) => [one, other][at]?.slice(from, to));

describe('what two texts have of their own', () => {
  it.each([
    ['a & b, c', 'a &amp; b, c', '', 'amp;'],
    ['page 12 of 40', 'page 13 of 40', '12', '13'],
    ['ab', 'ab ab', 'ab', 'ab ab'],
    ['', 'new', '', 'new'],
  ])('of “%s” and “%s” are whole words', (one, other, mine, theirs) => {
    expect(middlesOf(one, other)).toEqual([mine, theirs]);
  });

  it('stands between a start and an end that both have', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        const [[from = 0, to = 0] = [], [start = 0, end = 0] = []] = ownMiddles(one, other);
        expect(from).toBe(start);
        expect(to).toBeGreaterThanOrEqual(from);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(one.slice(0, from)).toBe(other.slice(0, start));
        expect(one.slice(to)).toBe(other.slice(end));
      }),
    );
  });
});
