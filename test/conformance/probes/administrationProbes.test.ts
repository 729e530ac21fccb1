import { expect, test } from 'vitest';
import { clauseIds, clauseOf } from '../../../src/judging/allClauses.ts';
import { faults } from '../../../src/selftest/faults/faults.ts';
import { probed } from '../../support/probing.ts';
import { administrationFaults, byProbe, flowFaults, tellsOfEach } from './probeFaults.ts';

test.each(byProbe(administrationFaults))('%s tells of its faults', tellsOfEach);

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

/** Clauses that a probe is there for, which no row names, with the faults that break them always: by those probes. */
const others = Map.groupBy(
  clauseIds
    .filter((clause) => clauseOf(clause).probes.length > 0 && !byRow.has(clause) && !byCrowd.includes(clause))
    .map((clause) => ({ clause, breaks: breaking(clause).map(({ id }) => id) }))
    .filter(({ breaks }) => breaks.length > 0),
  ({ clause }) => clauseOf(clause).probes.join(' '),
);

/** A service with several faults shows most of them. */
const atOnce = 5;
const told = new Set<string>();

test.each([...others])('%s: of each clause that names them a fault is told', async (named, clauses) => {
  const probes = named.split(' ');
  const tell = async (faults: readonly string[], company: Partial<typeof inCompany> = {}): Promise<void> => {
    const { probes: more = [], ...surveys } = company;
    for (const failed of await probed([...probes, ...more], { faults: faults.join(), ...surveys })) told.add(failed);
  };
  const untold = () => clauses.filter(({ clause }) => !told.has(clause));
  const first = (some: typeof clauses) => [...new Set(some.flatMap(({ breaks }) => breaks.slice(0, 1)))];
  for (let at = 0; at < clauses.length; at += atOnce) await tell(first(clauses.slice(at, at + atOnce)));
  for (const { clause, breaks } of untold()) for (const fault of breaks) if (!told.has(clause)) await tell([fault]);
  if (untold().length > 1) await tell(first(untold()), inCompany);
  for (const each of untold()) await tell(first([each]), inCompany);
  expect(untold()).toEqual([]);
});
