/**
 * What cannot be saved: the same requests over the same connections, with less and less of canvass. Nothing is parsed but
 * by the transport of canvass, and nothing is judged; each answer is followed by the same request, in one session: an answer
 * that begins one has a head of its own, and most answers of a walk do not.
 */
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { createTransport } from '../../src/client/httpTransport.ts';
import type { ExchangeListener, OutgoingRequest, Transport } from '../../src/client/transport.ts';
import type { Exchange } from '../../src/result/exchange.ts';
import { targetOptions } from '../../test/support/targetOptions.ts';
import { trustedFile } from '../../test/support/tlsFront.ts';
import type { LoopControl } from '../bareLoop.ts';
import type { Protocol } from '../target/front.ts';

/** `sockets`: Node's own sockets, or HTTP/2 streams. `transport`: that of canvass, which reads heads and bodies. */
export type Floor = 'sockets' | 'transport';

const apiKey = 'benchmark-key-of-canvass';

/** Asks for the first page over and over, until `control` says that it is enough. */
export async function runFloor(
  floor: Floor,
  baseUrl: string,
  surveyId: number,
  connections: number,
  protocol: Protocol,
  control: LoopControl,
): Promise<void> {
  const path = `/a/api/v2/surveys/${surveyId}/take`;
  const shared = {
    connections: { mode: 'shared', max: connections },
    http2: protocol === 'h2',
    tls: { caFile: trustedFile },
  } as const;
  const transport = createTransport(targetOptions(baseUrl, shared));
  const cookie = await sessionOf(transport, path);
  if (floor === 'transport') await overTransport(transport, path, cookie, connections, control);
  await transport.close();
  if (floor === 'transport') return;
  if (protocol === 'h2') await overStreams(baseUrl, path, cookie, connections, control);
  else await overSockets(new URL(baseUrl), path, cookie, connections, protocol, control);
}

function requestFor(path: string, ...cookie: readonly string[]): OutgoingRequest {
  const headers = ['accept', 'application/json', 'api-key', apiKey, ...cookie.flatMap((value) => ['cookie', value])];
  return { endpoint: 'take', method: 'GET', path, headers, body: null, intendedMs: 0 };
}

/** The cookie of a session of its own. */
async function sessionOf(transport: Transport, path: string): Promise<string> {
  const { headers } = await new Promise<Exchange>((onExchange) => transport.send(requestFor(path), { onExchange }));
  return headers[headers.indexOf('set-cookie') + 1]?.split(';', 1)[0] ?? '';
}

async function overTransport(
  transport: Transport,
  path: string,
  cookie: string,
  max: number,
  control: LoopControl,
): Promise<void> {
  const request = requestFor(path, cookie);
  const asked = Array.from({ length: max }, () => {
    return new Promise<void>((resolve) => {
      const listener: ExchangeListener = {
        onExchange: () => (control.onRequest() ? transport.send(request, listener) : resolve()),
      };
      transport.send(request, listener);
    });
  });
  await Promise.all(asked);
}

async function overSockets(
  { host, hostname, port }: URL,
  path: string,
  cookie: string,
  connections: number,
  protocol: Protocol,
  control: LoopControl,
): Promise<void> {
  const lines = ['accept: application/json', `api-key: ${apiKey}`, `cookie: ${cookie}`];
  const text = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('\r\n')}\r\n\r\n`;
  const buffer = Buffer.allocUnsafe(64 * 1024);
  let due: Socket[] = [];
  const flush = (): void => {
    const now = due;
    due = [];
    for (const socket of now) socket.write(text, 'latin1');
  };
  const asked = Array.from({ length: connections }, () => {
    return new Promise<void>((resolve) => {
      const callback = (): boolean => {
        if (!control.onRequest()) {
          socket.destroy();
          resolve();
        } else if (due.push(socket) === 1) setImmediate(flush);
        return true;
      };
      const there = { host: hostname, port: Number(port), onread: { buffer, callback } };
      const isTls = protocol === 'tls';
      const socket: Socket = isTls ? connectSecurely({ ...there, ca: readFileSync(trustedFile) }) : connect(there);
      socket.setNoDelay(true).once(isTls ? 'secureConnect' : 'connect', () => socket.write(text, 'latin1'));
    });
  });
  await Promise.all(asked);
}

async function overStreams(
  baseUrl: string,
  path: string,
  cookie: string,
  streams: number,
  control: LoopControl,
): Promise<void> {
  const session = connectHttp2(baseUrl, { ca: readFileSync(trustedFile) });
  const headers = { ':method': 'GET', ':path': path, accept: 'application/json', 'api-key': apiKey, cookie };
  const ask = (onLast: () => void): void => {
    session
      .request(headers)
      .on('data', () => {})
      .once('end', () => (control.onRequest() ? ask(onLast) : onLast()));
  };
  await Promise.all(Array.from({ length: streams }, () => new Promise<void>((resolve) => ask(resolve))));
  session.close();
}
