import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookUpScript } from '../../src/result/lookUpScript.ts';

const listed = [['cvs-a', 'cvs-b'], ['cvs-c']];
const server = createServer(({ url = '', headers }, response) => {
  const page = Number(new URLSearchParams(url.split('?')[1]).get('page'));
  const items = (listed[page - 1] ?? []).map((text, responseID) => ({ responseID, text }));
  response.writeHead(headers['api-key'] === 'good' ? 200 : 401).end(JSON.stringify({ response: items }));
});
let baseUrl = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});

test.each([
  ['cvs-c', 'good', 0, 'Of 3 records one carries cvs-c: the completion is stored.\n'],
  ['cvs-d', 'good', 1, 'None of 3 records carries cvs-d: the completion is lost.\n'],
  ['cvs-c', 'bad', 2, 'Page 1 of the list was answered by HTTP 401.\n'],
])('a script that looks for %s with a %s key ends with %i', async (token, key, exitCode, said) => {
  const script = lookUpScript('/list', token, { expected: 'a record', actual: 'none' });
  const env = { ...process.env, BASE_URL: baseUrl, CANVASS_API_KEY: key };
  const ended = await new Promise((resolve) => {
    execFile('sh', ['-c', script], { env }, (error, stdout) => resolve([error?.code ?? 0, stdout]));
  });
  expect(ended).toEqual([exitCode, said]);
});

/** A service of one page whose every nth completion is not stored; `0`: each is. */
async function losing(nth: number) {
  const stored: string[] = [];
  let completions = 0;
  const service = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.url?.endsWith('/submit-page')) {
        completions++;
        if (nth === 0 || completions % nth !== 0) stored.push(body);
        response.end('{"response":{"status":"survey_complete"},"requestID":"r"}');
      } else if (request.url?.endsWith('/take')) response.end('{"response":{"status":"success"},"requestID":"r"}');
      else {
        const isFirst = request.url?.endsWith('page=1') === true;
        response.end(JSON.stringify({ response: isFirst ? stored.map((text) => ({ responseID: 1, text })) : [] }));
      }
    });
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  return { service, url: `http://127.0.0.1:${(service.address() as AddressInfo).port}` };
}

test.each([
  [3, 1, 'Of 8 completions made now 2 are lost.\n'],
  [0, 0, 'Of 8 completions made now 0 are lost.\n'],
])('a script that walks again where every %ith completion is lost ends with %i', async (nth, exitCode, said) => {
  const { service, url } = await losing(nth);
  const again = { submitted: ['{"t_1":"cvs-a it\'s \\"mine\\""}'], tries: 8 };
  const script = lookUpScript('/surveys/1/responses', 'cvs-a', { expected: 'a record', actual: 'none' }, again);
  const env = { ...process.env, BASE_URL: url, CANVASS_API_KEY: 'good', SETTLE_SECONDS: '0' };
  const ended = await new Promise((resolve) => {
    execFile('sh', ['-c', script], { env }, (error, stdout) => resolve([error?.code ?? 0, stdout]));
  });
  service.close();
  expect(ended).toEqual([exitCode, said]);
});
