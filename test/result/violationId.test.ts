import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newViolation } from '../../src/judging/identity.ts';
import { onceOf } from '../../src/result/symptom.ts';
import type { Violation } from '../../src/result/verdict.ts';
import { isSameDefect, namesOf, timesOf, withOccurrences } from '../../src/result/violationId.ts';

const facts = { clause: 'MOVE-RESUME-01', endpoint: 'take', path: '', expected: 'page 3' };
const violationOf = (came: readonly string[]): Violation =>
  newViolation(
    { ...facts, actual: 'another page', symptom: { came: [...came] } },
    { steps: [], failingStep: 0, curl: '' },
  );

const first = ['first-page', 'earlier-page', 'page'];
const before = ['page-before', 'earlier-page', 'page'];
const later = ['later-page', 'page'];

test('what came is in the id, whatever the words', () => {
  const other = newViolation({ ...facts, actual: 'else', symptom: { came: first } }, violationOf(first).witness);
  expect(other.id).toBe(violationOf(first).id);
  expect(other.id).toMatch(/^MOVE-RESUME-01:[0-9a-f]{8}:first-page$/);
  expect(violationOf(later).id).not.toBe(other.id);
});

test.each([
  ['always the first page', [first, first], 'first-page'],
  ['once the first page, once the one before', [first, before], 'earlier-page'],
  ['the page of anybody', [first, before, later], 'page'],
])('of several occurrences the id says what is true of all: %s', (_, all, word) => {
  const [one = first, ...others] = all;
  const sum = others.reduce((known, came) => withOccurrences(known, 1, onceOf(came)), violationOf(one));
  expect(sum.id.split(':').at(-1)).toBe(word);
  expect(sum).toMatchObject({ count: all.length, symptom: { came: expect.arrayContaining(['page']) } });
});

test('whoever adds up, in whatever order: the id is the same', () => {
  const occurrences = fc.array(fc.constantFrom(first, before, later), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(occurrences, fc.nat(), (all, at) => {
      const sum = (list: readonly (readonly string[])[]): Violation => {
        const [one = first, ...others] = list;
        return others.reduce((known, came) => withOccurrences(known, 1, onceOf(came)), violationOf(one));
      };
      const cut = 1 + (at % (all.length - 1));
      const [half, rest] = [sum(all.slice(0, cut)), sum(all.slice(cut))];
      const merged = withOccurrences(half, rest.count, timesOf(rest));
      expect(merged).toMatchObject({ id: sum(all).id, count: all.length });
      expect(sum(all.toReversed()).id).toBe(sum(all).id);
    }),
  );
});

test('a more general id names it too, a more exact one does not', () => {
  expect(namesOf(violationOf(first))).toContain(violationOf(['page']).id);
  expect(namesOf(violationOf(['page']))).not.toContain(violationOf(first).id);
});

test.each([
  ['what came before, and alone now', ['page'], 1, first, 90, true],
  ['the same', first, 5, first, 90, true],
  ['one time this, one time that', first, 1, before, 1, true],
  ['one time this, many times that', first, 1, before, 90, false],
  ['five times this, five times that', first, 5, before, 5, false],
  ['twice this, and now another too', first, 2, ['page'], 9, true],
  ['ever this, and now another too', first, 90, ['page'], 90, false],
])('is it one defect: %s', (_, one, times, other, others, same) => {
  const seen = (came: readonly string[], count: number): Violation => ({ ...violationOf(came), count });
  expect(isSameDefect(seen(one, times), seen(other, others))).toBe(same);
});

test.each([
  ['as often as the other', 5, 5, 2, true],
  ['once, that hardly ever came', 29, 1, 1, true],
  ['always, that hardly ever came', 29, 1, 30, false],
  ['always, that came mostly', 1, 29, 9, true],
])('what came now and then comes alone: %s', (_, ofOther, ofIt, alone, same) => {
  const mixed = withOccurrences({ ...violationOf(first), count: ofOther }, ofIt, { [before.join(' ')]: ofIt });
  expect(isSameDefect(mixed, { ...violationOf(before), count: alone })).toBe(same);
});

test.each([
  ['one in thirty', 1, 29, true],
  ['most', 29, 1, false],
])('what came alone comes now and then with others: %s', (_, ofOther, ofIt, same) => {
  const mixed = withOccurrences({ ...violationOf(first), count: ofOther }, ofIt, { [before.join(' ')]: ofIt });
  expect(isSameDefect({ ...violationOf(before), count: 30 }, mixed)).toBe(same);
});

test.each([
  ['the same in other shares', { first: 20, later: 10 }, { first: 10, later: 20 }, true],
  ['something else, many times', { first: 77, later: 0 }, { first: 40, later: 33 }, false],
  ['something else, once', { first: 77, later: 0 }, { first: 40, later: 1 }, true],
  ['something else, after few', { first: 4, later: 0 }, { first: 4, later: 4 }, true],
])('what came now this, now that, comes again as %s', (_, one, other, same) => {
  const mixed = (times: { readonly first: number; readonly later: number }): Violation => {
    const known = { ...violationOf(before), count: 3 };
    return withOccurrences(known, times.first + times.later, {
      [first.join(' ')]: times.first,
      page: 0,
      [later.join(' ')]: times.later,
    });
  };
  expect(isSameDefect(mixed(one), mixed(other))).toBe(same);
});
