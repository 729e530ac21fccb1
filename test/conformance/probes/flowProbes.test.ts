import { expect, test } from 'vitest';
import { type Asked, probed } from '../../support/probing.ts';
import { byProbe, flowFaults, tellsOfEach } from './probeFaults.ts';

test.each(byProbe(flowFaults))('%s tells of its faults', tellsOfEach);

test.each([
  ['next-url-dead', [1003], 'KEYS-SINGLE-01', 'MOVE-ADVANCE-02', 'SUBMIT-URL-01'],
  ['second-question-refused', [1001, 1002, 1013, 1015], 'KEYS-TOGETHER-01'],
  ['final-page-never-in-one', [1001, 1002, 1003], 'MOVE-ADVANCE-05'],
] as const)('walking tells of %s', async (faults, surveys, ...clauses) => {
  expect(await probed(['walking'], { faults, surveys })).toEqual(expect.arrayContaining(clauses));
});

test('missing-answers tells of a page that is never accepted once it was rejected, where walks showed what is', async () => {
  const failed = await probed(['walking', 'missing-answers'], { faults: 'correction-rejected' });
  expect(failed).toContain('SUBMIT-VALIDATION-06');
});

test('of a service that never shows a page, strange ids have broken nothing', async () => {
  const answers = ({ call, body }: Asked) =>
    call === 'take' && body.response?.questions !== undefined
      ? { body: { ...body, response: { ...body.response, questions: 'none' } } }
      : undefined;
  expect(await probed(['strange-ids'], { answers })).not.toContain('SANITY-SURVIVES-01');
});
