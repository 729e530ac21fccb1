import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { RealClock } from '../../src/client/clock.ts';
import { createTransport } from '../../src/client/httpTransport.ts';
import { Redactor } from '../../src/client/redact.ts';
import { ScriptedSession } from '../../src/client/scriptedSession.ts';
import { cookieOriginOf } from '../../src/client/session/cookies.ts';
import { parseBaseUrl } from '../../src/client/target.ts';
import { standardLimits } from '../../src/profile/schema/block.ts';
import { curlScript } from '../../src/result/curl.ts';
import { startService } from '../../src/service/service.ts';
import { targetOptions } from '../support/targetOptions.ts';
import { tracedResult, traceId } from '../support/tracedResult.ts';

const apiKey = 'canvass-key';

function statusesOf(output: string): number[] {
  return [...output.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map((match) => Number(match[1]));
}

async function started(session: 'cookie' | 'token') {
  const service = await startService({ session });
  const transport = createTransport(targetOptions(service.baseUrl));
  const target = {
    transport,
    clock: new RealClock(),
    address: parseBaseUrl(service.baseUrl),
    settings: { strategy: 'auto' as const, origin: cookieOriginOf(service.baseUrl, standardLimits) },
    redactor: new Redactor([apiKey]),
  };
  const env = { ...process.env, BASE_URL: service.baseUrl, CANVASS_API_KEY: apiKey };
  return {
    target,
    printed: async (script: string) => (await promisify(execFile)('sh', ['-c', script], { env })).stdout,
    [Symbol.asyncDispose]: async () => {
      await transport.close();
      await service.close();
    },
  };
}

describe.each(['cookie', 'token'] as const)('a curl script of a witness, sessions by %s', (session) => {
  it('gets the answers that the witness got, also with the session dropped and forged', async () => {
    await using service = await started(session);
    const walk = new ScriptedSession(service.target, 1001, apiKey);
    await walk.take();
    await walk.submit({ text: "it's $HOME `id` \\ \n" });
    await walk.submit({}, { sessionTransport: 'drop' });
    await walk.take({ sessionTransport: 'stale' });
    await walk.submit({}, { sessionTransport: 'forge' });
    await walk.take({ sessionTransport: 'stale' });
    await walk.take({ apiKey: 'wrong-key' });
    await walk.take({ apiKey: null });

    const script = curlScript(walk.exchanges.flatMap((_, at) => walk.stepAt(at) ?? []));
    const stdout = await service.printed(script);

    expect(script).not.toContain(apiKey);
    expect(statusesOf(stdout)).toEqual(walk.exchanges.map(({ httpStatus }) => httpStatus));
    expect(stdout.match(/"code":1002/g)).toHaveLength(2);
  });

  it('goes on with the session of another respondent where the witness did', async () => {
    await using service = await started(session);
    const owner = new ScriptedSession(service.target, 1001, apiKey, 0);
    const guest = new ScriptedSession(service.target, 1001, apiKey, 1);
    await owner.take();
    await owner.submit({ u_101: '10101', m_102: ['10201'] });
    await guest.take({ sessionTransport: 'swap', sessionTransportState: owner.session.state() });

    const steps = [owner, guest].flatMap((walk) => walk.exchanges.flatMap((_, at) => walk.stepAt(at) ?? []));
    const stdout = await service.printed(curlScript(steps));

    expect(stdout.match(/\\"id\\":103,/g)).toHaveLength(2);
  });
});

it('a curl script names the trace that each step was recorded in', () => {
  const { witness } = tracedResult('https://tempo.example/{traceId}').violations[0] ?? {};
  const lines = curlScript(witness?.steps ?? []).split('\n');
  expect(lines[lines.findIndex((line) => line.startsWith('send 2 ')) - 1]).toBe(`# recorded as trace ${traceId('1')}`);
});
