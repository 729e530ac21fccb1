import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTransport } from '../../src/client/httpTransport.ts';
import type { TargetOptions } from '../../src/client/target.ts';
import type { OutgoingRequest, Transport } from '../../src/client/transport.ts';
import { standardLimits } from '../../src/profile/schema/block.ts';
import type { Exchange } from '../../src/result/exchange.ts';
import { freePort, listening } from '../support/freePort.ts';
import { type Answer, httpResponse, type RawServer, startRawServer } from '../support/rawServer.ts';
import { targetOptions } from '../support/targetOptions.ts';

async function serving(answer: Answer): Promise<RawServer> {
  const server = await startRawServer(answer);
  onTestFinished(() => server.close());
  return server;
}

function transportTo(baseUrl: string, changes: Partial<TargetOptions> = {}): Transport {
  const transport = createTransport(targetOptions(baseUrl, changes));
  onTestFinished(() => transport.close());
  return transport;
}

function take(changes: Partial<OutgoingRequest> = {}): OutgoingRequest {
  const path = '/a/api/v2/surveys/1/take';
  return { endpoint: 'take', method: 'GET', path, headers: [], body: null, intendedMs: performance.now(), ...changes };
}

function sent(transport: Transport, request = take()): Promise<Exchange> {
  return new Promise((resolve) => transport.send(request, { onExchange: resolve }));
}

test('an exchange carries status, headers, body and its instants in order', async () => {
  const server = await serving((socket) => socket.write(httpResponse(200, '{"a":"ü"}', { 'X-Survey-Token': 't1' })));
  const exchange = await sent(transportTo(server.baseUrl));
  expect(exchange).toMatchObject({ failure: null, httpStatus: 200, bodyText: '{"a":"ü"}', json: { a: 'ü' } });
  expect(exchange.headers).toEqual(['content-length', '10', 'x-survey-token', 't1']);
  const { intendedMs, sentMs, firstByteMs, endMs } = exchange;
  expect([intendedMs, sentMs, firstByteMs, endMs]).toEqual(
    [intendedMs, sentMs, firstByteMs, endMs].sort((a, b) => a - b),
  );
});

test('headers and body arrive as they were given', async () => {
  const server = await serving((socket) => socket.write(httpResponse(200, '{}')));
  const headers = ['accept', 'application/json', 'cookie', 'JSESSIONID=1'];
  await sent(transportTo(server.baseUrl), take({ method: 'POST', body: '{"t_1":"ü"}', headers }));
  const request = Buffer.from(server.requests[0] ?? '', 'latin1').toString('utf8');
  expect(request).toMatch(/^POST \/a\/api\/v2\/surveys\/1\/take HTTP\/1.1\r\n/);
  expect(request).toContain('cookie: JSESSIONID=1\r\n');
  expect(request).toContain('accept-encoding: identity\r\n');
  expect(request).toMatch(/content-length: 12\r\n\r\n\{"t_1":"ü"\}$/);
});

test('a request says who asks, or what the profile says instead', async () => {
  const server = await serving((socket) => socket.write(httpResponse(200, '{}')));
  await sent(transportTo(server.baseUrl));
  await sent(transportTo(server.baseUrl, { headers: ['user-agent', 'ours/1'] }));
  const told = server.requests.map((request) => /^user-agent: (.*)\r$/gm.exec(request)?.[1]);
  expect(told).toEqual([expect.stringMatching(/^canvass\/\d+\./), 'ours/1']);
});

test('a repeated header comes once for each value', async () => {
  const answer = 'HTTP/1.1 200 OK\r\nset-cookie: a=1\r\nset-cookie: b=2\r\ncontent-length: 2\r\n\r\n{}';
  const server = await serving((socket) => socket.write(answer));
  const { headers } = await sent(transportTo(server.baseUrl));
  expect(headers).toEqual(['set-cookie', 'a=1', 'set-cookie', 'b=2', 'content-length', '2']);
});

