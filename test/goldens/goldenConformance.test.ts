import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clauseIds, isClauseId } from '../../src/judging/allClauses.ts';
import { isGating } from '../../src/judging/identity.ts';
import { conformanceCorpora } from './corpora.ts';
import { findsAsBefore } from './findsAsBefore.ts';

findsAsBefore(conformanceCorpora);

const golden = (name: string): string => readFileSync(new URL(`found/${name}.txt`, import.meta.url), 'utf8');

/** Clauses that a golden says are broken, and that fail a run. */
function alarmsIn(name: string): string[] {
  return [...golden(name).matchAll(/^ {2}([A-Z0-9-]+): \d/gm)]
    .map(([, clause = '']) => clause)
    .filter((clause) => isClauseId(clause) && isGating(clause));
}

test('a run of conformance looks at the whole catalogue', () => {
  const counts = [...golden('conform-clean').matchAll(/ ([A-Z0-9-]+-\d\d) (\d+)(?=,|$)/gm)];
  expect(counts.map(([, clause]) => clause).toSorted()).toEqual(clauseIds.toSorted());
  // A service without defects has no reason for the documented 500.
  expect(counts.filter(([, , checked]) => checked === '0').map(([, clause]) => clause)).toEqual(['ERROR-500-01']);
});

test('no combination of what the document allows raises an alarm', () => {
  for (const name of ['conform-clean', 'conform-free', 'walks-clean', 'walks-free', 'walks-learning'])
    expect(alarmsIn(name), name).toEqual([]);
  expect(alarmsIn('conform-faulty-1').length).toBeGreaterThan(10);
});
