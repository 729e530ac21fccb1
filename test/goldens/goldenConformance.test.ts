import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isClauseId } from '../../src/judging/allClauses.ts';
import { isGating } from '../../src/judging/identity.ts';
import { conformanceCorpora } from './corpora.ts';
import { findsAsBefore } from './findsAsBefore.ts';

findsAsBefore(conformanceCorpora);

/** Clauses that a golden says are broken, and that fail a run. */
function alarmsIn(name: string): string[] {
  const text = readFileSync(new URL(`found/${name}.txt`, import.meta.url), 'utf8');
  return [...text.matchAll(/^ {2}([A-Z0-9-]+): \d/gm)]
    .map(([, clause = '']) => clause)
    .filter((clause) => isClauseId(clause) && isGating(clause));
}

test('no combination of what the document allows raises an alarm', () => {
  for (const name of ['conform-clean', 'conform-free', 'walks-clean', 'walks-free', 'walks-learning'])
    expect(alarmsIn(name), name).toEqual([]);
  expect(alarmsIn('conform-faulty-1').length).toBeGreaterThan(10);
});
