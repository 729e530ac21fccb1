import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { listening } from '../support/freePort.ts';

const file = (name: string): string => fileURLToPath(new URL(`../support/tls/${name}`, import.meta.url));
const credentials = { key: readFileSync(file('key.pem')), cert: readFileSync(file('certificate.pem')) };

/** How a target is spoken to. */
export type Protocol = 'plain' | 'tls' | 'h2';

/** One whole request as a hostile target sees it. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: string;
  readonly body: string;
  /** Counts the requests of the target from 0. */
  readonly number: number;
  /** A host that nobody may contact. */
  readonly elsewhere: string;
}

/** A whole answer, whatever carries it. */
export interface WholeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

/** What a target does with a request: a whole answer, or bytes on the wire of HTTP/1.1. */
export type Behaviour =
  | { readonly answer: (request: HostileRequest) => WholeAnswer }
  | { readonly wire: (socket: Socket, request: HostileRequest) => void };

export interface HostileTarget {
  readonly baseUrl: string;
  readonly requests: number;
  close(): Promise<void>;
}

/** Starts a target on loopback that behaves as it is told. */
export async function startHostileTarget(
  behaviour: Behaviour,
  protocol: Protocol,
  elsewhere: string,
): Promise<HostileTarget> {
  const sockets = new Set<Socket>();
  const sessions = new Set<ServerHttp2Session>();
  let requests = 0;
  const heard = (head: string, body: string): HostileRequest => {
    const [first = '', ...headers] = head.split('\r\n');
    const [method = '', path = ''] = first.split(' ');
    return { method, path, headers: headers.join('\r\n'), body, number: requests++, elsewhere };
  };
  const onSocket = (socket: Socket): void => {
    let buffered = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      for (let head = buffered.indexOf('\r\n\r\n'); head >= 0; head = buffered.indexOf('\r\n\r\n')) {
        const length = Number(/content-length: (\d+)/i.exec(buffered.slice(0, head))?.[1] ?? 0);
        if (buffered.length < head + 4 + length) return;
        const request = heard(buffered.slice(0, head), buffered.slice(head + 4, head + 4 + length));
        buffered = buffered.slice(head + 4 + length);
        if ('wire' in behaviour) behaviour.wire(socket, request);
        else socket.write(http1Of(behaviour.answer(request)));
      }
    });
  };
  const server: Server = protocol === 'plain' ? createServer(onSocket) : secureServer();
  function secureServer(): Server {
    if (protocol === 'tls') return createTlsServer(credentials, onSocket).on('tlsClientError', () => {});
    const secure = createSecureServer(credentials);
    secure.on('session', (session) => {
      sessions.add(session);
      session.on('error', () => {});
    });
    secure.on('stream', (stream: ServerHttp2Stream, headers) => {
      let body = '';
      stream.on('error', () => {});
      stream.on('data', (chunk) => {
        body += String(chunk);
      });
      stream.on('end', () => {
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
        const request = heard([`${headers[':method']} ${headers[':path']}`, ...lines].join('\r\n'), body);
        if ('answer' in behaviour) answerStream(stream, behaviour.answer(request));
      });
    });
    return secure;
  }
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listening(server);
  return {
    baseUrl: `${protocol === 'plain' ? 'http' : 'https'}://127.0.0.1:${port}`,
    get requests() {
      return requests;
    },
    close: async () => {
      for (const session of sessions) session.destroy();
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The bytes of a whole answer over HTTP/1.1. */
export function http1Of({ status = 200, headers = {}, body }: WholeAnswer): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const all = { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n`, 'latin1'), bytes]);
}

function answerStream(stream: ServerHttp2Stream, { status = 200, headers = {}, body }: WholeAnswer): void {
  if (stream.destroyed) return;
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()]));
  stream.respond({ ':status': status, 'content-type': 'application/json', ...own });
  stream.end(body);
}
