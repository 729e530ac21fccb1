import { expect, test } from 'vitest';
import { clauseIds, clauseOf } from '../../../src/judging/allClauses.ts';
import { faults } from '../../../src/selftest/faults/faults.ts';
import { probed } from '../../support/probing.ts';
import { administrationFaults, flowFaults } from './probeFaults.ts';

test.each(administrationFaults.map(([probe, faults, ...clauses]) => ({ probe, faults, clauses })))(
  '$probe tells of $faults',
  async ({ probe, faults, clauses }) => {
    expect(await probed([probe], { faults })).toEqual(expect.arrayContaining(clauses));
  },
);

test('of a service without defects they tell nothing', async () => {
  expect(await probed([...new Set(administrationFaults.map(([probe]) => probe))], {})).toEqual([]);
});

/** What is there only after others have run, or in other surveys. */
const inCompany = {
  probes: ['walking', 'missing-answers', 'going-back', 'record-creation', 'filters', 'departments'],
  surveys: [1001, 1002, 1003, 1013, 1015],
};
const byRow = new Set([...administrationFaults, ...flowFaults].flatMap(([, , ...clauses]) => clauses));
const breaking = (clause: string) =>
  faults.filter(({ clauses, among, everyNth }) => clauses.includes(clause) && among === 'anybody' && everyNth === 1);

/** Of these a crowd tells, or a record that somebody else created: `canvass selftest` tries them so. */
const byCrowd: readonly string[] = [
  'PREVIOUS-SELECTED-03',
  'AUTH-MISSING-FETCH-RESPONSE-01',
  'AUTH-WRONG-FETCH-RESPONSE-01',
  'AUTH-FORBIDDEN-FETCH-RESPONSE-01',
];

/** Clauses that a probe is there for, which no row names, with the faults that break them always. */
const others = clauseIds
  .filter((clause) => clauseOf(clause).probes.length > 0 && !byRow.has(clause) && !byCrowd.includes(clause))
  .map((clause) => ({ clause, breaks: breaking(clause).map(({ id }) => id) }))
  .filter(({ breaks }) => breaks.length > 0);
const told = new Set<string>();

test.each(others)('the probes that $clause names tell of a fault that breaks it', async ({ clause, breaks }) => {
  const { probes } = clauseOf(clause);
  if (told.has(clause)) return;
  for (const faults of breaks) {
    for (const failed of await probed(probes, { faults })) told.add(failed);
    if (told.has(clause)) return;
  }
  const [faults = ''] = breaks;
  expect(await probed([...probes, ...inCompany.probes], { faults, surveys: inCompany.surveys })).toContain(clause);
});
