import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demandLoopbackName, environmentProxy, hostOf, isHostNamed, isLoopback } from '../../src/profile/address.ts';
import { listening } from '../support/freePort.ts';

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

/** Answers who was asked: the proxy by CONNECT or by a whole URL, the service by a path. */
const server: Server = createServer((request, response) => {
  response.end(request.url?.startsWith('/') === true ? 'direct' : 'proxy');
}).on('connect', (_, socket) => socket.end('HTTP/1.1 407 proxy\r\ncontent-length: 0\r\n\r\n'));
let port = 0;
beforeAll(async () => {
  port = await listening(server);
});
afterAll(() => {
  server.close();
});

/** Whether curl itself uses the proxy of the environment for a URL. */
async function curlUsesProxy(url: string, environment: Record<string, string>): Promise<boolean> {
  const { host } = new URL(url);
  const resolved = ['--connect-to', `${host.replace(/:\d+$/, '')}::127.0.0.1:${port}`];
  const curl = spawn('curl', ['-s', '-v', '-q', '-k', '--max-time', '10', ...resolved, url], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  curl.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  await once(curl, 'close');
  return /uses proxy env variable (?!no_proxy)|CONNECT tunnel|Proxy-Connection/i.test(said);
}

const proxy = (): string => `http://127.0.0.1:${port}`;

describe('as curl reads it', () => {
  test.each([
    ['http://survey.test', { http_proxy: '*' }],
    ['http://survey.test', { HTTP_PROXY: '*' }],
    ['https://survey.test', { http_proxy: '*' }],
    ['https://survey.test', { HTTPS_PROXY: '*' }],
    ['https://survey.test', { https_proxy: '', HTTPS_PROXY: '*' }],
    ['https://survey.test', { ALL_PROXY: '*' }],
    ['http://survey.test', { all_proxy: '*' }],
    ['http://survey.test', { http_proxy: '*', NO_PROXY: '*' }],
    ['http://survey.test', { http_proxy: '*', NO_PROXY: 'a.test, survey.test' }],
    ['http://survey.test', { http_proxy: '*', NO_PROXY: '.test' }],
    ['http://survey.test', { http_proxy: '*', NO_PROXY: 'test' }],
    ['http://survey.test', { http_proxy: '*', NO_PROXY: 'vey.test' }],
    ['http://survey.test', { http_proxy: '*', NO_PROXY: 'SURVEY.TEST.' }],
    ['http://survey.test', { http_proxy: '*', no_proxy: 'a.test', NO_PROXY: 'survey.test' }],
    ['http://survey.test:81', { http_proxy: '*', NO_PROXY: 'survey.test:81' }],
    ['http://192.0.2.7', { http_proxy: '*', NO_PROXY: '192.0.2.0/24' }],
    ['http://192.0.2.7', { http_proxy: '*', NO_PROXY: '192.0.3.0/24' }],
    ['http://192.0.2.7', { http_proxy: '*', NO_PROXY: '192.0.2.7' }],
    ['http://192.0.2.7', { http_proxy: '*', NO_PROXY: '2.7' }],
  ])('%s %o', async (url, variables: Record<string, string>) => {
    const environment = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name,
        name.startsWith('no') || name.startsWith('NO') || value === '' ? value : proxy(),
      ]),
    );
    const expected = await curlUsesProxy(url, environment);
    expect(environmentProxy(url, environment)?.url ?? null).toBe(expected ? proxy() : null);
  });
});

test('a network of IPv6 excepts its addresses', () => {
  const uses = (list: string) => environmentProxy('http://[2001:db8::7]', { http_proxy: 'http://p', NO_PROXY: list });
  expect(uses('2001:db8::/32')).toBeNull();
  expect(uses('[2001:db8::7]')).toBeNull();
  expect(uses('2001:db9::/32')).toEqual({ variable: 'http_proxy', url: 'http://p' });
});

test('this machine is never asked by a proxy of the environment', () => {
  for (const url of ['http://127.0.0.1:8080', 'http://localhost', 'https://x.localhost', 'embedded']) {
    expect(environmentProxy(url, { http_proxy: 'http://p', https_proxy: 'http://p' })).toBeNull();
  }
});
