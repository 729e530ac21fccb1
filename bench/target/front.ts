import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { keyFile, trustedFile } from '../../test/support/tlsFront.ts';
import { H2Socket } from './h2Socket.ts';

/** How a benchmark's target is spoken to. */
export type Protocol = 'plain' | 'tls' | 'h2';

export const protocols = ['plain', 'tls', 'h2'] as const satisfies readonly Protocol[];

/** Where the answer to one request goes. */
export interface Reply {
  /** @param setCookie the value of `Set-Cookie`, `''` for none */
  send(status: number, setCookie: string, body: string, encoding: 'latin1' | 'utf8'): void;
}

/** Answers a request by its head, in the letters of HTTP/1.1, and its body. */
export type Answerer = (reply: Reply, head: string, body: string) => void;

/** What happens around each read, for a server that keeps a record of its own. */
export interface Readings {
  begins(): void;
  ends(): void;
}

class SocketReply implements Reply {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  send(status: number, setCookie: string, body: string, encoding: 'latin1' | 'utf8'): void {
    if (this.#socket.destroyed) return;
    const length = encoding === 'latin1' ? body.length : Buffer.byteLength(body);
    const cookie = setCookie === '' ? '' : `Set-Cookie: ${setCookie}\r\n`;
    this.#socket.write(
      `HTTP/1.1 ${status} OK\r\n${cookie}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
      encoding,
    );
  }
}

const lengthName = 'content-length: ';

/** The smallest HTTP/1.1 that canvass and undici speak: names in small letters, bodies with a length. */
function onSocket(socket: Socket, answer: Answerer, readings: Readings): void {
  const reply = new SocketReply(socket);
  let received = '';
  socket.setEncoding('latin1');
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    readings.begins();
    received += chunk;
    for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
      const lengthAt = received.startsWith('P') ? received.indexOf(lengthName) : -1;
      const length =
        lengthAt < 0 ? 0 : Number.parseInt(received.slice(lengthAt + lengthName.length, lengthAt + 32), 10);
      const next = end + 4 + length;
      if (received.length < next) break;
      const request = received;
      received = received.length === next ? '' : received.slice(next);
      answer(reply, request.slice(0, end), length === 0 ? '' : request.slice(end + 4, next));
    }
    readings.ends();
  });
}

/** Over TLS Node's own server does: it costs the target more, which nobody counts. */
function onRequest(request: IncomingMessage, response: ServerResponse, answer: Answerer): void {
  let body = '';
  request.setEncoding('latin1');
  request.on('data', (chunk) => {
    body += chunk;
  });
  const reply: Reply = {
    send(status, setCookie, text, encoding) {
      const bytes = Buffer.from(text, encoding);
      const cookie = setCookie === '' ? {} : { 'set-cookie': setCookie };
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length, ...cookie });
      response.end(bytes);
    },
  };
  const { method, url, headers } = request;
  request.on('end', () => answer(reply, `${method} ${url} HTTP/1.1\r\ncookie: ${headers.cookie ?? ''}`, body));
}

/** Serves on a free port of loopback, and tells the parent process the base URL. Ends with the parent. */
export function serve(protocol: Protocol, answer: Answerer, readings: Readings = { begins() {}, ends() {} }): void {
  const server = serverOf(protocol, answer, readings);
  server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, () => {
    const address = server.address();
    const scheme = protocol === 'plain' ? 'http' : 'https';
    if (typeof address === 'object' && address !== null) process.send?.(`${scheme}://127.0.0.1:${address.port}`);
  });
  process.on('disconnect', () => process.exit());
}

function serverOf(protocol: Protocol, answer: Answerer, readings: Readings): Server {
  if (protocol === 'plain') return createServer((socket) => onSocket(socket, answer, readings));
  const credentials = { key: readFileSync(keyFile), cert: readFileSync(trustedFile), minVersion: 'TLSv1.3' } as const;
  if (protocol === 'tls') {
    return createHttpsServer({ ...credentials, keepAliveTimeout: 60_000 }, (request, response) => {
      readings.begins();
      onRequest(request, response, answer);
      readings.ends();
    });
  }
  return createTlsServer({ ...credentials, ALPNProtocols: ['h2'] }, (socket) => {
    new H2Socket(socket, answer, readings);
  });
}
