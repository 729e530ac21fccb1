import { expect, test } from 'vitest';
import { type Asked, probed } from '../../support/probing.ts';
import { byProbe, companyFaults, flowFaults, tellsOfEach } from './probeFaults.ts';

test.each(byProbe(flowFaults))('%s tells of its faults', tellsOfEach);

test.each(companyFaults)('%o tell of %s', async ({ probes, surveys }, faults, ...clauses) => {
  expect(await probed(probes, surveys === undefined ? { faults } : { faults, surveys })).toEqual(
    expect.arrayContaining(clauses),
  );
});

test('of a service that never shows a page, strange ids have broken nothing', async () => {
  const answers = ({ call, body }: Asked) =>
    call === 'take' && body.response?.questions !== undefined
      ? { body: { ...body, response: { ...body.response, questions: 'none' } } }
      : undefined;
  expect(await probed(['strange-ids'], { answers })).not.toContain('SANITY-SURVIVES-01');
});
