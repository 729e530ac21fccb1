import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProtocolError } from '../../../src/client/http1/heads.ts';
import { ResponseReader } from '../../../src/client/http1/responseReader.ts';
import { standardLimits } from '../../../src/profile/schema/block.ts';

interface Read {
  readonly firstBytes: number;
  readonly httpStatus: number;
  readonly headers: readonly string[];
  readonly body: string;
  readonly isWhole: boolean;
}

/** Reads `text` in pieces that end at `ends`, all in one buffer that is written over each time, as sockets do. */
function readIn(ends: readonly number[], text: string, reader = new ResponseReader(standardLimits.headBytes)): Read {
  const shared = Buffer.alloc(4096, 'HTTP/1.1 500 X\r\n\r\n');
  const seen = { firstBytes: 0, httpStatus: 0, headers: [] as readonly string[], body: '', isWhole: false };
  const events = {
    onSent() {},
    onFirstByte: () => {
      seen.firstBytes++;
    },
    onHead: (httpStatus: number, headers: readonly string[]) => Object.assign(seen, { httpStatus, headers }),
    onData: (chunk: Buffer) => {
      seen.body += chunk.toString('latin1');
    },
    onEnd() {},
    onError() {},
  };
  let from = 0;
  for (const end of [...ends, text.length]) {
    const length = shared.write(text.slice(from, end), 'latin1');
    if (length > 0) seen.isWhole = reader.read(shared, length, events);
    from = end;
  }
  return seen;
}

const chunked =
  'HTTP/1.1 200 OK\r\nA: b\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\n{"a\r\n4\r\n":1}\r\n0\r\nT: u\r\n\r\n';
const ofLength = 'HTTP/1.1 103 X\r\nLink: a\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length:  7 \t\r\n\r\n{"a":1}';

test.each([
  ['in chunks', chunked, 200, ['a', 'b', 'transfer-encoding', 'chunked']],
  ['of announced length', ofLength, 404, ['content-length', '7']],
])('a response %s reads the same in whatever pieces it arrives', (_how, text, httpStatus, headers) => {
  const expected = { firstBytes: 1, httpStatus, headers, body: '{"a":1}', isWhole: true };
  expect(readIn([], text)).toEqual(expected);
  expect(
    readIn(
      Array.from(text, (_, at) => at),
      text,
    ),
  ).toEqual(expected);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: text.length })), (ends) => {
      expect(
        readIn(
          ends.sort((a, b) => a - b),
          text,
        ),
      ).toEqual(expected);
    }),
  );
});

test('what is left in the buffer from an earlier read is not taken for a head', () => {
  expect(readIn([20], 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}')).toMatchObject({ httpStatus: 200, body: '{}' });
});

test('one response is read after the other', () => {
  const reader = new ResponseReader(standardLimits.headBytes);
  for (const text of [chunked, ofLength, chunked]) {
    expect(readIn([30], text, reader)).toMatchObject({ body: '{"a":1}', isWhole: true });
    expect(reader).toMatchObject({ behind: 'nothing', keepsAlive: true });
    reader.reset();
  }
});

test.each([
  ['an extension', `2;${'a'.repeat(20_000)}`],
  ['trailers', `2\r\n{}\r\n0\r\n${'a: b\r\n'.repeat(8000)}`],
])('chunks with %s without an end are not read for ever', (_what, chunks) => {
  const text = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`;
  const ends = Array.from({ length: Math.floor(text.length / 4000) }, (_, at) => 4000 * (at + 1));
  expect(() => readIn(ends, text)).toThrow(ProtocolError);
});

test('chunks in HTTP/1.0 end their connection', () => {
  const reader = new ResponseReader(standardLimits.headBytes);
  const head = 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n';
  expect(readIn([], `${head}2\r\n{}\r\n0\r\n\r\n`, reader)).toMatchObject({ body: '{}', isWhole: true });
  expect(reader.keepsAlive).toBe(false);
});

test.each([
  ['HTTP/1.1 200 OK\r\n', true],
  ['HTTP/1.1 200 OK\r\nConnection: Close\r\n', false],
  ['HTTP/1.1 200 OK\r\nConnection: x, close\r\n', false],
  ['HTTP/1.0 200 OK\r\n', false],
  ['HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n', true],
])('whether the connection stays is as the head says: %j', (head, keepsAlive) => {
  const reader = new ResponseReader(standardLimits.headBytes);
  readIn([], `${head}Content-Length: 0\r\n\r\n`, reader);
  expect(reader.keepsAlive).toBe(keepsAlive);
});
