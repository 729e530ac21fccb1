import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { fixedHead } from '../../../src/client/http1/heads.ts';
import { Http1Connection, type Http1Target } from '../../../src/client/http1/http1Connection.ts';
import type { OutgoingRequest } from '../../../src/client/transport.ts';
import { listening } from '../../support/freePort.ts';
import { type Answer, httpResponse, type RawServer, startRawServer } from '../../support/rawServer.ts';

let server: RawServer;
let connection: Http1Connection;
let open = 0;

afterEach(async () => {
  await connection.destroy(new Error('over'));
  await server.close();
  await expect.poll(() => open).toBe(0);
});

async function wireTo(answer: Answer): Promise<void> {
  server = await startRawServer(answer);
  const { hostname, port, host } = new URL(server.baseUrl);
  connection = connectionAt({
    hostname,
    port: Number(port),
    fixedHead: fixedHead(host, []),
    proxy: null,
    security: null,
    connectTimeoutMs: 1000,
    setUps: { onSetUp: () => {} },
    idleMs: 15_000,
    headBytes: 16_384,
  });
}

function connectionAt(to: Http1Target): Http1Connection {
  return new Http1Connection(to, {
    keepsConnections: true,
    onClosedByAnswer() {},
    onConnect: () => {
      open++;
    },
    onDisconnect: () => {
      open--;
    },
  });
}

function sent(changes: Partial<OutgoingRequest> = {}): Promise<string> {
  const request: OutgoingRequest = {
    ...{ endpoint: 'take', method: 'GET', path: '/', headers: [], body: null, intendedMs: 0 },
    ...changes,
  };
  return new Promise((resolve, reject) => {
    let body = '';
    connection.send(request, request.path, {
      onSent() {},
      onFirstByte() {},
      onHead() {},
      onData: (chunk) => {
        body += chunk.toString('utf8');
      },
      onEnd: () => resolve(body),
      onError: reject,
    });
  });
}

test('one connection carries one request after the other', async () => {
  await wireTo((socket, _request, number) => socket.write(httpResponse(200, `${number}`)));
  for (let number = 0; number < 5; number++) expect(await sent()).toBe(`${number}`);
  expect([server.connections, open]).toEqual([1, 1]);
});

test('a connection that has been idle for long is closed, and made again when it is needed', async () => {
  await wireTo((socket) => socket.write(httpResponse(200, '{}')));
  await sent();
  connection.closeIdle(performance.now() + 14_000);
  expect(open).toBe(1);
  connection.closeIdle(performance.now() + 16_000);
  await expect.poll(() => open).toBe(0);
  expect(await sent()).toBe('{}');
  expect(server.connections).toBe(2);
});

test('a service that keeps idle connections for a second only gets a new one each time', async () => {
  await wireTo((socket) => socket.write(httpResponse(200, '{}', { 'keep-alive': 'timeout=1' })));
  for (let i = 0; i < 3; i++) expect(await sent()).toBe('{}');
  expect(server.connections).toBe(3);
});

test.each([
  ['in ASCII', 'a=b', '{"t_1":"a"}'],
  ['beyond ASCII', 'a=b', '{"t_1":"ü 👍 日本"}'],
  ['beyond ASCII with a header beyond ASCII', 'a=é', '{"t_1":"ü 👍 日本"}'],
])('a body %s goes out as it is', async (_what, cookie, body) => {
  await wireTo((socket) => socket.write(httpResponse(200, '{}')));
  await sent({ method: 'POST', headers: ['cookie', cookie], body });
  const [head = '', bytes = ''] = (server.requests[0] ?? '').split('\r\n\r\n');
  expect(head).toContain(`cookie: ${cookie}`);
  expect(Buffer.from(bytes, 'latin1').toString('utf8')).toBe(body);
});

/** Answers with the number of the request; `late` writes more once the first answer was heard. */
async function lateWriter(): Promise<(text: string, closes: boolean) => Promise<void>> {
  const sockets: Socket[] = [];
  await wireTo((socket, _request, number) => {
    sockets.push(socket);
    socket.write(httpResponse(200, `${number}`));
  });
  return async (text, closes) => {
    sockets.at(-1)?.write(text);
    if (closes) sockets.at(-1)?.end();
    await expect.poll(() => open).toBe(0);
  };
}

test('what comes without a request is told of, and not taken for the answer to the next one', async () => {
  const writeLate = await lateWriter();
  expect(await sent()).toBe('0');
  await writeLate(httpResponse(200, 'smuggled'), false);
  await expect(sent()).rejects.toThrow('more than one answer');
  expect(await sent()).toBe('2');
});

test('a notice that an idle connection is closed is no answer to anything', async () => {
  const writeLate = await lateWriter();
  expect(await sent()).toBe('0');
  await writeLate(httpResponse(408, ''), true);
  expect(await sent()).toBe('1');
});

test('a connection that was answered before its request had left is not used again', async () => {
  const body = 'x'.repeat(20_000_000);
  server = await startRawServer(() => {});
  const deaf = createServer((socket) => {
    socket.on('error', () => {});
    socket.pause().write(httpResponse(200, '{}'));
    sockets.push(socket);
  });
  const sockets: Socket[] = [];
  const port = await listening(deaf);
  connection = connectionAt({
    hostname: '127.0.0.1',
    port,
    fixedHead: fixedHead('deaf', []),
    proxy: null,
    security: null,
    connectTimeoutMs: 1000,
    setUps: { onSetUp: () => {} },
    idleMs: 15_000,
    headBytes: 16_384,
  });
  expect(await sent({ method: 'POST', body })).toBe('{}');
  expect(await sent({ method: 'POST', body })).toBe('{}');
  expect(sockets).toHaveLength(2);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => deaf.close(resolve));
});

test('a request under way hears why its connection is destroyed', async () => {
  await wireTo(() => {});
  const ended = expect(sent()).rejects.toThrow('enough');
  await expect.poll(() => server.requests.length).toBe(1);
  await connection.destroy(new Error('enough'));
  await ended;
});
