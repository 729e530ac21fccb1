import { afterEach, expect, test } from 'vitest';
import { RealClock } from '../../src/client/clock.ts';
import { createTransport } from '../../src/client/httpTransport.ts';
import { Redactor } from '../../src/client/redact.ts';
import { ScriptedSession, type ScriptedTarget } from '../../src/client/scriptedSession.ts';
import { cookieOriginOf } from '../../src/client/session/cookies.ts';
import type { SessionStrategy } from '../../src/client/session/session.ts';
import { parseBaseUrl } from '../../src/client/target.ts';
import { standardLimits } from '../../src/profile/schema/block.ts';
import { type ServiceOptions, startService } from '../../src/service/service.ts';
import { targetOptions } from '../support/targetOptions.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function targetOf(
  options: ServiceOptions,
  strategy: SessionStrategy = 'auto',
): Promise<ScriptedTarget & { key: string }> {
  const service = await startService(options);
  const transport = createTransport(targetOptions(service.baseUrl));
  cleanups.push(
    () => transport.close(),
    () => service.close(),
  );
  const key = 'canvass-key';
  return {
    transport,
    clock: new RealClock(),
    address: parseBaseUrl(service.baseUrl),
    settings: { strategy, origin: cookieOriginOf(service.baseUrl, standardLimits) },
    redactor: new Redactor([key]),
    key,
  };
}

test.each(['cookie', 'token'] as const)('a %s session goes on from step to step', async (transport) => {
  const target = await targetOf({ session: transport });
  const session = new ScriptedSession(target, 1001, target.key);
  const first = await session.take();
  expect(first.json).toMatchObject({ response: { status: 'success', navigation: { previousPageUrl: null } } });
  expect(await session.submit({ u_101: '10101' })).toMatchObject({ json: { response: { status: 'success' } } });
  expect(await session.previous()).toMatchObject({ json: { response: { status: 'success' } } });
  expect(session.session.isCarried).toBe(true);
  expect(transport === 'cookie' ? session.session.cookie : session.session.token).toMatch(/.{16}/);
});

test.each([
  ['cookie', 'drop'],
  ['cookie', 'forge'],
  ['token', 'drop'],
  ['token', 'forge'],
  ['token', 'stale'],
] as const)('a %s session is lost after %s', async (transport, change) => {
  const target = await targetOf({ session: transport });
  const session = new ScriptedSession(target, 1001, target.key);
  await session.take();
  await session.take();
  expect(await session.submit({ u_101: '10101' }, { sessionTransport: change })).toMatchObject({
    json: { error: { code: 1002 } },
  });
});

test('two sessions can swap what carries them', async () => {
  const target = await targetOf({});
  const [one, other] = [
    new ScriptedSession(target, 1001, target.key, 0),
    new ScriptedSession(target, 1001, target.key, 1),
  ];
  await one.take();
  await one.submit({ u_101: '10101' });
  const ahead = await one.take();
  await other.take();
  const swapped = await other.take({ sessionTransport: 'swap', sessionTransportState: one.session.state() });
  const pageOf = (json: unknown) => (json as { response: { questions: unknown } }).response.questions;
  expect(pageOf(swapped.json)).toEqual(pageOf(ahead.json));
});

const stepsOf = (session: ScriptedSession) => session.exchanges.map((_, at) => session.stepAt(at) ?? fail(at));
const fail = (at: number) => expect.fail(`no step ${at}`);

test('a request without a key, or with another, says so in its step and shows no secret', async () => {
  const target = await targetOf({});
  const session = new ScriptedSession(target, 1001, target.key);
  expect(await session.take({ apiKey: null })).toMatchObject({ httpStatus: 401 });
  expect(await session.take({ apiKey: 'wrong-key' })).toMatchObject({ httpStatus: 401 });
  await session.take();
  expect(stepsOf(session).map(({ headers }) => headers)).toEqual([{ 'api-key': '' }, { 'api-key': 'wrong-key' }, {}]);
  const text = JSON.stringify(stepsOf(session));
  expect(text).not.toContain(target.key);
  expect(text).not.toContain(session.session.cookie);
});
