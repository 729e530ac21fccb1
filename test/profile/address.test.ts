import { expect, test } from 'vitest';
import { demandLoopbackName, hostOf, isHostNamed, isLoopback } from '../../src/profile/address.ts';

const resolvedTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address }));

test.each(['http://localhost:1', 'http://x.localhost', 'https://a.b.localhost:8443'])(
  '%s is this machine only where it is resolved to it',
  async (baseUrl) => {
    expect(isLoopback(baseUrl)).toBe(true);
    await demandLoopbackName(hostOf(baseUrl), resolvedTo('127.0.0.1', '::1'));
    const elsewhere = demandLoopbackName(hostOf(baseUrl), resolvedTo('127.0.0.1', '10.0.0.7'));
    await expect(elsewhere).rejects.toMatchObject({
      code: 'NOT_AUTHORIZED',
      message: expect.stringContaining('10.0.0.7'),
    });
    // Nobody knows it: whoever connects says so.
    await demandLoopbackName(hostOf(baseUrl), () => Promise.reject(new Error('ENOTFOUND')));
  },
);

test('other names are not looked up: they need an authorization', async () => {
  for (const baseUrl of [
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://10.0.0.7',
    'http://mylocalhost',
  ]) {
    expect(isLoopback(baseUrl)).toBe(false);
    await demandLoopbackName(hostOf(baseUrl), () => Promise.reject(new Error('was looked up')));
  }
});

test.each([
  ['service.example', 'service.example', true],
  ['Service.EXAMPLE', 'service.example', true],
  ['*.example', 'service.example', true],
  ['*.example', 'a.b.example', true],
  ['*.example', 'example', false],
  ['*.example', 'serviceexample', false],
  ['service.example', 'a.service.example', false],
  ['[2001:db8::1]', '2001:db8::1', true],
])('the pattern %s names %s: %s', (pattern, host, isNamed) => {
  expect(isHostNamed(pattern, host)).toBe(isNamed);
});
