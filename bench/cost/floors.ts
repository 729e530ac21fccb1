/**
 * What cannot be saved: the same requests over the same connections, with less and less of canvass. Nothing is parsed but
 * by the transport of canvass, and nothing is judged; each answer is followed by the same request.
 */
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { createTransport } from '../../src/client/httpTransport.ts';
import type { ExchangeListener, OutgoingRequest } from '../../src/client/transport.ts';
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
  if (floor === 'transport') await overTransport(baseUrl, path, connections, protocol, control);
  else if (protocol === 'h2') await overStreams(baseUrl, path, connections, control);
  else await overSockets(new URL(baseUrl), path, connections, protocol, control);
}

async function overTransport(
  baseUrl: string,
  path: string,
  max: number,
  protocol: Protocol,
  control: LoopControl,
): Promise<void> {
  const http2 = protocol === 'h2';
  const shared = { connections: { mode: 'shared', max }, http2, tls: { caFile: trustedFile } } as const;
  const transport = createTransport(targetOptions(baseUrl, shared));
  const headers = ['accept', 'application/json', 'api-key', apiKey];
  const request: OutgoingRequest = { endpoint: 'take', method: 'GET', path, headers, body: null, intendedMs: 0 };
  const asked = Array.from({ length: max }, () => {
    return new Promise<void>((resolve) => {
      const listener: ExchangeListener = {
        onExchange: () => (control.onRequest() ? transport.send(request, listener) : resolve()),
      };
      transport.send(request, listener);
    });
  });
  await Promise.all(asked);
  await transport.close();
}

async function overSockets(
  { host, hostname, port }: URL,
  path: string,
  connections: number,
  protocol: Protocol,
  control: LoopControl,
): Promise<void> {
  const text = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: application/json\r\napi-key: ${apiKey}\r\n\r\n`;
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

async function overStreams(baseUrl: string, path: string, streams: number, control: LoopControl): Promise<void> {
  const session = connectHttp2(baseUrl, { ca: readFileSync(trustedFile) });
  const headers = { ':method': 'GET', ':path': path, accept: 'application/json', 'api-key': apiKey };
  const ask = (onLast: () => void): void => {
    session
      .request(headers)
      .on('data', () => {})
      .once('end', () => (control.onRequest() ? ask(onLast) : onLast()));
  };
  await Promise.all(Array.from({ length: streams }, () => new Promise<void>((resolve) => ask(resolve))));
  session.close();
}