test('a body in many chunks arrives whole', async () => {
  const text = JSON.stringify({ text: 'x'.repeat(300_000) });
  const server = await serving((socket) => socket.write(httpResponse(200, text)));
  expect((await sent(transportTo(server.baseUrl))).bodyText).toBe(text);
});

test.each([
  ['of announced length', (text: string) => httpResponse(200, text)],
  [
    'in chunks',
    (text: string) => {
      const chunks = [text.slice(0, 50), text.slice(50)].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`);
      return `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`;
    },
  ],
])('a body %s that comes in two parts outlasts what comes on other connections in between', async (_name, response) => {
  const slow = response(JSON.stringify({ slow: 's'.repeat(100) }));
  let finish = () => {};
  const server = await serving((socket, _request, number) => {
    if (number > 0) socket.write(response(JSON.stringify({ quick: 'q'.repeat(200) })));
    else {
      socket.write(slow.slice(0, -40));
      finish = () => socket.write(slow.slice(-40));
    }
  });
  const transport = transportTo(server.baseUrl);
  const first = sent(transport);
  await expect.poll(() => server.requests.length).toBe(1);
  for (let i = 0; i < 3; i++) expect((await sent(transport)).json).toEqual({ quick: 'q'.repeat(200) });
  finish();
  expect((await first).json).toEqual({ slow: 's'.repeat(100) });
});

test('a body of many small chunks arrives whole', async () => {
  const text = JSON.stringify({ text: 'ü'.repeat(5000) });
  const bytes = Buffer.from(text).toString('latin1');
  const chunks = Array.from(bytes, (byte) => `1\r\n${byte}\r\n`).join('');
  const server = await serving((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`, 'latin1'),
  );
  const transport = transportTo(server.baseUrl, { connections: { mode: 'shared', max: 1 } });
  for (let i = 0; i < 2; i++) expect((await sent(transport)).bodyText).toBe(text);
});

test.each([
  ['of announced length', 'keep-alive', (text: string) => httpResponse(200, text)],
  ['that ends by close', 'close', (text: string) => `HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${text}`],
])(
  'a body %s that is nested beyond all depth is an answer like any other, however often',
  async (_how, ends, response) => {
    const body = (id: number) => `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)},"requestID":"${id}"}`;
    const server = await serving((socket, _request, number) => {
      socket.write(response(body(number)));
      if (ends === 'close') socket.end();
    });
    const transport = transportTo(server.baseUrl, { connections: { mode: 'shared', max: 1 } });
    for (let i = 0; i < 5; i++) {
      const exchange = await sent(transport);
      expect([null, 'not-json']).toContain(exchange.failure);
      expect(exchange.bodyText).toBe(body(i));
    }
  },
);

test('a redirect is an exchange like any other, and is not followed', async () => {
  const server = await serving((socket) => socket.write(httpResponse(302, '{}', { location: 'http://127.0.0.1:1/x' })));
  expect(await sent(transportTo(server.baseUrl))).toMatchObject({ failure: null, httpStatus: 302 });
  expect(server.requests).toHaveLength(1);
});

