import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SampleRandom, sampleRandom } from './sampleRandom.ts';

/** What a server is fuzzed with: requests that it knows, and what it must answer afterwards. */
export interface Fuzzed {
  readonly port: number;
  /** Requests in whole, as bytes on the wire begin from them. */
  readonly known: readonly string[];
  /** A request that a sound server answers with 200, whatever came before. */
  readonly alive: string;
}

export interface FuzzOutcome {
  readonly attempts: number;
  /** Answers by their status; 0 where the server closed without one. */
  readonly statuses: Readonly<Record<string, number>>;
  /** What was sent for each answer of 5xx, the first few. */
  readonly failures: readonly string[];
}

const connectionsAtOnce = 8;
const answerMs = 300;
const aliveMs = 10_000;
const mostFailures = 5;

/**
 * Sends random bytes, broken HTTP, odd paths and heads, random JSON, upgrades, and streams that are left, until `endMs`
 * of `performance.now()`; the same seed sends the same.
 *
 * @throws Error when the server no longer answers what it must
 */
export async function fuzz({ port, known, alive }: Fuzzed, seed: number, endMs: number): Promise<FuzzOutcome> {
  const statuses: Record<string, number> = {};
  const failures: string[] = [];
  let attempts = 0;
  const attack = async (random: SampleRandom): Promise<void> => {
    while (performance.now() < endMs) {
      const bytes = attempt(random, known);
      attempts++;
      const leavesAtOnce = random() < 0.2;
      const status = await send(port, bytes, leavesAtOnce ? 1 : answerMs);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status >= 500 && failures.length < mostFailures)
        failures.push(`${status}: ${bytes.toString('latin1', 0, 400)}`);
      if (attempts % 100 === 0) await demandAlive(port, alive);
    }
  };
  await Promise.all(Array.from({ length: connectionsAtOnce }, (_, at) => attack(sampleRandom(seed + at))));
  await demandAlive(port, alive);
  return { attempts, statuses, failures };
}

async function demandAlive(port: number, alive: string): Promise<void> {
  const status = await send(port, Buffer.from(alive), aliveMs);
  if (status !== 200) throw new Error(`the server answered ${status} to what it must answer`);
}

/** The status of the first answer to some bytes; 0 when none came in time. */
async function send(port: number, bytes: Buffer, withinMs: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  const over = new AbortController();
  let head = '';
  socket.on('error', () => over.abort());
  socket.on('close', () => over.abort());
  socket.on('data', (data) => {
    if (head.length < 100) head += data.toString('latin1', 0, 100);
    if (/^HTTP\/1\.1 (?!1)\d{3}/.test(head)) over.abort();
  });
  socket.write(bytes);
  await sleep(withinMs, null, { signal: over.signal }).catch(() => null);
  socket.destroy();
  if (!socket.closed) await once(socket, 'close');
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
}

