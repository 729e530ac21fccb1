import type { Socket } from 'node:net';
import fc from 'fast-check';
import { Client } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTransport } from '../../../src/client/httpTransport.ts';
import type { Transport } from '../../../src/client/transport.ts';
import type { Exchange } from '../../../src/result/exchange.ts';
import { type RawServer, startRawServer } from '../../support/rawServer.ts';
import { targetOptions } from '../../support/targetOptions.ts';

/** What the server writes next, a piece at a time, and whether it then closes the connection. */
interface Script {
  readonly pieces: readonly string[];
  readonly closes: boolean;
}

let script: Script = { pieces: [], closes: true };
let server: RawServer;
let transport: Transport;

beforeAll(async () => {
  server = await startRawServer((socket) => void play(socket, script));
  transport = createTransport(targetOptions(server.baseUrl, { connections: { mode: 'shared', max: 1 } }));
});

afterAll(async () => {
  await transport.close();
  await server.close();
});

async function play(socket: Socket, { pieces, closes }: Script): Promise<void> {
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, 'latin1', resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (closes) socket.end();
}

interface Seen {
  readonly isWhole: boolean;
  readonly httpStatus?: number;
  readonly headers?: readonly string[];
  readonly body?: string;
}

async function byCanvass(): Promise<Seen> {
  const { failure, httpStatus, headers, bodyText } = await new Promise<Exchange>((onExchange) => {
    const intendedMs = performance.now();
    const request = { endpoint: 'take', method: 'GET', path: '/', headers: [], body: null, intendedMs } as const;
    transport.send(request, { onExchange });
  });
  if (failure !== null && failure !== 'not-json') return { isWhole: false };
  return { isWhole: true, httpStatus, headers, body: bodyText };
}

async function byUndici(): Promise<Seen> {
  const client = new Client(server.baseUrl);
  try {
    const { statusCode, headers, body } = await client.request({ path: '/', method: 'GET' });
    const list = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, one]));
    return { isWhole: true, httpStatus: statusCode, headers: list, body: await body.text() };
  } catch {
    return { isWhole: false };
  } finally {
    await client.destroy();
  }
}

async function bothSee(next: Script): Promise<readonly [Seen, Seen]> {
  script = next;
  return [await byCanvass(), await byUndici()];
}

const name = fc.constantFrom('Content-Type', 'X-Survey-Token', 'Date', 'x_y.z', 'Set-Cookie');
const value = fc.stringMatching(/^[!-~]([ -~\t]{0,30}[!-~])?$/);
const bodyText = fc.oneof(fc.json(), fc.string({ maxLength: 60 }));
const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 6 });

function chunked(bytes: string, sizes: readonly number[]): string {
  let text = '';
  let at = 0;
  for (const size of sizes) {
    const part = bytes.slice(at, at + size);
    if (part !== '') text += `${part.length.toString(16)}${at % 2 === 0 ? '' : ';a=b'}\r\n${part}\r\n`;
    at += size;
  }
  const rest = bytes.slice(at);
  return `${text}${rest === '' ? '' : `${rest.length.toString(16).toUpperCase()}\r\n${rest}\r\n`}0\r\n\r\n`;
}

