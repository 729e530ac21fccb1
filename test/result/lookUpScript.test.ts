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
