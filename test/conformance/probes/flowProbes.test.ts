import { expect, test } from 'vitest';
import { type Asked, probed } from '../../support/probing.ts';
import { byProbe, companyFaults, flowFaults, tellsOfEach } from './probeFaults.ts';

test.each(byProbe(flowFaults))('%s tells of its faults', tellsOfEach);

const company = companyFaults.map(([service, faults, ...clauses]) => ({ ...service, faults, clauses }));

test.each(company)('$probes tell of $faults', async ({ clauses, ...service }) => {
  expect(await probed(service.probes, { ...service, until: clauses })).toEqual(expect.arrayContaining(clauses));
});

test('of a service that never shows a page, strange ids have broken nothing', async () => {
  const answers = ({ call, body }: Asked) =>
    call === 'take' && body.response?.questions !== undefined
      ? { body: { ...body, response: { ...body.response, questions: 'none' } } }
      : undefined;
  expect(await probed(['strange-ids'], { answers })).not.toContain('SANITY-SURVIVES-01');
});