function cut(text: string, at: readonly number[]): string[] {
  const ends = [...new Set(at)].filter((end) => end > 0 && end < text.length).sort((a, b) => a - b);
  return [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

test('whatever a service answers with, in whatever pieces, undici reads the same', async () => {
  const response = fc.record({
    status: fc.constantFrom(200, 201, 204, 302, 304, 400, 404, 500, 503),
    early: fc.constantFrom('', '', 'HTTP/1.1 102 Processing\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
    headers: fc.uniqueArray(fc.tuple(name, value), { selector: ([each]) => each, maxLength: 4 }),
    body: bodyText,
    framing: fc.constantFrom('length', 'chunked', 'close'),
    sizes: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 5 }),
    cuts,
    version: fc.constantFrom('1.1', '1.1', '1.0'),
  });
  await fc.assert(
    fc.asyncProperty(response, async ({ status, early, headers, body, framing, sizes, cuts: at, version }) => {
      const bytes = Buffer.from(status === 204 || status === 304 ? '' : body).toString('latin1');
      const lines = headers.map(([key, text]) => `${key}: ${text}\r\n`).join('');
      const head = `${early}HTTP/${version} ${status} X\r\n${lines}`;
      const whole =
        framing === 'length'
          ? `${head}Content-Length: ${bytes.length}\r\n\r\n${bytes}`
          : framing === 'chunked' && bytes !== ''
            ? `${head}Transfer-Encoding: chunked\r\n\r\n${chunked(bytes, sizes)}`
            : `${head}\r\n${bytes}`;
      const [ours, theirs] = await bothSee({ pieces: cut(whole, at), closes: true });
      expect(theirs.isWhole).toBe(true);
      expect(ours).toEqual(theirs);
    }),
    { numRuns: 150 },
  );
});

const ok = 'HTTP/1.1 200 OK\r\n';

test.each([
  ['two lengths', `${ok}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
  ['two lengths in one header', `${ok}Content-Length: 2, 2\r\n\r\n{}`],
  ['a length and an encoding', `${ok}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  ['a length that is no number', `${ok}Content-Length: two\r\n\r\n{}`],
  ['a negative length', `${ok}Content-Length: -2\r\n\r\n{}`],
  ['a length in hexadecimal', `${ok}Content-Length: 0x2\r\n\r\n{}`],
  ['a length with a sign', `${ok}Content-Length: +2\r\n\r\n{}`],
  ['a length beyond all numbers', `${ok}Content-Length: 99999999999999999999\r\n\r\n{}`],
  ['no length in its header', `${ok}Content-Length: \r\n\r\n{}`],
  ['a space before the colon', `${ok}Content-Length : 2\r\n\r\n{}`],
  ['a header without a colon', `${ok}Content-Length\r\n\r\n{}`],
  ['a header without a name', `${ok}: x\r\nContent-Length: 2\r\n\r\n{}`],
  ['a folded header', `${ok}X: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`],
  ['lines that end by LF alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\n{}'],
  ['a zero byte in a header', `${ok}X: a\0b\r\nContent-Length: 2\r\n\r\n{}`],
  ['a lone CR in a header', `${ok}X: a\rb\r\nContent-Length: 2\r\n\r\n{}`],
  ['another protocol', 'HTTP/3.0 200 OK\r\nContent-Length: 2\r\n\r\n{}'],
  ['HTTP/2 in the clear', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['no HTTP at all', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['nothing but a line break', '\r\n'],
  ['a status of two digits', 'HTTP/1.1 99 X\r\nContent-Length: 2\r\n\r\n{}'],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n{}'],
  ['a chunk without a size', `${ok}Transfer-Encoding: chunked\r\n\r\n\r\n{}\r\n0\r\n\r\n`],
  ['a chunk longer than its size', `${ok}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`],
  ['a chunk shorter than its size', `${ok}Transfer-Encoding: chunked\r\n\r\n3\r\n{}\r\n0\r\n\r\n`],
  ['a chunk size that is no number', `${ok}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`],
  ['a negative chunk size', `${ok}Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n`],
  ['a chunk of 2⁶⁴ bytes', `${ok}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n0\r\n\r\n`],
  ['chunk sizes that end by LF', `${ok}Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n`],
  ['a trailer without a colon', `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\ngarbage here\r\n\r\n`],
  ['chunks without their end', `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`],
  ['half a chunk', `${ok}Transfer-Encoding: chunked\r\n\r\n20\r\n{"respo`],
  ['a body cut short', `${ok}Content-Length: 9\r\n\r\n{}`],
  ['a length of petabytes', `${ok}Content-Length: 999999999999999\r\n\r\n{}`],
  ['a head cut short', `${ok}Content-Len`],
  ['a status line cut short', 'HTTP/1.'],
  ['an end after an interim answer', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ['an upgrade that nobody asked for', 'HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
])('%s is no answer, as undici has it', async (_what, text) => {
  const [ours, theirs] = await bothSee({ pieces: [text], closes: true });
  expect(theirs).toEqual({ isWhole: false });
  expect(ours).toEqual({ isWhole: false });
});

test('an interim answer is read over, as a client must (RFC 9110, 15.2), which undici does not of 100', async () => {
  const pieces = ['HTTP/1.1 100 Continue\r\n\r\n', `${ok}Content-Length: 2\r\n\r\n{}`];
  expect(await bothSee({ pieces, closes: true })).toMatchObject([{ httpStatus: 200, body: '{}' }, { isWhole: false }]);
});

test('a chunk size may begin with zeros (RFC 9112, 7.1)', async () => {
  const pieces = [`${ok}Transfer-Encoding: chunked\r\n\r\n0000000002\r\n{}\r\n000\r\n\r\n`];
  expect(await bothSee({ pieces, closes: true })).toMatchObject([{ body: '{}' }, { body: '{}' }]);
});

test('a second answer to one request fails it, where undici is silent', async () => {
  const pieces = [`${ok}Content-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\n`];
  expect(await bothSee({ pieces, closes: false })).toMatchObject([{ isWhole: false }, { body: '{}' }]);
});

test('line breaks behind an answer say nothing, and the connection is not used again', async () => {
  const pieces = [`${ok}Content-Length: 2\r\n\r\n{}\r\n`];
  const before = server.connections;
  expect(await bothSee({ pieces, closes: false })).toMatchObject([{ body: '{}' }, { body: '{}' }]);
  expect((await bothSee({ pieces, closes: true }))[0]).toMatchObject({ body: '{}' });
  expect(server.connections - before).toBeGreaterThanOrEqual(3);
});
