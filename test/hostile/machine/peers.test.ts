import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { canvass, main } from '../../cli/canvass.ts';
import { folderOf } from '../../support/folder.ts';
import { freePort } from '../../support/freePort.ts';
import { type PeerManner, startHostilePeer, terminalPoison } from '../../support/hostilePeer.ts';
import type { TcpServer } from '../../support/rawServer.ts';

const peers: TcpServer[] = [];
afterEach(async () => {
  for (const peer of peers.splice(0)) await peer.close();
});

const load = {
  target: { baseUrl: 'embedded' },
  surveys: { walk: [{ id: 1013 }] },
  load: {
    stages: [{ durationSeconds: 2, arrivalsPerSecond: 5 }],
    warmupSeconds: 0,
    gracefulStopSeconds: 2,
    workers: 1,
  },
};

/** A run as a process. @param listening called with what it says, as it says it */
async function run(
  profile: object,
  words: readonly string[],
  listening: (said: string) => void = () => {},
  environment: Readonly<Record<string, string>> = {},
) {
  const cwd = folderOf({ 'p.yaml': JSON.stringify({ name: 'p', ...profile }) });
  const child = spawn(process.execPath, [main, 'load', 'p.yaml', '--out', join(cwd, 'reports'), ...words], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', CANVASS_API_KEY: 'canvass-key', ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      said += String(bytes);
      listening(said);
    });
  const [exitCode] = await once(child, 'close');
  return { exitCode, said };
}

/**
 * A run within this process. What holds up the end of a process, a peer that stops would show: collector, chat and proxy
 * of that manner are tried by `run`.
 */
async function runHere(profile: object, words: readonly string[]) {
  const cwd = folderOf({ 'p.yaml': JSON.stringify({ name: 'p', ...profile }) });
  const environment = { CANVASS_API_KEY: 'canvass-key' };
  const { exitCode, stdout, stderr } = await canvass(['load', 'p.yaml', ...words], { cwd, environment });
  return { exitCode, said: stdout + stderr };
}

const runnerFor = (manner: PeerManner) => (manner === 'stops' ? run : runHere);

/** A verdict was printed, and no fault found: a machine that is busy with other tests may make the run INVALID. */
function expectJudged(exitCode: unknown, said: string): void {
  expect(said).toMatch(/\n(PASS|INVALID) /);
  expect([0, 3]).toContain(exitCode);
}

/** No escape sequence, no control character, and no command of a runner. */
function expectClean(said: string): void {
  expect(said).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
  expect(said).not.toMatch(/^::|##\[/m);
}

test.each(['drips', 'floods', 'lies'] as const)(
  'a collector and a chat of which each %s hold up no run, and say nothing in it',
  async (manner) => {
    const [collector, chat] = [await startHostilePeer(manner), await startHostilePeer(manner)];
    peers.push(collector, chat);
    const profile = { ...load, output: { webhook: `${chat.baseUrl}/hook` } };
    const { exitCode, said } = await runHere(profile, ['--otlp', collector.baseUrl]);
    expect(collector.connections > 0 && chat.connections > 0).toBe(true);
    expectJudged(exitCode, said);
    expectClean(said);
  },
);

test.each(['stops', 'lies'] as const)('a proxy that %s lets a run end, and says nothing in it', async (manner) => {
  const proxy = await startHostilePeer(manner);
  peers.push(proxy);
  const target = { baseUrl: `http://127.0.0.1:${await freePort()}`, proxy: proxy.baseUrl, timeoutMs: 1000 };
  const { exitCode, said } = await runnerFor(manner)({ ...load, target }, []);
  expect(exitCode).toBe(5);
  expectClean(said);
});

test('a collector and a chat that stop, and who scrapes metrics or looks at the live page, and never reads or never ends, hold up no run', async () => {
  const [collector, chat] = [await startHostilePeer('stops'), await startHostilePeer('stops')];
  peers.push(collector, chat);
  const profile = { ...load, output: { webhook: `${chat.baseUrl}/hook` } };
  const port = await freePort();
  let isAttached = false;
  const words = ['--dashboard', '0', '--metrics', String(port), '--otlp', collector.baseUrl];
  const { exitCode, said } = await run(profile, words, (saying) => {
    const page = /live page: http:\/\/127\.0\.0\.1:(\d+)/.exec(saying)?.[1];
    if (page === undefined || isAttached) return;
    isAttached = true;
    for (const [to, request] of [
      [port, 'GET /metrics HTTP/1.1\r\nhost: x\r\n'],
      [port, 'GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1000)],
      [Number(page), 'GET /events HTTP/1.1\r\n'],
      [Number(page), `GET /events HTTP/1.1\r\nhost: 127.0.0.1:${page}\r\n\r\n`],
      [Number(page), `POST /stop HTTP/1.1\r\nhost: 127.0.0.1:${page}\r\ncontent-length: 100000\r\n\r\n{`],
    ] as const) {
      const socket = connect(to, '127.0.0.1', () => socket.write(request));
      // Nothing of the answer is read.
      socket.pause();
      socket.on('error', () => {});
      socket.on('close', () => socket.destroy());
    }
  });
  expect(isAttached).toBe(true);
  expect(collector.connections > 0 && chat.connections > 0).toBe(true);
  expectJudged(exitCode, said);
  expectClean(said);
});

test('a NATS that says what it was sent, and what is no NATS, says nothing in a run', async ({ onTestFinished }) => {
  const info = { server_id: 'x', version: '2.10.0', proto: 1, max_payload: 1_000_000, headers: true };
  let connections = 0;
  const nats = createServer((socket) => {
    connections++;
    socket.on('error', () => {});
    socket.write(`INFO ${JSON.stringify(info)}\r\n`);
    socket.once('data', (sent) => {
      const credentials = sent.toString().split('\r\n')[0]?.replaceAll("'", '');
      socket.end(`-ERR 'Authorization Violation ${credentials}'\r\n${terminalPoison}\r\n`);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void nats.close());
  await once(nats, 'listening');
  const { port } = nats.address() as AddressInfo;
  const credentials = { CANVASS_NATS_USER: 'canvass', CANVASS_NATS_PASSWORD: 'of-the-tests-7f3a' };
  const words = ['--no-preflight', '--nats', `nats://127.0.0.1:${port}`, '--workers', '1', '--wait', '0'];
  const target = { baseUrl: 'http://127.0.0.1:1', apiKeys: ['canvass-key'] };
  const { exitCode, said } = await run({ ...load, target }, words, () => {}, credentials);
  expect(connections).toBe(1);
  expect(exitCode).toBe(3);
  expect(said).toMatch(/^canvass: NATS at .* refused this client \(.*Authorization Violation.*\n$/);
  expect(said).not.toContain(credentials.CANVASS_NATS_PASSWORD);
  expectClean(said);
});
