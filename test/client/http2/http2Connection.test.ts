import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createSecureServer,
  type Http2SecureServer,
  type SecureServerOptions,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Socket } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTransport } from '../../../src/client/httpTransport.ts';
import type { OutgoingRequest, Transport } from '../../../src/client/transport.ts';
import type { Exchange } from '../../../src/result/exchange.ts';
import { listening } from '../../support/freePort.ts';
import { targetOptions } from '../../support/targetOptions.ts';
import { keyFile, trustedFile } from '../../support/tlsFront.ts';

const credentials = { key: readFileSync(keyFile), cert: readFileSync(trustedFile) };
async function transportTo(
  server: Server | Http2SecureServer,
  { max = 64, timeoutMs = 5000 } = {},
): Promise<Transport> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  const port = await listening(server);
  const connections = { mode: 'shared', max } as const;
  const options = { http2: true, tls: { caFile: trustedFile }, connections, timeoutMs };
  const transport = createTransport(targetOptions(`https://127.0.0.1:${port}`, options));
  onTestFinished(async () => {
    await transport.close();
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return transport;
}

function sent(transport: Transport, changes: Partial<OutgoingRequest> = {}): Promise<Exchange> {
  return new Promise((onExchange) => {
    const intendedMs = performance.now();
    const request = { endpoint: 'take', method: 'GET', path: '/', headers: [], body: null, intendedMs } as const;
    transport.send({ ...request, ...changes }, { onExchange });
  });
}

describe('against the server of Node', () => {
  /** Answers what came: method, path, a header, and the body; `Content-Length` on paths of `/length`. */
  function echo(options: SecureServerOptions = {}): Promise<Transport> {
    const server = createSecureServer({ ...credentials, ...options });
    server.on('stream', (stream, headers) => {
      let body = '';
      stream.on('error', () => {});
      stream.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      stream.on('end', () => {
        const { ':method': method, ':path': path, 'x-text': text = null, 'content-length': length = null } = headers;
        const answer = JSON.stringify({ method, path, text, length, body });
        const announced = String(path).startsWith('/length') ? { 'content-length': Buffer.byteLength(answer) } : {};
        stream.respond({ ':status': 200, 'set-cookie': ['a=1', 'b=2'], 'x-text': text ?? '', ...announced });
        stream.end(answer);
      });
    });
    return transportTo(server);
  }

  test('requests of each kind go up as they were given, and answers come down as they were', async () => {
    const transport = await echo();
    const long = 'ä€😀"\\'.repeat(100_000);
    for (const [method, path, text, body] of [
      ['GET', '/a?b=c', 'one', null],
      ['POST', '/length', 'two', '{"a":"ä"}'],
      ['PUT', `/${'long/'.repeat(10_000)}`, 'x'.repeat(10_000), ''],
      ['POST', '/b', 'three', long],
    ] as const) {
      const { failure, json, headers } = await sent(transport, { method, path, body, headers: ['x-text', text] });
      const length = body === null ? null : String(Buffer.byteLength(body));
      expect({ failure, json }).toEqual({ failure: null, json: { method, path, text, length, body: body ?? '' } });
      expect(headers).toEqual(expect.arrayContaining(['set-cookie', 'a=1', 'b=2', 'x-text', text]));
    }
    expect(transport.sockets).toBe(1);
  });

  test('no more streams and bytes are under way than the server lets', async () => {
    const transport = await echo({ settings: { maxConcurrentStreams: 3, initialWindowSize: 100 } });
    const bodies = Array.from({ length: 60 }, (_, at) => `${at} `.repeat(3000));
    const exchanges = await Promise.all(bodies.map((body) => sent(transport, { method: 'POST', body })));
    expect(exchanges.map(({ failure }) => failure)).toEqual(bodies.map(() => null));
    expect(exchanges.map(({ json }) => (json as { body: string }).body)).toEqual(bodies);
  });

  test('answers of many sizes at once are told apart', async () => {
    const server = createSecureServer(credentials);
    server.on('stream', (stream, { ':path': path }) => {
      stream.respond({ ':status': 200 });
      stream.end(
        JSON.stringify(
          String(path)
            .slice(1)
            .repeat(1 + (Number(String(path).slice(1)) % 7) * 2000),
        ),
      );
    });
    const transport = await transportTo(server, { max: 200 });
    const exchanges = await Promise.all(Array.from({ length: 150 }, (_, at) => sent(transport, { path: `/${at}` })));
    for (const [at, { failure, json }] of exchanges.entries()) {
      expect(failure).toBeNull();
      expect(json).toBe(String(at).repeat(1 + (at % 7) * 2000));
    }
  });

  test('a body of more than a window comes whole', async () => {
    const server = createSecureServer(credentials);
    const text = 'a'.repeat(3 * 1024 * 1024);
    server.on('stream', (stream) => {
      stream.respond({ ':status': 200 });
      stream.end(JSON.stringify(text));
    });
    const { failure, json } = await sent(await transportTo(server));
    expect(failure).toBeNull();
    expect(json).toBe(text);
  });

  test('one beyond the bound of a body is read no further', async () => {
    const server = createSecureServer(credentials);
    server.on('stream', (stream) => {
      stream.on('error', () => {});
      stream.respond({ ':status': 200 });
      stream.end('a'.repeat(5 * 1024 * 1024));
    });
    expect(await sent(await transportTo(server))).toMatchObject({ failure: 'too-large' });
  });
});

const frame = (type: number, flags: number, stream: number, payload = ''): string =>
  Buffer.from([0, payload.length >> 8, payload.length & 255, type, flags, 0, 0, 0, stream]).toString('latin1') +
  payload;
const settings = frame(4, 0, 0);
const ok = '\x88';
const head = frame(1, 4, 1, ok);
const body = frame(0, 1, 1, '{"a":1}');
const page = head + body;
const goodbye = frame(7, 0, 0, '\0\0\0\0\0\0\0\0');
const field = (name: string, value: string): string =>
  `\0${String.fromCharCode(name.length)}${name}${String.fromCharCode(value.length)}${value}`;

/** A server of bytes: it answers the first request of each connection with `bytes`, `pieceBytes` at a time. */
async function answered(bytes: string, { pieceBytes = bytes.length, closes = false } = {}): Promise<Exchange> {
  const server = createServer({ ...credentials, ALPNProtocols: ['h2'] }, (socket) => {
    socket.on('error', () => {});
    socket.once('data', async () => {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        await new Promise((resolve) => socket.write(bytes.slice(at, at + pieceBytes), 'latin1', resolve));
      }
      if (closes) socket.end();
    });
  });
  return await sent(await transportTo(server));
}