const faults: readonly [string, Answer, Partial<Exchange>, Partial<TargetOptions>?][] = [
  ['reset', (socket) => socket.resetAndDestroy(), { failure: 'reset', httpStatus: 0 }],
  ['closed without an answer', (socket) => socket.destroy(), { failure: 'reset', httpStatus: 0 }],
  [
    'half a body',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"half"'),
    { failure: 'truncated', httpStatus: 200, bodyText: '{"half"' },
  ],
  [
    'half a chunked body',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\n{"ha'),
    { failure: 'truncated', httpStatus: 200 },
  ],
  [
    'reset in the body',
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{', () => socket.resetAndDestroy()),
    { failure: 'truncated', httpStatus: 200 },
  ],
  ['garbage', (socket) => socket.end('hello, world\r\n\r\n'), { failure: 'protocol', httpStatus: 0 }],
  ['HTML', (socket) => socket.write(httpResponse(502, '<html>')), { failure: 'not-json', httpStatus: 502 }],
  ['an empty body', (socket) => socket.write(httpResponse(200, '')), { failure: 'not-json', httpStatus: 200 }],
  [
    'a huge body',
    (socket) => socket.write(httpResponse(200, 'x'.repeat(5000))),
    { failure: 'too-large', httpStatus: 200 },
    { limits: { ...standardLimits, bodyBytes: 4000 } },
  ],
  [
    'a huge head',
    (socket) => socket.write(httpResponse(200, '{}', { x: 'x'.repeat(99_999) })),
    { failure: 'too-large' },
  ],
  [
    'a head beyond a smaller bound',
    (socket) => socket.write(httpResponse(200, '{}', { x: 'x'.repeat(2000) })),
    { failure: 'too-large' },
    { limits: { ...standardLimits, headBytes: 1000 } },
  ],
  [
    'lists within each other beyond a smaller bound',
    (socket) => socket.write(httpResponse(200, '[[[[]]]]')),
    { failure: 'not-json', httpStatus: 200 },
    { limits: { ...standardLimits, jsonDepth: 3 } },
  ],
  ['no answer', () => {}, { failure: 'response-timeout', httpStatus: 0 }, { timeoutMs: 1500 }],
  [
    'a body that stops',
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
    { failure: 'body-timeout', httpStatus: 200 },
    { timeoutMs: 1500 },
  ],
];

test.each(faults)(
  '%s is a failure of its own, and the next request works',
  async (_name, answer, expected, changes) => {
    const server = await serving((socket, request, number) => {
      if (number === 0) answer(socket, request, number);
      else socket.write(httpResponse(200, '{}'));
    });
    const transport = transportTo(server.baseUrl, { connections: { mode: 'shared', max: 1 }, ...changes });
    expect(await sent(transport)).toMatchObject(expected);
    expect(await sent(transport)).toMatchObject({ failure: null, json: {} });
  },
);

test('nobody listening is refused', async () => {
  const transport = transportTo(`http://127.0.0.1:${await freePort()}`);
  expect(await sent(transport)).toMatchObject({ failure: 'refused', httpStatus: 0, sentMs: Number.NaN });
  expect(await sent(transport)).toMatchObject({ failure: 'refused' });
});

test('an unknown host is unresolved', async () => {
  expect(await sent(transportTo('http://no-such-host.invalid'))).toMatchObject({ failure: 'unresolved' });
});

test('plain HTTP where TLS is expected fails as tls', async () => {
  const server = createServer((socket) =>
    socket
      .on('error', () => {})
      .resume()
      .end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  );
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const port = await listening(server);
  expect(await sent(transportTo(`https://127.0.0.1:${port}`))).toMatchObject({ failure: 'tls' });
});

test('requests beyond the connections wait in line, in order', async () => {
  const waiting: (() => void)[] = [];
  const server = await serving((socket) => waiting.push(() => socket.write(httpResponse(200, '{}'))));
  const transport = transportTo(server.baseUrl, { connections: { mode: 'shared', max: 2 } });
  const ended: number[] = [];
  const all = [0, 1, 2, 3, 4].map((number) =>
    sent(transport, take({ path: `/${number}` })).then((exchange) => {
      ended.push(number);
      return exchange;
    }),
  );
  for (let answered = 0; answered < 5; answered++) {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.();
    await expect.poll(() => ended.length).toBe(answered + 1);
  }
  await Promise.all(all);
  expect(ended).toEqual([0, 1, 2, 3, 4]);
  expect(server.connections).toBe(2);
});

test('the bound holds for requests that wait in line too', async () => {
  let isSilent = false;
  const server = await serving((socket) => void (isSilent || socket.write(httpResponse(200, '{}'))));
  const transport = transportTo(server.baseUrl, { timeoutMs: 40, connections: { mode: 'shared', max: 1 } });
  // The connection is there before: how long one takes to be made is a matter of the machine.
  while ((await sent(transport)).failure !== null);
  isSilent = true;
  const [first, second] = await Promise.all([sent(transport), sent(transport)]);
  expect(first.failure).toBe('response-timeout');
  // The first one's end may free the connection for the second just before its own time is over.
  expect(['connect-timeout', 'response-timeout']).toContain(second.failure);
});

test('each respondent keeps a connection of its own until it is done', async () => {
  const server = await serving((socket) => socket.write(httpResponse(200, '{}')));
  const transport = transportTo(server.baseUrl, { connections: { mode: 'perRespondent' } });
  const ends: (() => void)[] = [];
  const respondents = [0, 1, 2].map(() => ({ onExchange: () => ends.shift()?.() }));
  for (const _round of [0, 1]) {
    for (const respondent of respondents) {
      const ended = new Promise<void>((resolve) => ends.push(resolve));
      transport.send(take(), respondent);
      await ended;
    }
  }
  expect(server.connections).toBe(3);
  expect(transport.sockets).toBe(3);
  for (const respondent of respondents) transport.done(respondent);
  await expect.poll(() => transport.sockets).toBe(0);
});

test('closing cancels what is under way and what waits', async () => {
  const server = await serving(() => {});
  const transport = transportTo(server.baseUrl, { connections: { mode: 'shared', max: 1 } });
  const exchanges = [sent(transport), sent(transport)];
  await expect.poll(() => server.requests.length).toBe(1);
  await transport.close();
  for (const exchange of await Promise.all(exchanges)) expect(exchange.failure).toBe('cancelled');
  expect(await sent(transport)).toMatchObject({ failure: 'cancelled' });
});

test('a listener may send the next request while it hears of the last, without a call growing on a call', async () => {
  const server = await serving((socket) => socket.write(httpResponse(200, '{}')));
  const transport = transportTo(server.baseUrl, { connections: { mode: 'shared', max: 1 } });
  let left = 500;
  await new Promise<void>((resolve) => {
    const listener = {
      onExchange: (exchange: Exchange) => {
        expect(exchange.failure).toBeNull();
        if (left-- === 0) resolve();
        else transport.send(take(), listener);
      },
    };
    transport.send(take(), listener);
  });
  expect(server.requests).toHaveLength(501);
  expect(server.connections).toBe(1);
});

test('a service that closes after each answer costs a connection each, and nothing fails', async () => {
  const server = await serving((socket) => socket.end(httpResponse(200, '{}', { connection: 'close' })));
  const transport = transportTo(server.baseUrl, { connections: { mode: 'shared', max: 1 } });
  for (let i = 0; i < 5; i++) expect((await sent(transport)).failure).toBeNull();
  expect(server.requests).toHaveLength(5);
});

test('a header that must not stand in a request fails that request alone', async () => {
  const server = await serving((socket) => socket.write(httpResponse(200, '{}')));
  const transport = transportTo(server.baseUrl, { connections: { mode: 'shared', max: 1 } });
  let returned = false;
  const exchange = await new Promise<Exchange>((resolve) => {
    transport.send(take({ headers: ['x', 'a\r\nb: c'] }), {
      onExchange: (ended) => {
        expect(returned).toBe(true);
        resolve(ended);
      },
    });
    returned = true;
  });
  expect(exchange.failure).toBe('protocol');
  expect(await sent(transport)).toMatchObject({ failure: null });
});

test('a path prefix of the base URL stands before every path', async () => {
  const server = await serving((socket) => socket.write(httpResponse(200, '{}')));
  await sent(transportTo(`${server.baseUrl}/eu/`));
  expect(server.requests[0]).toMatch(/^GET \/eu\/a\/api\/v2\/surveys\/1\/take /);
});

test('a request does not time out because canvass itself stood still', async () => {
  const server = await serving((socket) => socket.write(httpResponse(200, '{}')));
  const transport = transportTo(server.baseUrl, { timeoutMs: 400, connections: { mode: 'shared', max: 1 } });
  await sent(transport);
  const [underWay, waiting] = [sent(transport), sent(transport)];
  // Nothing of this thread runs meanwhile, neither the transport nor the server.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
  expect([(await underWay).failure, (await waiting).failure]).toEqual([null, null]);
});
