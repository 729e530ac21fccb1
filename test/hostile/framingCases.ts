import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { breaks, fine, type HostileCase, unusable } from './hostileCase.ts';
import { type HostileRequest, http1Of } from './hostileTarget.ts';
import { survey } from './soundAnswers.ts';

const wired = ['plain', 'tls'] as const;
type Wire = (socket: Socket, request: HostileRequest) => void;

/** Bytes of its own for every request, the same over TLS. */
function wire(
  name: string,
  does: Wire,
  outcome: Pick<HostileCase, 'service' | 'failure' | 'clause'>,
  timeoutMs?: number,
): HostileCase {
  return { name, does: { wire: does }, over: wired, ...outcome, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

/** The survey behind all cases that the document allows: sessions are never the same. */
const sound = survey();
/** A sound answer's bytes, to be sent in another way. */
const soundBytes = (request: HostileRequest): Buffer => http1Of(sound(request));
const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const says =
  (text: string): Wire =>
  (socket) =>
    socket.end(text, 'latin1');
/** Long enough for a head on a busy machine. */
const stallMs = 400;
const reset = breaks('SANITY-CONNECTION-01', 'protocol');
const cutOff = breaks('SANITY-TRUNCATED-01', 'truncated');

/** A sound answer over chunks of `size`, with what follows the last one. */
function chunked(request: HostileRequest, size: number, trailers = ''): Buffer {
  const { status = 200, headers = {}, body } = sound(request);
  const bytes = Buffer.from(body);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  const cookie = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return Buffer.concat([
    Buffer.from(`${ok.replace('200', String(status))}${cookie.join('')}transfer-encoding: chunked\r\n\r\n`),
    ...parts,
    Buffer.from(`0\r\n${trailers}\r\n`),
  ]);
}

/** Of what is no HTTP; `http1/againstUndici.test.ts` has the rest of it. */
const notHttp: readonly (readonly [string, string])[] = [
  ['the banner of another protocol', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
  ['a status line of control characters', 'HTTP/1.1 200 \x00\x01\r\n\r\n{}'],
  ['a header with a NUL', `${ok}x: a\x00b\r\ncontent-length: 2\r\n\r\n{}`],
  ['two different lengths', `${ok}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
  ['a chunk longer than its size', `${ok}transfer-encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`],
  ['an answer and another one at once', `${ok}content-length: 2\r\n\r\n{}${ok}content-length: 2\r\n\r\n{}`],
  ['more than its length', `${ok}content-length: 2\r\n\r\n{}{}{}`],
];

const cut: readonly (readonly [string, string])[] = [
  ['half a body', `${ok}content-length: 99\r\n\r\n{"response"`],
  ['chunks without the last one', `${ok}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`],
];

/** Over TLS, an end without a farewell. */
function resetSocket(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

const lost: readonly (readonly [string, Wire])[] = [
  ['closes at once', (socket) => socket.end()],
  ['closes within the head', says(`${ok}content-le`)],
  ['resets within the head', (socket) => socket.write(ok, () => resetSocket(socket))],
];

const stalls: readonly (readonly [string, string, 'response-timeout' | 'body-timeout'])[] = [
  ['stalls within the head', ok, 'response-timeout'],
  ['stalls within the body', `${ok}content-length: 9\r\n\r\n{"a"`, 'body-timeout'],
  ['stalls within trailers', `${ok}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\na: b\r\n`, 'body-timeout'],
];

const allowed: readonly (readonly [string, Wire])[] = [
  ['17 bytes at a time', (socket, request) => void trickled(socket, soundBytes(request), 17)],
  ['trailers', (socket, request) => socket.write(chunked(request, 64, 'x-sum: 1\r\nset-cookie: JSESSIONID=EVIL\r\n'))],
  [
    'a hundred interim answers',
    (socket, request) =>
      socket.write(Buffer.concat([Buffer.from('HTTP/1.1 102 P\r\n\r\n'.repeat(100)), soundBytes(request)])),
  ],
  ['no reason phrase', (socket, request) => socket.write(replaced(request, 'HTTP/1.1 200 X', 'HTTP/1.1 200 '))],
  [
    'a body that ends with the connection',
    (socket, request) => socket.end(replaced(request, /content-length: \d+\r\n/, '')),
  ],
  [
    'a line break behind each answer',
    (socket, request) => socket.write(Buffer.concat([soundBytes(request), Buffer.from('\r\n')])),
  ],
];

function replaced(request: HostileRequest, what: string | RegExp, by: string): Buffer {
  return Buffer.from(soundBytes(request).toString('latin1').replace(what, by), 'latin1');
}

async function trickled(socket: Socket, bytes: Buffer, size: number): Promise<void> {
  for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
    socket.write(bytes.subarray(at, at + size));
    await new Promise(setImmediate);
  }
}

/** A flood that does not end by itself. */
function flood(text: string): Wire {
  const wave = Buffer.from(text.repeat(1000));
  return (socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(wave)) {
        if (socket.writableLength > 1_000_000) break;
      }
      if (!socket.destroyed) setImmediate(more);
    };
    more();
  };
}

/** Some requests meet a connection that is closed already: that is nobody's fault. */
const closes: Wire = (socket, request) => socket.end(soundBytes(request));

export const framingCases: readonly HostileCase[] = [
  wire('the end of the connection after each answer, unsaid', closes, { ...fine, failure: 'any' }),
  ...notHttp.map(([name, text]) => wire(name, says(text), reset)),
  ...cut.map(([name, text]) => wire(`${name}, cut off`, says(text), cutOff)),
  ...lost.map(([name, does]) => wire(name, does, breaks('SANITY-CONNECTION-01', 'reset'))),
  ...stalls.map(([name, text, failure]) => wire(name, (socket) => void socket.write(text), unusable(failure), stallMs)),
  ...allowed.map(([name, does]) => wire(name, does, fine)),
  wire('interim answers without end', flood('HTTP/1.1 100 Continue\r\n\r\n'), unusable('response-timeout'), stallMs),
  wire('a head without end', flood('x-header: value\r\n'), reset),
  wire(
    'a sound head without end',
    (socket, request) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      flood('x-header: value\r\n')(socket, request);
    },
    unusable('too-large'),
  ),
];
