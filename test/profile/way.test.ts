import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { ToolError } from '../../src/errors.ts';
import { namedPlaces, placeOf, proxyOf } from '../../src/profile/address.ts';
import { loadProfile, loadRecordedProfile } from '../../src/profile/loadProfile.ts';
import { type Profile, secretsOf } from '../../src/profile/profile.ts';
import { packSecrets, unpackSecrets } from '../../src/profile/secret.ts';
import { folderOf } from '../support/folder.ts';

const request = { profile: 'mine', baseUrl: null, datacenter: null, seed: null, set: [] };

function load(target: string, environment: Record<string, string> = {}): Profile {
  const text = `target:\n  apiKeys: ["\${KEY}"]\n${target.replace(/^/gm, '  ')}\nsurveys: { walk: [{ id: 1001 }] }\n`;
  const cwd = folderOf({ 'profiles/mine.yaml': text, 'client.pem': '' });
  return loadProfile({ ...request, cwd, environment: { KEY: 'key-of-the-test', ...environment } });
}

function errorOf(target: string, environment: Record<string, string> = {}): string {
  try {
    load(target, environment);
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
  throw new Error('nothing was wrong');
}

const here = 'baseUrl: http://127.0.0.1:8080\n';
const far = (hosts: string) => `baseUrl: https://service.example\nauthorization: { by: OPS-1, hosts: [${hosts}] }\n`;

test('a header from the environment is a secret, and so is one that its name makes one', () => {
  const headers = `headers: { X-Stage: beta, x-gate: "\${GATE}", Authorization: Bearer local-token }\n`;
  const profile = load(here + headers, { GATE: 'open-sesame' });
  expect(profile.target.headers['X-Stage']).toBe('beta');
  for (const shown of [inspect(profile, { depth: 9 }), JSON.stringify(profile)]) {
    expect(shown).not.toMatch(/open-sesame|local-token/);
    expect(shown).toContain('beta');
  }
  expect(secretsOf(profile.target)).toEqual(
    expect.arrayContaining(['key-of-the-test', 'open-sesame', 'Bearer local-token', 'local-token']),
  );
  expect(errorOf(`${far('service.example')}headers: { Authorization: Bearer abc }`)).toMatch(
    /mine\.yaml:5 {2}target\.headers\.Authorization is written out/,
  );
});

test('secrets go to another thread, and come back as secrets', () => {
  const profile = load(`${here}headers: { x-gate: "\${GATE}" }`, { GATE: 'open-sesame' });
  const again = unpackSecrets(packSecrets(profile)) as Profile;
  expect(secretsOf(again.target)).toEqual(secretsOf(profile.target));
  expect(JSON.stringify(again)).toBe(JSON.stringify(profile));
});

test('a result keeps no secret header: whoever runs its profile again is told', () => {
  const profile = load(`${here}headers: { x-gate: "\${GATE}", x-stage: beta }`, { GATE: 'open-sesame' });
  const recorded: unknown = JSON.parse(JSON.stringify(profile));
  const again = { ...request, cwd: folderOf({}), environment: { CANVASS_API_KEY: 'k', GATE: 'open-sesame' } };
  expect(() => loadRecordedProfile(recorded, again)).toThrow(
    /target\.headers\.x-gate was a secret.*--set target\.headers/,
  );
  const given = { ...again, set: [`target.headers.x-gate=\${GATE}`] };
  expect(secretsOf(loadRecordedProfile(recorded, given).target)).toContain('open-sesame');
});

test.each([
  ['headers: { Host: a }', 'target.headers.Host is the name in `target.baseUrl`'],
  ['headers: { api-key: a }', 'target.headers.api-key carries `target.apiKeys`: leave it out'],
  ['headers: { "a b": a }', 'target.headers.a b is no name that a header can have'],
  ['headers: { a: "x\\ny" }', 'target.headers.a expected a text that a header can carry'],
  ['headers: { x-a: "1", X-A: "2" }', 'target.headers.X-A is named twice'],
  ['connectTo: "10.0.0.7:99999"\nauthorization: { by: a, hosts: [10.0.0.7] }', 'target.connectTo names no port'],
  ['connectTo: https://node', 'target.connectTo expected host or host:port'],
  ['proxy: socks5://p', 'target.proxy expected auto, null or http://[user:password@]host[:port]'],
  ['basePath: survey', 'target.basePath expected a path such as /survey'],
  ['basePath: /a?b', 'target.basePath expected a path such as /survey'],
  ['tls: { keyFile: client.pem }', 'target.tls.keyFile needs `target.tls.certFile`'],
  ['tls: { certFile: nothing.pem }', 'target.tls.certFile names a file that is not there'],
])('%s: %s', (target, message) => {
  expect(errorOf(here + target)).toContain(message);
  expect(errorOf(here + target)).toContain('a problem');
});

test('the embedded service is reached directly', () => {
  for (const key of ['basePath: /survey', 'connectTo: 127.0.0.1:8', 'proxy: http://127.0.0.1:3128']) {
    expect(errorOf(`baseUrl: embedded\n${key}`)).toContain('is for a service of your own');
  }
});

test('every host that requests go to or by must be allowed, loopback or not', () => {
  expect(errorOf(`${here}connectTo: 10.0.0.7`)).toContain('target.authorization is required');
  expect(errorOf(`${here}proxy: http://proxy.example:3128`)).toContain('target.authorization is required');
  expect(errorOf(`${here}authorization: OPS-1\nconnectTo: node.example`)).toContain(
    'holds for 127.0.0.1 only, not for node.example of `target.connectTo`: where that is allowed too, write { by: …, hosts: [127.0.0.1, node.example] }',
  );
  const both = 'connectTo: 10.0.0.7:8443\nproxy: proxy.example:3128\n';
  expect(errorOf(far('service.example, 10.0.0.7') + both)).toContain(
    'holds for service.example, 10.0.0.7, not for proxy.example of `target.proxy`',
  );
  expect(load(far('service.example, 10.0.0.7, proxy.example') + both).target.connectTo).toBe('10.0.0.7:8443');
  // A tunnel to it on this machine changes nothing: it is the service that is tested.
  expect(errorOf('baseUrl: https://service.example\nconnectTo: 127.0.0.1:8443')).toContain('authorization is required');
});

test('the proxy of the environment is taken where the profile names none, and its user is a secret', () => {
  const allowed = far('service.example, proxy.example');
  const environment = { HTTPS_PROXY: 'http://ada:pass%20word@proxy.example:3128/', NO_PROXY: 'other.example' };
  const { target } = load(allowed, environment);
  expect(target.proxy).toBe('http://proxy.example:3128');
  expect(target.proxyCredentials?.reveal()).toBe(Buffer.from('ada:pass word').toString('base64'));
  expect(load(`${allowed}proxy: null\n`, environment).target.proxy).toBeNull();
  expect(load(allowed, { ...environment, NO_PROXY: '.example' }).target.proxy).toBeNull();
  expect(load(here, environment).target.proxy).toBeNull();
  expect(errorOf(far('service.example'), environment)).toContain('not for proxy.example of `target.proxy`');
  const message = errorOf(allowed, { HTTPS_PROXY: 'socks5://ada:pass@proxy.example' });
  expect(message).toContain('HTTPS_PROXY  target.proxy expected auto, null or http://');
  expect(message).not.toContain('pass@');
});

test('places and proxies are read as people write them', () => {
  expect(placeOf('Node.Example:81')).toEqual({ host: 'node.example', port: 81 });
  expect(placeOf('[::1]:81')).toEqual({ host: '::1', port: 81 });
  expect(placeOf('node:0')).toBeNull();
  expect(proxyOf('proxy.example')).toEqual({ host: 'proxy.example', port: null, credentials: null });
  expect(proxyOf('auto')).toBeNull();
  expect(namedPlaces({ baseUrl: 'https://[::1]:8', connectTo: null, proxy: null })).toMatchObject([{ host: '::1' }]);
});

test('a trace context is sent once, and the place to look at it has room for its id', () => {
  expect(load(`${here}traceparent: true`).target.traceparent).toBe(true);
  expect(errorOf(`${here}traceparent: true\nheaders: { Traceparent: 00-1-2-01 }`)).toMatch(
    /target\.headers\.Traceparent is sent by `target\.traceparent`: leave one of them out/,
  );
  const traceUrl = (value: string) => () => loadProfile({ ...request, ...local, set: [`output.traceUrl=${value}`] });
  expect(traceUrl('https://tempo.example/trace/{traceId}')().output.traceUrl).toBe(
    'https://tempo.example/trace/{traceId}',
  );
  for (const wrong of ['https://tempo.example/trace', 'javascript:alert(`{traceId}`)', 'tempo/{traceId}'])
    expect(traceUrl(wrong)).toThrow(/output\.traceUrl.*expected http\(s\):\/\/… with \{traceId\} in it/);
});

const local = { profile: 'smoke', cwd: process.cwd(), environment: { CANVASS_API_KEY: 'key-of-the-test' } };
