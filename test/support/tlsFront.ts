import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as forward } from 'node:http';
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { createServer as createHttpsServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { listening } from './freePort.ts';

const file = (name: string): string => fileURLToPath(new URL(`./tls/${name}`, import.meta.url));

/** Self-signed for localhost and 127.0.0.1, valid from 2020 to 2120. */
export const trustedFile = file('certificate.pem');
/** Its key. */
export const keyFile = file('key.pem');
/** A certificate that has signed nothing. */
export const strangerFile = file('stranger.pem');

/** A real TLS server on loopback, in front of a service that speaks plain HTTP. */
export interface TlsFront {
  readonly baseUrl: string;
  /** Requests by HTTP version, as `{ '2.0': 7 }`. */
  readonly byVersion: Readonly<Record<string, number>>;
  /** Connections that came as far as TLS. */
  readonly connections: number;
  close(): Promise<void>;
}

/** @param offers the protocols that ALPN may choose. */
export async function startTlsFront(upstream: string, offers: 'h2' | 'http/1.1' | 'both'): Promise<TlsFront> {
  const credentials = { key: readFileSync(keyFile), cert: readFileSync(trustedFile) };
  const byVersion: Record<string, number> = {};
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  let connections = 0;
  const onRequest = (request: Http2ServerRequest, response: Http2ServerResponse): void => {
    byVersion[request.httpVersion] = (byVersion[request.httpVersion] ?? 0) + 1;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !name.startsWith(':') && name !== 'host'),
    );
    const inner = forward(new URL(request.url, upstream), { method: request.method, headers }, (answer) => {
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value !== undefined && !['connection', 'keep-alive', 'transfer-encoding'].includes(name)) {
          response.setHeader(name, value);
        }
      }
      response.writeHead(answer.statusCode ?? 502);
      answer.pipe(response);
    });
    inner.on('error', () => response.stream?.destroy());
    request.pipe(inner);
  };
  const server: Http2SecureServer | Server =
    offers === 'http/1.1'
      ? createHttpsServer(credentials)
      : createSecureServer({ ...credentials, allowHTTP1: offers === 'both' });
  server.on('request', onRequest);
  server.on('session', (session: ServerHttp2Session) => {
    sessions.add(session);
    session.on('error', () => {});
  });
  server.on('secureConnection', () => {
    connections++;
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  const port = await listening(server);
  return {
    baseUrl: `https://127.0.0.1:${port}`,
    byVersion,
    get connections() {
      return connections;
    },
    close: async () => {
      for (const session of sessions) session.destroy();
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
