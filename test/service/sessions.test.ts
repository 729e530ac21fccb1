import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../../src/service/service.ts';
import { questionsOf, RespondentByHand } from './respondentByHand.ts';

const timeoutMs = 60_000;

describe('a session', () => {
  let nowMs = 1_800_000_000_000;
  let service: RunningService;
  let respondent: RespondentByHand;
  beforeAll(async () => {
    service = await startService({ sessionTimeoutMs: timeoutMs, now: () => nowMs, maxSessions: 50 });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    respondent = new RespondentByHand(service, 1001);
    await respondent.take();
  });

  test('is good until its time-out, and each request starts that anew', async () => {
    nowMs += timeoutMs;
    await respondent.advance({ u_101: '10101' });
    nowMs += timeoutMs;
    expect(questionsOf(await respondent.take())[0].id).toBe(103);
    nowMs += timeoutMs + 1;
    const late = await respondent.submit({ t_10301: 'late' });
    expect(late.httpStatus).toBe(400);
    expect(late.body.error.code).toBe(1002);
    expect(late.headers.getSetCookie()).toEqual([]);
  });

  test('that has expired is replaced by take, which begins again with another cookie', async () => {
    await respondent.advance({ u_101: '10101' });
    const before = respondent.cookies.get('JSESSIONID');
    nowMs += timeoutMs + 1;
    expect(questionsOf(await respondent.take())[0].id).toBe(101);
    expect(respondent.cookies.get('JSESSIONID')).not.toBe(before);
  });

  test('is swept when its time is over, so that memory stays bounded', async () => {
    nowMs += timeoutMs + 1;
    service.sessions.sweep();
    expect(service.sessions.size).toBe(0);
    for (let index = 0; index < 60; index += 1) service.sessions.start();
    expect(service.sessions.size).toBe(50);
  });
});

describe('a session by token', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ session: 'token' });
  });
  afterAll(() => service.close());

  test('renews its token with every response and takes only the latest', async () => {
    const respondent = new RespondentByHand(service, 1001);
    const first = await respondent.take();
    expect(first.headers.getSetCookie()).toEqual([]);
    const stale = respondent.token;
    await respondent.submit({});
    expect(respondent.token).not.toBe(stale);
    const latest = respondent.token;
    respondent.token = stale;
    const refused = await respondent.submit({ u_101: '10101' });
    expect(refused.body.error.code).toBe(1002);
    expect(refused.headers.get('x-survey-token')).toBeNull();
    respondent.token = latest;
    await respondent.advance({ u_101: '10101' });
    expect((await respondent.back()).headers.get('x-survey-token')).toBe(respondent.token);
  });

  test.each([
    ['with another signature', (token: string) => token.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A'))],
    ['with another payload', (token: string) => `${Buffer.from('X.1').toString('base64url')}.${token.split('.')[1]}`],
    ['without a signature', (token: string) => token.split('.')[0] ?? ''],
    ['of garbage', () => '....'],
  ])('refuses a token %s', async (_what, forge) => {
    const respondent = new RespondentByHand(service, 1001);
    await respondent.take();
    respondent.token = forge(respondent.token ?? '');
    expect((await respondent.submit({ u_101: '10101' })).body.error.code).toBe(1002);
  });
});
