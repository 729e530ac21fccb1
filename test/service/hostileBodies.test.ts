import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from '../../src/service/service.ts';
import { anyCharacter } from '../support/anyCharacter.ts';
import { RespondentByHand } from './respondentByHand.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const keys = ['u_1801', 'm_1803', 't_180501', 'r_180601', 's_180701', 'dt_day_180801', 'dt_hr_180901', 'dt_cal_181001'];

const bodies = fc.oneof(
  fc.json(),
  fc.string({ unit: anyCharacter }),
  fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()).map((body) => JSON.stringify(body)),
);

test('no body makes the service fail, lose the page or forget the respondent', async () => {
  const respondent = new RespondentByHand(service, 1018);
  await respondent.take();
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const seen = await respondent.request('POST', 'submit-page', body);
      if (seen.httpStatus === 400) expect(seen.body.response.error.id).toBe('1000');
      else expect(seen.body.response.status).toBe('validation_errors');
      expect([200, 400]).toContain(seen.httpStatus);
    }),
    { numRuns: 100 },
  );
  const { body } = await respondent.take();
  expect(body.response.questions).toHaveLength(10);
});
