import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fixedHead,
  KnownHeads,
  ProtocolError,
  parseHead,
  type ResponseHead,
  requestHead,
} from '../../../src/client/http1/heads.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';

test('a request head has its line, its host, its headers and the length of its body', () => {
  expect(requestHead('POST', '/a/b?c=d', fixedHead('h:80', []), ['cookie', 'a=b'], 12)).toBe(
    'POST /a/b?c=d HTTP/1.1\r\nhost: h:80\r\nconnection: keep-alive\r\ncookie: a=b\r\ncontent-length: 12\r\n\r\n',
  );
  expect(requestHead('GET', '/', fixedHead('h', []), [], null)).not.toContain('content-length');
  expect(requestHead('GET', '/', fixedHead('h', ['x-gateway', 'a']), [], null)).toContain('\r\nx-gateway: a\r\n');
  expect(requestHead('PUT', '/', fixedHead('h', []), [], null)).toContain('content-length: 0\r\n');
});

test('whatever a service has given for path, name or value, a request is one request', () => {
  const pieces = fc.oneof(fc.constantFrom('a', '\r\n', '\n', ' ', ': '), anyCharacter);
  const given = fc.array(pieces, { maxLength: 4 }).map((some) => some.join(''));
  fc.assert(
    fc.property(fc.nat(2), given, (place, text) => {
      const [path, name = '', value = ''] = ['a', 'a', 'a'].with(place, text);
      let head: string;
      try {
        head = requestHead('GET', `/${path}`, fixedHead('h', []), [`x${name}`, value], null);
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
        return;
      }
      expect(head.split('\r\n')).toHaveLength(6);
      expect(head.split('\n')).toHaveLength(6);
      expect(head.split(' HTTP/1.1')[0]?.split(' ')).toHaveLength(2);
    }),
  );
});

test.each(['host', 'Content-Length', 'transfer-encoding', 'Connection', 'Expect'])(
  'a header %s is the connection’s own business',
  (name) => {
    expect(() => requestHead('GET', '/', fixedHead('h', []), [name, '1'], null)).toThrow(ProtocolError);
    expect(() => fixedHead('h', [name, '1'])).toThrow(ProtocolError);
  },
);

/** Reads a head as it stands in a buffer, other bytes around it. */
function readIn(known: KnownHeads, text: string): ResponseHead {
  return known.read(Buffer.from(`--${text}\r\n\r\n{}`, 'latin1'), 2, 2 + text.length);
}

const head = (name: string, value: string) => `HTTP/1.1 200 OK\r\ncontent-length: 2\r\n${name}: ${value}`;

test('a head reads the same, however often and after whatever others it came', () => {
  const known = new KnownHeads();
  const texts = fc
    .constantFrom('a', 'b', 'a--------', 'b--------', 'x'.repeat(2000))
    .chain((value) => fc.constantFrom('x-id', 'set-cookie').map((name) => head(name, value)));
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 20 }), (heads) => {
      for (const text of heads) expect(readIn(known, text)).toEqual(parseHead(text));
    }),
  );
});

test('what comes again is shared, and nobody can change it', () => {
  const known = new KnownHeads();
  const first = readIn(known, head('a', 'b'));
  expect(readIn(known, head('a', 'b'))).toBe(first);
  expect(first.headers).toSatisfy(Object.isFrozen);
});

test.each(['set-cookie', 'x-survey-token'])('a head with %s is not kept: it holds a secret, and comes once', (name) => {
  const known = new KnownHeads();
  expect(readIn(known, head(name, 'b'))).not.toBe(readIn(known, head(name, 'b')));
});

test('any two that come in turns are each shared', () => {
  const texts = Array.from({ length: 80 }, (_, length) => `HTTP/1.1 200 OK\r\ncontent-length: ${length}`);
  for (const one of texts) {
    const other = texts[(texts.indexOf(one) * 7 + 1) % texts.length] ?? '';
    const known = new KnownHeads();
    const [first, second] = [readIn(known, one), readIn(known, other)];
    expect(readIn(known, one)).toBe(first);
    expect(readIn(known, other)).toBe(second);
  }
});

test.each(['set-cookie', 'X-Survey-Token'])('a head with another value of %s reads as if it were the first', (name) => {
  const values = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('', ' a', 'a\t', 'set-cookie: a', 'a\r\nx: y', 'a\r\ncontent-length: 3', 'a\r\n', '\r\na: b'),
  );
  fc.assert(
    fc.property(fc.array(values, { minLength: 1 }), (each) => {
      const known = new KnownHeads();
      for (const text of ['a', ...each].map((value) => `${head(name, value)}\r\nx-more: 1`)) {
        expect(outcomeOf(() => readIn(known, text))).toEqual(outcomeOf(() => parseHead(latin1(text))));
      }
    }),
  );
});

/** A text as it arrives, a character a byte. */
function latin1(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

function outcomeOf(read: () => ResponseHead): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

test('however many come only once, one that comes again is shared', () => {
  const known = new KnownHeads();
  for (let id = 0; id < 2000; id++) readIn(known, head('x-id', String(id)));
  expect(readIn(known, head('a', 'b'))).toBe(readIn(known, head('a', 'b')));
});

test('what is no head is an error each time', () => {
  const known = new KnownHeads();
  for (let time = 0; time < 2; time++)
    expect(() => readIn(known, 'HTTP/1.1 200 OK\r\nno colon')).toThrow(ProtocolError);
});