function pick<T>(random: SampleRandom, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

function bytesOf(random: SampleRandom, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
}

const oddPaths = [
  '/',
  '//',
  '/%',
  '/%00',
  '/%ff%fe',
  '/..',
  '/../../etc/passwd',
  '/a/api/v2/surveys/1e9/take',
  '*',
  'http://x/',
];
const oddHeads = [
  'host: evil.example',
  'cookie: JSESSIONID=',
  `cookie: ${'a=b; '.repeat(2000)}`,
  'content-length: 99999999999999999999',
  'content-length: -1',
  'transfer-encoding: chunked',
  'transfer-encoding: gzip, chunked',
  'content-type: text/plain',
  'content-encoding: gzip',
  'expect: 100-continue',
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nsec-websocket-version: 13',
  'connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAAA',
  'accept: text/event-stream',
  'last-event-id: -1',
  'range: bytes=0-0,1-1,-1',
  ': no name',
  'x-survey-token: ../..',
  'api-key: canvass-key\u00e4',
];
const values = [
  'null',
  '[]',
  '{}',
  '""',
  '-0',
  '1e999',
  'true',
  '"__proto__"',
  '{"__proto__":{"x":1}}',
  '"\\ud800"',
  '9007199254740993',
  '"\u0000"',
];

/** JSON, mostly: values within each other, and now and then something that is none. */
function json(random: SampleRandom, depth = 0): string {
  const kind = random();
  if (depth > 4 || kind < 0.5) return pick(random, values);
  const members = Array.from({ length: Math.floor(random() * 5) }, () => json(random, depth + 1));
  if (kind < 0.7) return `[${members.join(',')}]`;
  if (kind < 0.72) return '['.repeat(100_000);
  if (kind < 0.74) return '{"a":';
  const names = [
    'name',
    'primaryAccountID',
    'responseSet',
    'u_101',
    'm_102',
    't_1',
    'title',
    'content',
    '__proto__',
    '',
  ];
  return `{${members.map((member) => `${JSON.stringify(pick(random, names))}:${member}`).join(',')}}`;
}

/** What is sent on one connection. */
function attempt(random: SampleRandom, known: readonly string[]): Buffer {
  const base = pick(random, known);
  const kind = random();
  if (kind < 0.1) return bytesOf(random, Math.floor(random() * 2000));
  if (kind < 0.3) return spoilt(random, Buffer.from(base));
  if (kind < 0.4) return Buffer.from(base.slice(0, Math.floor(random() * base.length)));
  if (kind < 0.5)
    return Buffer.from(
      base.replace(/ \S+ /, ` ${pick(random, oddPaths)}${random() < 0.5 ? '?page=-1&perPage=1e9' : ''} `),
    );
  if (kind < 0.7) return Buffer.from(base.replace('\r\n', `\r\n${pick(random, oddHeads)}\r\n`));
  if (kind < 0.75) return Buffer.from(base.repeat(2 + Math.floor(random() * 20)));
  const [head = ''] = base.split('\r\n\r\n');
  const body = json(random);
  const lines = head.split('\r\n').filter((line) => !/^content-length/i.test(line));
  return Buffer.from(`${lines.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** Some bytes changed, doubled or left out. */
function spoilt(random: SampleRandom, bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  for (let count = 1 + Math.floor(random() * 5); count > 0; count--)
    changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
  const at = Math.floor(random() * changed.length);
  return random() < 0.5 ? changed : Buffer.concat([changed.subarray(0, at), changed.subarray(at >> 1)]);
}

const requestLines = (host: string, lines: readonly string[], body = ''): string =>
  `${[...lines, `host: ${host}`, ...(body === '' ? [] : ['content-type: application/json', `content-length: ${body.length}`])].join('\r\n')}\r\n\r\n${body}`;

/** The embedded service: each endpoint of it. */
export function serviceToFuzz(port: number): Fuzzed {
  const host = `127.0.0.1:${port}`;
  const call = (method: string, path: string, body = ''): string =>
    requestLines(host, [`${method} /a/api/v2${path} HTTP/1.1`, 'api-key: canvass-key', 'cookie: JSESSIONID=x'], body);
  const alive = call('GET', '/surveys/1001/take').replace('cookie: JSESSIONID=x\r\n', '');
  return {
    port,
    alive,
    known: [
      alive,
      call('POST', '/surveys/1001/submit-page', '{"u_101":"10101","m_102":["10201"]}'),
      call('GET', '/surveys/1001/previous-page'),
      call('POST', '/organizations/1/departments', '{"name":"x","primaryAccountID":7}'),
      call('GET', '/organizations/1/departments?page=1&perPage=10'),
      call('POST', '/surveys/1001/templates', '{"isGlobal":true,"title":"t","emailSubject":"s","content":"c"}'),
      call('PUT', '/surveys/1001/datapads/5', '{"analysisHtmlText":"x"}'),
      call(
        'POST',
        '/surveys/1001/responses',
        '{"responseSet":[{"questionID":101,"answerValues":[{"answerID":10101}]}]}',
      ),
      call('GET', '/surveys/1001/responses?page=1&perPage=10'),
      call('GET', '/surveys/1001/responses/filter?custom1=x&extRef=y'),
      call('GET', '/surveys/1001/responses/1'),
    ],
  };
}

/** The live page of a run: the page, its events, its report, its stop button. */
export function livePageToFuzz(port: number): Fuzzed {
  const host = `127.0.0.1:${port}`;
  const call = (method: string, path: string, body = ''): string =>
    requestLines(host, [`${method} ${path} HTTP/1.1`], body);
  return {
    port,
    alive: call('GET', '/'),
    known: [
      call('GET', '/'),
      call('GET', '/events'),
      call('GET', '/report'),
      call('POST', '/stop', '{"token":"x"}'),
      call('HEAD', '/'),
    ],
  };
}
