import { expect, test } from 'vitest';
import { parseBaseUrl, stepPathOf } from '../../src/client/target.ts';

const address = parseBaseUrl('https://service.example/eu');

test.each([
  ['/a/api/v2/surveys/1/submit-page', '/a/api/v2/surveys/1/submit-page'],
  ['/eu/a/api/v2/surveys/1/submit-page?x=1', '/a/api/v2/surveys/1/submit-page?x=1'],
  ['https://service.example/a/x', '/a/x'],
  ['https://service.example:443/a/x', '/a/x'],
  ['/ü /x', '/%C3%BC%20/x'],
])('%s stays with the service', (url, path) => {
  expect(stepPathOf(url, address, '/a/api/v2/surveys/1001/take')).toBe(path);
});

test.each([
  'https://elsewhere.example/a',
  'http://service.example/a',
  '//elsewhere.example/a',
  '/\\elsewhere.example/a',
  'https://service.example:8443/a',
  'https://service.example@elsewhere.example/',
  'javascript:alert(1)',
  'http://[',
])('%s leads elsewhere', (url) => {
  expect(stepPathOf(url, address, '/a/api/v2/surveys/1001/take')).toBeNull();
});
