import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProtocolError } from '../../../src/client/http1/messageSyntax.ts';
import { fixedHead, requestHead } from '../../../src/client/http1/requestHead.ts';

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
