import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { curlScript } from '../../src/result/curl.ts';
import { startService } from '../../src/service/service.ts';
import { conversing } from '../support/probeSession.ts';
import { tracedResult, traceId } from '../support/tracedResult.ts';

const apiKey = 'canvass-key';

function statusesOf(output: string): number[] {
  return [...output.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map((match) => Number(match[1]));
}

async function started(session: 'cookie' | 'token') {
  const service = await startService({ session });
  const talk = conversing(service.baseUrl);
  const env = { ...process.env, BASE_URL: service.baseUrl, CANVASS_API_KEY: apiKey };
  return {
    talk,
    printed: async (script: string) => (await promisify(execFile)('sh', ['-c', script], { env })).stdout,
    [Symbol.asyncDispose]: async () => {
      await talk.close();
      await service.close();
    },
  };
}

describe.each(['cookie', 'token'] as const)('a curl script of a witness, sessions by %s', (session) => {
  it('gets the answers that the witness got, also with the session dropped and forged', async () => {
    await using service = await started(session);
    const { exchanges, steps, begin } = service.talk;
    const walk = begin();
    await walk.take();
    await walk.submit({ text: "it's $HOME `id` \\ \n" });
    await walk.submit({}, { sessionTransport: 'drop' });
    await walk.take({ sessionTransport: 'stale' });
    await walk.submit({}, { sessionTransport: 'forge' });
    await walk.take({ sessionTransport: 'stale' });
    await walk.take({ key: { text: 'wrong-key' } });
    await walk.take({ key: 'none' });

    const script = curlScript(steps());
    const stdout = await service.printed(script);

    expect(script).not.toContain(apiKey);
    expect(statusesOf(stdout)).toEqual(exchanges.map(({ httpStatus }) => httpStatus));
    expect(stdout.match(/"code":1002/g)).toHaveLength(2);
  });

  it('goes on with the session of another respondent where the witness did', async () => {
    await using service = await started(session);
    const owner = service.talk.begin();
    const guest = service.talk.begin();
    await owner.take();
    await owner.submit({ u_101: '10101', m_102: ['10201'] });
    await guest.take({ swap: owner });

    const stdout = await service.printed(curlScript(service.talk.steps()));

    expect(stdout.match(/\\"id\\":103,/g)).toHaveLength(2);
  });
});

it('a curl script names the trace that each step was recorded in', () => {
  const { witness } = tracedResult('https://tempo.example/{traceId}').violations[0] ?? {};
  const lines = curlScript(witness?.steps ?? []).split('\n');
  expect(lines[lines.findIndex((line) => line.startsWith('send 2 ')) - 1]).toBe(`# recorded as trace ${traceId('1')}`);
});
