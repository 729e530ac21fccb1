import { expect, test } from 'vitest';
import { ClauseSequence } from '../../../src/judging/evidence/clauseSequence.ts';

test('the same clauses in the same order are one sequence, however they were put together', () => {
  const nothing = ClauseSequence.begin();
  const one = nothing.with('PAGE-FINAL-01')?.with('PAGE-STATUS-01')?.with('PAGE-FINAL-01');
  const other = nothing.with('PAGE-STATUS-01')?.with('PAGE-FINAL-01')?.with('PAGE-FINAL-01');
  const list = ['PAGE-STATUS-01', 'PAGE-FINAL-01'];
  expect(one).not.toBe(other);
  expect(nothing.with('PAGE-FINAL-01')?.withAll(list)).toBe(one);
  expect(nothing.with('PAGE-FINAL-01')?.withAll(list)).toBe(one);
  expect(one?.counts).toEqual(new Map(Object.entries({ 'PAGE-FINAL-01': 2, 'PAGE-STATUS-01': 1 })));
  expect(other?.counts).toEqual(one?.counts);
});

test('each clause that a new sequence ends with is heard of once', () => {
  const heard: string[] = [];
  const nothing = ClauseSequence.begin((clause) => heard.push(clause));
  for (let time = 0; time < 2; time++) nothing.with('A')?.with('B')?.with('A');
  expect(heard).toEqual(['A', 'B', 'A']);
});

test('beyond a bound no longer sequence is known, and a single clause always is', () => {
  const nothing = ClauseSequence.begin();
  for (let at = 0; at < 100_000; at++) nothing.with(`CLAUSE-${at}`);
  expect(nothing.with('CLAUSE-1')?.with('CLAUSE-2')).toBeNull();
  expect(nothing.with('CLAUSE-1')?.withAll(['CLAUSE-2'])).toBeNull();
  expect(nothing.with('ANOTHER')?.counts).toEqual(new Map([['ANOTHER', 1]]));
});
