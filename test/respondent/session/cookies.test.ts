import { expect, test } from 'vitest';
import { standardLimits } from '../../../src/profile/schema/block.ts';
import { CookieJar, cookieOriginOf } from '../../../src/respondent/session/cookies.ts';

const path = '/a/api/v2/surveys/1/take';
const plain = { host: 'service.example', secure: false, prefix: '', limits: standardLimits };

test('every cookie is sent back, longest path first', () => {
  const jar = new CookieJar(plain);
  jar.set('AWSALB=node-1; Path=/', path, 0);
  jar.set('JSESSIONID="AB=12"; Path=/a; HttpOnly; SameSite=Lax', path, 0);
  expect(jar.header(path, 0)).toBe('JSESSIONID="AB=12"; AWSALB=node-1');
  expect(jar.header('/other', 0)).toBe('AWSALB=node-1');
});

test('without a path a cookie goes to the folder of the request that set it', () => {
  const jar = new CookieJar(plain);
  jar.set('a=1', path, 0);
  expect(jar.header('/a/api/v2/surveys/1/submit-page', 0)).toBe('a=1');
  expect(jar.header('/a/api/v2/surveys/2/take', 0)).toBe('');
  expect(jar.header('/a/api/v2/surveys/12', 0)).toBe('');
});

test('a cookie of the same name and path replaces the old one, and tells whether anything changed', () => {
  const jar = new CookieJar(plain);
  expect(jar.set('a=1; Path=/', path, 0)).toBe(true);
  expect(jar.set('a=1; Path=/', path, 0)).toBe(false);
  expect(jar.set('a=2; Path=/', path, 0)).toBe(true);
  expect(jar.header(path, 0)).toBe('a=2');
});

test.each(['a=; Path=/; Max-Age=0', 'a=; Path=/; Max-Age=-1', 'a=x; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'])(
  'a cookie set with an expiry in the past is deleted: %s',
  (header) => {
    const jar = new CookieJar(plain);
    jar.set('a=1; Path=/', path, 1000);
    expect(jar.set(header, path, 1000)).toBe(true);
    expect(jar.header(path, 1000)).toBe('');
  },
);

test('a cookie is not sent after its age, and Max-Age goes before Expires', () => {
  const jar = new CookieJar(plain);
  jar.set('a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=2', path, 1000);
  expect(jar.header(path, 2999)).toBe('a=1');
  expect(jar.header(path, 3000)).toBe('');
});

test('cookies of other hosts, secure ones on an open line, and unsendable ones are not kept', () => {
  const jar = new CookieJar(plain);
  for (const header of [
    'a=1; Domain=elsewhere.example',
    'a=1; Secure',
    '=1',
    'a',
    'a=b\r\nx: y',
    `a=${'x'.repeat(5000)}`,
  ]) {
    expect(jar.set(header, path, 0)).toBe(false);
  }
  expect(jar.set('a=1; Domain=.example', path, 0)).toBe(true);
});

test('secure cookies go over https and to loopback', () => {
  expect(cookieOriginOf('https://service.example', standardLimits).secure).toBe(true);
  expect(cookieOriginOf('http://127.0.0.1:8080', standardLimits).secure).toBe(true);
  expect(cookieOriginOf('http://service.example', standardLimits).secure).toBe(false);
});

test('a service that sets cookies without end costs bounded memory', () => {
  const jar = new CookieJar(plain);
  for (let i = 0; i < 1000; i++) jar.set(`c${i}=1; Path=/`, path, 0);
  expect(jar.cookies.length).toBe(50);
});

test('a jar keeps as many cookies as it may, the session among them, and none that is too long', () => {
  const jar = new CookieJar({ ...plain, limits: { cookies: 3, cookieBytes: 20 } });
  jar.set('JSESSIONID=1', '/', 0);
  for (let at = 0; at < 10; at++) jar.set(`c${at}=v`, '/', 0);
  jar.set('long=aaaaaaaaaaaaaaaaaaaaaaaa', '/', 0);
  expect(jar.cookies.map(({ name }) => name)).toEqual(['JSESSIONID', 'c8', 'c9']);
});

test('behind a prefix, paths of cookies are paths as the gateway knows them', () => {
  const jar = new CookieJar(cookieOriginOf('https://service.example/survey', standardLimits));
  jar.set('JSESSIONID=1; Path=/survey', path, 0);
  expect(jar.header(path, 0)).toBe('JSESSIONID=1');
  expect(jar.isPlain).toBe(true);
  jar.set('near=2', path, 0);
  expect(jar.header('/a/api/v2/surveys/1/submit-page', 0)).toBe('near=2; JSESSIONID=1');
  jar.set('elsewhere=3; Path=/other', path, 0);
  expect(jar.header(path, 0)).not.toContain('elsewhere');
});
