import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedHead, KnownHeads, ProtocolError, parseHead, requestHead } from '../../../src/client/http1/heads.ts';

test('a request head has its line, its host, its headers and the length of its body', () => {
  expect(requestHead('POST', '/a/b?c=d', fixedHead('h:80', []), ['cookie', 'a=b'], 12)).toBe(
    'POST /a/b?c=d HTTP/1.1\r\nhost: h:80\r\nconnection: keep-alive\r\ncookie: a=b\r\ncontent-length: 12\r\n\r\n',
  );
  expect(requestHead('GET', '/', fixedHead('h', []), [], null)).not.toContain('content-length');
  expect(requestHead('GET', '/', fixedHead('h', ['x-gateway', 'a']), [], null)).toContain('\r\nx-gateway: a\r\n');
  expect(requestHead('PUT', '/', fixedHead('h', []), [], null)).toContain('content-length: 0\r\n');
});

test('whatever a service has given for path, name or value, a request is one request', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      (...texts) => {
        const [path, name, value] = texts;
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
      },
    ),
  );
});

test.each(['host', 'Content-Length', 'transfer-encoding', 'Connection', 'Expect'])(
  'a header %s is the connection’s own business',
  (name) => {
    expect(() => requestHead('GET', '/', fixedHead('h', []), [name, '1'], null)).toThrow(ProtocolError);
    expect(() => fixedHead('h', [name, '1'])).toThrow(ProtocolError);
  },
);

const head = (name: string, value: string) => `HTTP/1.1 200 OK\r\ncontent-length: 2\r\n${name}: ${value}`;

test('a head reads the same, however often and after whatever others it came', () => {
  const known = new KnownHeads();
  const texts = fc
    .constantFrom('a', 'b', 'x'.repeat(2000))
    .chain((value) => fc.constantFrom('x-id', 'set-cookie').map((name) => head(name, value)));
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 20 }), (heads) => {
      for (const text of heads) expect(known.read(text)).toEqual(parseHead(text));
    }),
  );
});

test('what comes again is shared, and nobody can change it', () => {
  const known = new KnownHeads();
  const first = known.read(head('a', 'b'));
  expect(known.read(head('a', 'b'))).toBe(first);
  expect(first.headers).toSatisfy(Object.isFrozen);
});

test.each(['set-cookie', 'x-survey-token'])('a head with %s is not kept: it holds a secret, and comes once', (name) => {
  const known = new KnownHeads();
  expect(known.read(head(name, 'b'))).not.toBe(known.read(head(name, 'b')));
});

test('where each head is another one they are no longer remembered, and are tried again later', () => {
  const known = new KnownHeads();
  const again = () => {
    const first = known.read(head('a', 'b'));
    return first === known.read(head('a', 'b'));
  };
  for (let id = 0; id < 300; id++) known.read(head('x-id', String(id)));
  expect(again()).toBe(false);
  for (let id = 0; id < 20_000; id++) known.read(head('x-id', '1'));
  expect(again()).toBe(true);
});

test('what is no head is an error each time', () => {
  const known = new KnownHeads();
  for (let time = 0; time < 2; time++) expect(() => known.read('HTTP/1.1 200 OK\r\nno colon')).toThrow(ProtocolError);
});
