import { expect, test } from 'vitest';
import { altered } from '../../../src/selftest/altered.ts';
import { startService } from '../../../src/service/service.ts';
import { conversing } from '../../support/probeSession.ts';

async function started(session: 'cookie' | 'token') {
  const service = await startService({ session });
  const talk = conversing(service.baseUrl);
  const close = async () => {
    await talk.close();
    await service.close();
  };
  return { ...talk, [Symbol.asyncDispose]: close };
}

test.each([
  ['cookie', 'drop'],
  ['cookie', 'forge'],
  ['token', 'drop'],
  ['token', 'forge'],
  ['token', 'stale'],
] as const)('a %s session is lost after %s', async (session, sessionTransport) => {
  await using talk = await started(session);
  const conversation = talk.begin();
  await conversation.take();
  await conversation.take();
  const lost = await conversation.submit(conversation.answers(), { sessionTransport });
  expect(lost.reading).toMatchObject({ kind: 'session-error', error: { code: 1002 } });
});

test('a request without a key, or with another, says so in its step and shows no secret', async () => {
  await using talk = await started('cookie');
  const conversation = talk.begin();
  expect((await conversation.take({ key: 'none' })).exchange).toMatchObject({ httpStatus: 401 });
  expect((await conversation.take({ key: { text: 'wrong-key' } })).exchange).toMatchObject({ httpStatus: 401 });
  await conversation.take({ headers: { Accept: 'text/html' } });
  const steps = talk.steps();
  expect(steps.map(({ headers }) => headers)).toEqual([
    { 'api-key': '' },
    { 'api-key': 'wrong-key' },
    { Accept: 'text/html' },
  ]);
  expect(conversation.sessionId).toMatch(/.{16}/);
  const text = JSON.stringify(steps);
  expect(text).not.toContain('canvass-key');
  expect(text).not.toContain(conversation.sessionId);
});

test.each([
  ['once', true],
  ['twice', false],
] as const)('what is stored of questions that are asked %s is certain: %s', async (questionsAsked, certain) => {
  const service = await startService(altered({ variants: { questionsAsked } }));
  const talk = conversing(service.baseUrl);
  const conversation = talk.begin();
  await conversation.take();
  while (conversation.page !== null) await conversation.answer();
  const { pages, token } = conversation.completion;
  expect(pages.map((page) => page.certain)).toEqual(pages.map(() => certain));
  expect(pages.some(({ body }) => body.includes(token))).toBe(true);
  await talk.close();
  await service.close();
});
