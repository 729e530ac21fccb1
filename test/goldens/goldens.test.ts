import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clauseIds, isClauseId } from '../../src/judging/allClauses.ts';
import { isGating } from '../../src/judging/identity.ts';
import { corpora } from './corpora.ts';
import { onOneDay } from './onOneDay.ts';

/**
 * What is found is compared with what was found before; `npm run goldens` writes it anew, to be read as a difference. A
 * golden cannot tell right from wrong: it tells that something is otherwise.
 *
 * `GOLDENS=folder` writes the whole of what the digests stand for: that of two commits says which words differ.
 */
test.each(Object.entries(corpora))(
  'what is found is what was found before (else read the difference, and `npm run goldens`): %s',
  async (name, find) => {
    const { whole, lines } = await onOneDay(find);
    const { GOLDENS } = process.env;
    if (GOLDENS !== undefined) {
      mkdirSync(GOLDENS, { recursive: true });
      writeFileSync(`${GOLDENS}/${name}.json`, JSON.stringify(whole, null, 1));
    }
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`found/${name}.txt`);
  },
);

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
