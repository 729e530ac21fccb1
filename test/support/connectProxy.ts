import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listening } from './freePort.ts';

/** A proxy on loopback that carries what it is asked to CONNECT, and tells what it was asked. */
export interface ConnectProxy {
  readonly port: number;
  /** Each CONNECT as it came: the authority, and all header names and values in turn. */
  readonly asked: readonly { readonly authority: string; readonly headers: readonly string[] }[];
  close(): Promise<void>;
}

/** @param credentials `user:password` that it wants; null lets everybody through */
export async function startConnectProxy(credentials: string | null = null): Promise<ConnectProxy> {
  const asked: { authority: string; headers: readonly string[] }[] = [];
  const sockets = new Set<Socket>();
  const wanted = credentials === null ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  const server = createServer((_, response) => response.writeHead(400).end());
  server.on('connection', (socket: Socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  server.on('connect', ({ url = '', rawHeaders, headers }, client: Socket) => {
    asked.push({ authority: url, headers: rawHeaders });
    client.on('error', () => {});
    if (wanted !== undefined && headers['proxy-authorization'] !== wanted) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const { hostname, port } = new URL(`http://${url}`);
    const service = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''), () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(service).pipe(client);
    });
    sockets.add(service);
    service.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'));
    service.on('close', () => client.destroy());
    client.on('close', () => service.destroy());
  });
  const port = await listening(server);
  return {
    port,
    asked,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
