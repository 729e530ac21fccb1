import { expect, onTestFinished, test } from 'vitest';
import { createTransport } from '../../src/client/httpTransport.ts';
import { type Exchange, traceIdOf } from '../../src/result/exchange.ts';
import { startService } from '../../src/service/service.ts';
import { freePort } from '../support/freePort.ts';
import { startRecordingFront } from '../support/recordingFront.ts';
import { targetOptions } from '../support/targetOptions.ts';
import { startTlsFront, trustedFile } from '../support/tlsFront.ts';

/** A service, and the trace contexts that it was sent. */
async function traced(): Promise<{ readonly baseUrl: string; readonly contexts: (string | undefined)[] }> {
  const service = await startService();
  const contexts: (string | undefined)[] = [];
  const front = await startRecordingFront(service.baseUrl, (body, _, { traceparent }) => {
    contexts.push(Array.isArray(traceparent) ? 'several' : traceparent);
    return body;
  });
  onTestFinished(async () => {
    await front.close();
    await service.close();
  });
  return { baseUrl: front.baseUrl, contexts };
}

/** Takes a survey so often, over one transport. */
async function takes(
  baseUrl: string,
  times: number,
  changes: Parameters<typeof targetOptions>[1],
): Promise<Exchange[]> {
  const transport = createTransport(targetOptions(baseUrl, changes));
  onTestFinished(() => transport.close());
  const path = '/a/api/v2/surveys/1001/take';
  const headers = ['api-key', 'canvass-key'];
  return await Promise.all(
    Array.from({ length: times }, () => {
      const { promise, resolve } = Promise.withResolvers<Exchange>();
      const request = { endpoint: 'take', method: 'GET', path, headers, body: null, intendedMs: 0 } as const;
      transport.send(request, { onExchange: resolve });
      return promise;
    }),
  );
}

/** W3C Trace Context, 3.2: version 00, no id of zeros, sampled. */
const form = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/;

test('each request carries a context of its own, and its exchange knows it', async () => {
  const { baseUrl, contexts } = await traced();
  const [one, other] = [
    await takes(baseUrl, 50, { traceparent: true }),
    await takes(baseUrl, 50, { traceparent: true }),
  ];
  for (const context of contexts) expect(context).toMatch(form);
  expect(new Set(contexts.map((context) => context?.slice(3, 35))).size).toBe(100);
  expect(new Set(contexts.map((context) => context?.slice(36, 52))).size).toBe(100);
  const known = [...one, ...other].map(traceIdOf);
  expect(known.sort()).toEqual(contexts.map((context) => context?.slice(3, 35)).sort());
  expect(one.every(({ httpStatus }) => httpStatus === 200)).toBe(true);
});

test('it goes over TLS and HTTP/2 as well', async () => {
  const { baseUrl, contexts } = await traced();
  const front = await startTlsFront(baseUrl, 'both');
  onTestFinished(() => front.close());
  for (const http2 of [true, false]) {
    const [exchange] = await takes(front.baseUrl, 1, { traceparent: true, http2, tls: { caFile: trustedFile } });
    expect(contexts.at(-1)).toBe(exchange?.traceparent);
    expect(contexts.at(-1)).toMatch(form);
  }
  expect(front.byVersion['2.0']).toBe(1);
});

test('a request that never got through has one too, and none has one where it is not wanted', async () => {
  const port = await freePort();
  const [refused] = await takes(`http://127.0.0.1:${port}`, 1, { traceparent: true });
  expect(refused).toMatchObject({ failure: 'refused', traceparent: expect.stringMatching(form) });
  const { baseUrl, contexts } = await traced();
  const [plain] = await takes(baseUrl, 1, {});
  expect(contexts).toEqual([undefined]);
  expect(plain && traceIdOf(plain)).toBeNull();
});
