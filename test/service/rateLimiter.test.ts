import { expect, test } from 'vitest';
import { startService } from '../../src/service/service.ts';
import { RespondentByHand } from './respondentByHand.ts';

test('calls beyond the limits of a minute get the odd 429 of the live service', async () => {
  let nowMs = 1_800_000_000_000;
  const service = await startService({
    now: () => nowMs,
    keys: { valid: ['a', 'b', 'c'], forbidden: [] },
    rateLimits: { perKeyPerMinute: 3, perOrganizationPerMinute: 5 },
  });
  const take = async (key: string): Promise<number> =>
    (await new RespondentByHand(service, 1001).take({ 'api-key': key })).httpStatus;
  const statuses: number[] = [];
  for (const key of ['a', 'a', 'a', 'a', 'b', 'c']) statuses.push(await take(key));
  expect(statuses).toEqual([200, 200, 200, 429, 200, 429]);
  const { body } = await new RespondentByHand(service, 1001).take({ 'api-key': 'c' });
  expect(body.response.error).toMatchObject({ id: 1013, name: '', httpStatusCode: 429 });
  expect(body).not.toHaveProperty('requestID');
  nowMs += 60_000;
  expect(await take('a')).toBe(200);
  await service.close();
});
