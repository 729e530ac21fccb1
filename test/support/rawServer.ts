import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { listening } from './freePort.ts';

/** A TCP server on loopback. */
export interface TcpServer {
  readonly baseUrl: string;
  /** Connections accepted so far. */
  readonly connections: number;
  close(): Promise<void>;
}

/** One that answers each request with what a test wants on the wire. */
export interface RawServer extends TcpServer {
  /** Requests so far, head and body as text. */
  readonly requests: readonly string[];
}

/** Answers one whole request; `number` counts the requests of the server from 0. */
export type Answer = (socket: Socket, request: string, number: number) => void;

export async function startRawServer(answer: Answer): Promise<RawServer> {
  const requests: string[] = [];
  const server = await startTcpServer((socket) => {
    let buffered = '';
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      for (let length = requestLength(buffered); length > 0; length = requestLength(buffered)) {
        const request = buffered.slice(0, length);
        buffered = buffered.slice(length);
        requests.push(request);
        answer(socket, request, requests.length - 1);
      }
    });
  });
  return Object.assign(server, { requests });
}

/** As a raw server, of whatever is spoken. */
export async function startTcpServer(meet: (socket: Socket) => void): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    meet(socket);
  });
  const port = await listening(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    get connections() {
      return connections;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A whole HTTP response with a body, kept alive. */
export function httpResponse(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers });
  return `HTTP/1.1 ${status} X\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

function requestLength(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  return text.length >= head + 4 + length ? head + 4 + length : 0;
}
