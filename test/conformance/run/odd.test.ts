import { expect, test } from 'vitest';
import { probes } from '../../../src/conformance/probes/allProbes.ts';
import { departuresOf } from '../../../src/judging/evidence/departures.ts';
import { evidenceOf, type ProbedService } from '../../support/probing.ts';

const surveys = [1001, 1002, 1003, 1013, 1015];

async function oddOf(service: ProbedService): Promise<readonly string[]> {
  const keys = probes.map(({ id }) => id).filter((id) => id.startsWith('keys-'));
  const { habits } = await evidenceOf(['walking', 'date-questions', 'filters', 'record-paging', ...keys], {
    surveys,
    respondents: 15,
    ...service,
  });
  return [...new Set(departuresOf(habits).map(({ id }) => id))].toSorted();
}

/** Faults of which no clause speaks, and what is odd by them: of several at once, by each. */
test.each([
  [
    'three-refused,theme-first-only,last-page-archived,minutes-refused',
    'ODD-LISTS',
    'ODD-MINUTES',
    'ODD-OPTIONS',
    'ODD-PAGES',
  ],
  ['summer-refused,unauthorized-reason-on-take', 'ODD-CALENDAR', 'ODD-ERRORS', 'ODD-MONTHS'],
  ['leading-zero-refused', 'ODD-ZEROS'],
])('with %s it is told what is odd', async (faults, ...odd) => {
  expect(await oddOf({ faults })).toEqual(odd);
});
