import { expect, test } from 'vitest';
import { clauseIds, clauseOf } from '../../../src/judging/allClauses.ts';
import { faults } from '../../../src/selftest/faults/faults.ts';
import { probed } from '../../support/probing.ts';
import { administrationFaults, byProbe, companyFaults, flowFaults, hidesOthers, tellsOfEach } from './probeFaults.ts';

test.each(byProbe(administrationFaults))('%s tells of its faults', tellsOfEach);

const byRow = new Set(
  [...administrationFaults, ...flowFaults, ...companyFaults].flatMap(([, , ...clauses]) => clauses),
);
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
  const tell = async (faults: readonly string[], ...surveys: number[]): Promise<void> => {
    const due = untold().filter(({ breaks }) => breaks.some((fault) => faults.includes(fault)));
    const service = { faults: faults.join(), surveys, until: due.map(({ clause }) => clause) };
    for (const failed of await probed(named.split(' '), service)) told.add(failed);
  };
  const untold = () => clauses.filter(({ clause }) => !told.has(clause));
  const first = [...new Set(clauses.flatMap(({ breaks }) => breaks.slice(0, 1)))].filter(
    (fault) => !hidesOthers(fault),
  );
  for (let at = 0; at < first.length; at += atOnce) await tell(first.slice(at, at + atOnce), 1001);
  for (const { clause, breaks } of untold())
    for (const fault of breaks) if (!told.has(clause)) await tell([fault], 1001, 1002);
  expect(untold()).toEqual([]);
});