test.each([
  ['a page', settings + page],
  ['a page with padding', `${settings}${frame(1, 0xc, 1, `\x03${ok}\0\0\0`)}${frame(0, 9, 1, '\x02{"a":1}\0\0')}`],
  ['a head with a priority', `${settings}${frame(1, 0x24, 1, `\0\0\0\0\0${ok}`)}${body}`],
  ['a head in parts', `${settings}${frame(1, 0, 1)}${frame(9, 0, 1)}${frame(9, 4, 1, ok)}${body}`],
  [
    'a body in parts',
    `${settings}${head}${frame(0, 0, 1, '{"a"')}${frame(0, 0, 1)}${frame(0, 0, 1, ':1}')}${frame(0, 1, 1)}`,
  ],
  [
    'an interim answer and trailers',
    `${settings}${frame(1, 4, 1, '\x08\x03103')}${head}${frame(0, 0, 1, '{"a":1}')}${frame(1, 5, 1, field('x', '1'))}`,
  ],
  [
    'questions, priorities and frames that nobody knows',
    `${settings}${frame(6, 0, 0, '12345678')}${frame(2, 0, 1, '\0\0\0\0\0')}${frame(99, 255, 1, 'x')}${page}`,
  ],
  [
    'windows, settings and a farewell',
    `${settings}${frame(8, 0, 0, '\0\0\0\x01')}${frame(8, 0, 1, '\0\0\0\x01')}${frame(4, 1, 0)}${frame(7, 0, 0, '\0\0\0\x01\0\0\0\0')}${page}`,
  ],
])('%s is read, in one piece and byte by byte', async (_, bytes) => {
  for (const pieceBytes of [bytes.length, 1]) {
    expect(await answered(bytes, { pieceBytes })).toMatchObject({ failure: null, httpStatus: 200, json: { a: 1 } });
  }
});

