import { Compile } from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { StandardError, standardErrors } from '../../src/contract/serviceErrors.ts';
import { type RunningService, startService } from '../../src/service/service.ts';
import { ask, type Seen } from './ask.ts';
import { RespondentByHand } from './respondentByHand.ts';

const isStandardError = Compile(StandardError);
let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

function expectError(seen: Seen, httpStatus: keyof typeof standardErrors): void {
  expect(seen.httpStatus).toBe(httpStatus);
  expect(isStandardError.Check(seen.body)).toBe(true);
  expect(seen.body.response.error).toMatchObject({ ...standardErrors[httpStatus], httpStatusCode: httpStatus });
}

describe('addresses', () => {
  test.each([
    ['POST', '/a/api/v2/surveys/1001/take', 404],
    ['GET', '/a/api/v2/surveys/1001/submit-page', 404],
    ['GET', '/a/api/v1/surveys/1001/take', 404],
    ['GET', '/', 404],
    ['GET', '/a/api/v2/surveys/%zz/take', 400],
  ] as const)('%s %s is a standard error', async (method, path, httpStatus) => {
    expectError(await ask(service, method, path, {}), httpStatus);
  });
});

describe('bodies', () => {
  test.each([
    ['not JSON', 'u_101=10101'],
    ['cut off', '{"u_101":"1'],
    ['a list', '[]'],
    ['a text', '"u_101"'],
    ['null', 'null'],
    ['nothing', ''],
    ['two megabytes', JSON.stringify({ t_1: 'x'.repeat(2_000_000) })],
  ])('%s give error 400, and the walk goes on', async (_what, body) => {
    const respondent = new RespondentByHand(service, 1001);
    await respondent.take();
    expectError(await respondent.request('POST', 'submit-page', body), 400);
    await respondent.advance({ u_101: '10101' });
  });

  test('keys with a meaning of their own in JavaScript are only keys', async () => {
    const respondent = new RespondentByHand(service, 1001);
    await respondent.take();
    const body = '{"__proto__":{"u_101":"10101"},"constructor":"x"}';
    const seen = await respondent.request('POST', 'submit-page', body);
    expect(seen.body.response.status).toBe('validation_errors');
  });
});
