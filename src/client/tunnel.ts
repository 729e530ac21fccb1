import { request } from 'node:http';
import { Socket } from 'node:net';
import { endedByTimeout } from './failures.ts';

/** A proxy that is asked for a way to the service. */
export interface ProxyAddress {
  readonly host: string;
  readonly port: number;
  /** User and password in base64; `null` without. */
  readonly credentials: string | null;
}

/** The proxy could not be reached, or would not let anybody through. */
export class ProxyError extends Error {
  readonly code = 'CANVASS_PROXY';
}

/** A host and its port as CONNECT names them. */
export function authorityOf(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Connects to a proxy and asks it for a way to `authority` (RFC 9110, 9.3.6). The proxy sees that, its own credentials,
 * and nothing else of a request.
 *
 * @param authority `host:port` of the service
 * @param onOpen the way is open: what the socket carries from now on is between canvass and the service
 * @param onError comes at most once, and never after `onOpen`
 * @returns the socket, at once: destroying it gives up
 */
export function openTunnel(
  { host, port, credentials }: ProxyAddress,
  authority: string,
  timeoutMs: number,
  onOpen: (socket: Socket) => void,
  onError: (error: Error) => void,
): Socket {
  const socket = new Socket();
  socket.setTimeout(timeoutMs, () => socket.destroy(endedByTimeout));
  const asked = request({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...(credentials === null ? {} : { 'proxy-authorization': `Basic ${credentials}` }) },
    createConnection: () => socket,
  });
  asked.on('connect', ({ statusCode = 0 }, _, early: Buffer) => {
    socket.setTimeout(0);
    if (statusCode >= 200 && statusCode < 300 && early.length === 0) return onOpen(socket);
    socket.destroy();
    onError(new ProxyError(`the proxy answered ${statusCode}`));
  });
  asked.on('error', (error) =>
    onError(error === endedByTimeout ? error : new ProxyError(error.message, { cause: error })),
  );
  asked.end();
  return socket.connect({ host, port });
}