test.each([
  ['HTTP/1.1', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'protocol'],
  ['an answer before settings', page, 'protocol'],
  ['a frame too long', `${settings}\0\x40\x01\x00\x01\0\0\0\x01`, 'protocol'],
  ['a stream that nobody began', settings + frame(1, 5, 3, ok), 'protocol'],
  ['data of a stream of the server', settings + frame(0, 1, 2, 'x'), 'protocol'],
  ['a push', settings + frame(5, 4, 1, `\0\0\0\x02${ok}`), 'protocol'],
  ['a body without a head', settings + body, 'protocol'],
  ['two heads', settings + head + head, 'protocol'],
  ['fields without an end', `${settings}${frame(1, 0, 1, ok)}${body}`, 'protocol'],
  ['a continuation of nothing', settings + frame(9, 4, 1, ok), 'protocol'],
  ['empty continuations for ever', settings + frame(1, 0, 1) + frame(9, 0, 1).repeat(50_000), 'too-large'],
  [
    'a head beyond bounds',
    `${settings}${frame(1, 0, 1, ok)}${frame(9, 0, 1, field('x', 'y'.repeat(120)).repeat(120)).repeat(20)}`,
    'too-large',
  ],
  [
    'one entry named for ever',
    settings + frame(1, 4, 1, `${ok}@\x01x\x64${'y'.repeat(100)}${'\xbe'.repeat(16_000)}`),
    'too-large',
  ],
  ['a block that names what nobody brought', settings + frame(1, 4, 1, '\xbe'), 'protocol'],
  ['no status', settings + frame(1, 4, 1, field('x', 'y')) + body, 'protocol'],
  ['a status that is none', settings + frame(1, 4, 1, '\x08\x03abc') + body, 'protocol'],
  ['a name in capitals', settings + frame(1, 4, 1, ok + field('X', 'y')) + body, 'protocol'],
  ['a line break in a value', settings + frame(1, 4, 1, ok + field('x', 'a\r\nb: c')) + body, 'protocol'],
  ['two lengths', settings + frame(1, 4, 1, ok + field('content-length', '7').repeat(2)) + body, 'protocol'],
  ['a body shorter than its length', settings + frame(1, 4, 1, ok + field('content-length', '9')) + body, 'truncated'],
  ['a body longer than its length', settings + frame(1, 4, 1, ok + field('content-length', '5')) + body, 'protocol'],
  ['nothing but padding', settings + frame(1, 0xd, 1, '\x09'), 'protocol'],
  ['a window too large', settings + frame(8, 0, 1, '\x7f\xff\xff\xff'), 'protocol'],
  ['a window of nothing', settings + frame(8, 0, 0, '\0\0\0\0'), 'protocol'],
  ['a ping of another size', settings + frame(6, 0, 0, '1'), 'protocol'],
  ['a refused stream', settings + frame(3, 0, 1, '\0\0\0\x07'), 'reset'],
  ['a cancelled stream', settings + frame(3, 0, 1, '\0\0\0\x08'), 'protocol'],
  ['a stream that fails within its body', settings + head + frame(3, 0, 1, '\0\0\0\x02'), 'truncated'],
  ['a farewell to a request that was not done', settings + goodbye, 'closed'],
] as const)('%s is a failure of its own', async (_, bytes, failure) => {
  expect(await answered(bytes)).toMatchObject({ failure });
});

test.each([
  ['before an answer', settings, 'reset'],
  ['within a body', settings + head + frame(0, 0, 1, '{"a'), 'truncated'],
] as const)('a connection that ends %s takes its requests with it', async (_, bytes, failure) => {
  expect(await answered(bytes, { closes: true })).toMatchObject({ failure });
});

test.each([
  ['nothing', () => {}, 'response-timeout'],
  ['a head alone', (stream: ServerHttp2Stream) => stream.respond(), 'body-timeout'],
  ['half a body', (stream: ServerHttp2Stream) => stream.write('{"a'), 'body-timeout'],
] as const)('a service that sends %s is waited for no longer than a request may take', async (_, answer, failure) => {
  let isConnected = false;
  const server = createSecureServer(credentials);
  server.on('stream', (stream) => void (isConnected ? answer(stream.on('error', () => {})) : stream.end('{}')));
  const transport = await transportTo(server, { timeoutMs: 300 });
  // How long a connection takes to be made is a matter of the machine.
  while ((await sent(transport)).failure !== null);
  isConnected = true;
  expect(await sent(transport)).toMatchObject({ failure });
});

test('thousands of questions on the way to an answer are answered together', async () => {
  const bytes = settings + frame(6, 0, 0, '12345678').repeat(3000) + page;
  expect(await answered(bytes)).toMatchObject({ failure: null, json: { a: 1 } });
});
