import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTransport } from '../../src/client/httpTransport.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { Exchange } from '../../src/result/exchange.ts';
import { type RunningService, startService } from '../../src/service/service.ts';
import { targetOptions } from '../support/targetOptions.ts';
import { startTlsFront, strangerFile, type TlsFront, trustedFile } from '../support/tlsFront.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function front(offers: 'h2' | 'http/1.1' | 'both'): Promise<TlsFront> {
  const server = await startTlsFront(service.baseUrl, offers);
  onTestFinished(() => server.close());
  return server;
}

function transportTo({ baseUrl }: TlsFront, changes: Parameters<typeof targetOptions>[1] = {}): Transport {
  const tls = { caFile: trustedFile, insecure: false };
  const transport = createTransport(targetOptions(baseUrl, { tls, ...changes }));
  onTestFinished(() => transport.close());
  return transport;
}

function take(transport: Transport): Promise<Exchange> {
  const headers = ['api-key', 'canvass-key'];
  const path = '/a/api/v2/surveys/1001/take';
  return new Promise((onExchange) => {
    const intendedMs = performance.now();
    transport.send({ endpoint: 'take', method: 'GET', path, headers, body: null, intendedMs }, { onExchange });
  });
}

const page = { failure: null, httpStatus: 200, json: { response: { status: 'success' } } };

test('a certificate that nobody vouches for is refused, and is told apart from other failures', async () => {
  const server = await front('http/1.1');
  for (const caFile of [null, strangerFile]) {
    const exchange = await take(transportTo(server, { tls: { caFile, insecure: false } }));
    expect(exchange).toMatchObject({ failure: 'tls', httpStatus: 0 });
  }
  expect(server.byVersion).toEqual({});
});

test('a certificate is trusted by its CA file, and any where the profile says insecure', async () => {
  const server = await front('http/1.1');
  expect(await take(transportTo(server))).toMatchObject(page);
  expect(await take(transportTo(server, { tls: { caFile: null, insecure: true } }))).toMatchObject(page);
  expect(await take(transportTo(server, { tls: { caFile: strangerFile, insecure: true } }))).toMatchObject(page);
  expect(server.byVersion).toEqual({ '1.1': 3 });
});

test('HTTP/2 is spoken where it is wanted and offered, many requests on one connection', async () => {
  const server = await front('both');
  const transport = transportTo(server, { http2: true });
  const exchanges = await Promise.all(Array.from({ length: 20 }, () => take(transport)));
  for (const exchange of exchanges) {
    expect(exchange).toMatchObject(page);
    expect(exchange.headers.filter((_, at) => at % 2 === 0)).toContain('set-cookie');
    expect(exchange.headers.some((name) => name.startsWith(':'))).toBe(false);
  }
  expect(server.byVersion).toEqual({ '2.0': 20 });
  expect(server.connections).toBeLessThan(5);
});

test('with perRespondent each respondent has an HTTP/2 connection of its own', async () => {
  const server = await front('h2');
  const transport = transportTo(server, { http2: true, connections: { mode: 'perRespondent' } });
  await Promise.all(Array.from({ length: 4 }, () => take(transport)));
  expect(server.byVersion).toEqual({ '2.0': 4 });
  expect(server.connections).toBe(4);
});

test('a service that offers HTTP/1.1 only is spoken to in it; one that offers both, where HTTP/2 is not wanted', async () => {
  const old = await front('http/1.1');
  expect(await take(transportTo(old, { http2: true }))).toMatchObject(page);
  expect(old.byVersion).toEqual({ '1.1': 1 });
  const both = await front('both');
  expect(await take(transportTo(both))).toMatchObject(page);
  expect(both.byVersion).toEqual({ '1.1': 1 });
});

test('a body goes up over HTTP/2 as it was given', async () => {
  const server = await front('h2');
  const transport = transportTo(server, { http2: true });
  const taken = await take(transport);
  const at = taken.headers.indexOf('set-cookie');
  const cookie = taken.headers[at + 1]?.split(';')[0] ?? '';
  const exchange = await new Promise<Exchange>((onExchange) => {
    const headers = ['api-key', 'canvass-key', 'cookie', cookie, 'content-type', 'application/json'];
    const path = '/a/api/v2/surveys/1001/submit-page';
    const body = '{"u_101":"10101","m_102":["10201"]}';
    const intendedMs = performance.now();
    transport.send({ endpoint: 'submit-page', method: 'POST', path, headers, body, intendedMs }, { onExchange });
  });
  expect(exchange).toMatchObject(page);
});

test('a CA file that holds no certificate is one clear error', async () => {
  const server = await front('http/1.1');
  const tls = { caFile: new URL(import.meta.url).pathname, insecure: false };
  expect(() => createTransport(targetOptions(server.baseUrl, { tls }))).toThrow(
    expect.objectContaining({
      code: 'PROFILE',
      message: expect.stringContaining('cannot be read as certificates (PEM)'),
    }),
  );
});
