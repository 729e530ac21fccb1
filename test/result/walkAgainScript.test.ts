import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { walkAgainScript } from '../../src/result/walkAgainScript.ts';
import { listening } from '../support/freePort.ts';

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
  const port = await listening(service);
  return { service, url: `http://127.0.0.1:${port}` };
}

test.each([
  [3, 1, 'Of 8 completions made now 2 are lost.\n'],
  [0, 0, 'Of 8 completions made now 0 are lost.\n'],
])('a script that walks again where every %ith completion is lost ends with %i', async (nth, exitCode, said) => {
  const { service, url } = await losing(nth);
  const again = { submitted: ['{"t_1":"cvs-a it\'s \\"mine\\""}'], tries: 8 };
  const script = walkAgainScript('/surveys/1/responses', 'cvs-a', again, { expected: 'a record', actual: 'none' });
  const env = { ...process.env, BASE_URL: url, CANVASS_API_KEY: 'good', SETTLE_SECONDS: '0' };
  const ended = await new Promise((resolve) => {
    execFile('sh', ['-c', script], { env }, (error, stdout) => resolve([error?.code ?? 0, stdout]));
  });
  service.close();
  expect(ended).toEqual([exitCode, said]);
});

test('a mark that a shell could take for something else is in no script', () => {
  const again = { submitted: ['{}'], tries: 1 };
  expect(walkAgainScript('/surveys/1/responses', 'a"; rm', again, { expected: '', actual: '' })).toBe('');
});
