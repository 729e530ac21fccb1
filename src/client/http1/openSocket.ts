import { isIP, Socket } from 'node:net';
import {
  type ConnectionOptions,
  checkServerIdentity,
  connect as connectSecurely,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { endedByTimeout } from '../failures.ts';
import type { SetUpListener } from '../transport.ts';

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
  // An import would have every thread that sends anything load it, and with it all of `fetch`.
  const { request } = process.getBuiltinModule('node:http');
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

/** What all sockets of a thread read into: bytes are used before the next read, or copied. */
const arrived = Buffer.allocUnsafe(64 * 1024);
const keepAliveMs = 60_000;

/** How connections of one target are made over TLS. */
export interface Security {
  /** `null` trusts the authorities that Node trusts. */
  readonly context: SecureContext | null;
  readonly insecure: boolean;
  /** The protocols that may be spoken over it (ALPN), the best first. */
  readonly protocols: readonly ('h2' | 'http/1.1')[];
  /** The name that is asked for, and that the certificate must hold. */
  readonly serverName: string;
  /** The TLS session to resume, of the connection made last. */
  session: Buffer | null;
}

/** Where a socket leads. */
export interface SocketAddress {
  readonly hostname: string;
  readonly port: number;
  /** `null` without one. */
  readonly proxy: ProxyAddress | null;
  /** `null` without TLS. */
  readonly security: Security | null;
  readonly connectTimeoutMs: number;
  readonly setUps: SetUpListener;
}

/** Who a socket tells. */
export interface SocketOwner {
  /** `socket` carries requests: the one that `openSocket` has returned, or what was made over it. */
  onOpen(socket: Socket): void;
  /** `length` bytes from the start of `bytes` have arrived; what lies beyond them means nothing. */
  onBytes(bytes: Buffer, length: number): void;
  /** The service sends no more, or the socket failed with `error`. */
  onLost(socket: Socket, error: Error | null): void;
  /** The last that is heard of the socket. */
  onClosed(socket: Socket): void;
}

/**
 * Connects, by a proxy and over TLS where the address says so. What arrives on a direct way costs no buffer of its own,
 * does not pass through a stream's queue and waits for no tick. A connection that is not made in time fails with
 * `endedByTimeout`.
 */
export function openSocket(address: SocketAddress, owner: SocketOwner): Socket {
  const { hostname, port, proxy, security, connectTimeoutMs, setUps } = address;
  if (proxy !== null) return openByProxy(address, proxy, owner);
  const onread = {
    buffer: arrived,
    callback: (length: number) => {
      owner.onBytes(arrived, length);
      return true;
    },
  };
  const there = { host: hostname, port, onread };
  const beganMs = performance.now();
  const socket = security === null ? new Socket({ onread }).connect(there) : secured(security, there);
  attend(socket, socket, owner);
  let connectedMs = beganMs;
  socket.once('connect', () => {
    connectedMs = performance.now();
  });
  return opening(socket, security === null ? 'connect' : 'secureConnect', connectTimeoutMs, () => {
    setUps.onSetUp(connectedMs - beganMs, security === null ? null : performance.now() - connectedMs);
    owner.onOpen(socket);
  });
}

function openByProxy(address: SocketAddress, proxy: ProxyAddress, owner: SocketOwner): Socket {
  const { hostname, port, security, connectTimeoutMs, setUps } = address;
  const beganMs = performance.now();
  const carryOver = (socket: Socket): void => {
    socket.on('data', (bytes: Buffer) => owner.onBytes(bytes, bytes.length));
    attend(socket, tunnel, owner);
  };
  const onOpen = (): void => {
    const connectedMs = performance.now();
    if (security === null) {
      carryOver(tunnel);
      setUps.onSetUp(connectedMs - beganMs, null);
      owner.onOpen(tunnel);
      return;
    }
    const socket = secured(security, { socket: tunnel });
    carryOver(socket);
    opening(socket, 'secureConnect', connectTimeoutMs, () => {
      setUps.onSetUp(connectedMs - beganMs, performance.now() - connectedMs);
      owner.onOpen(socket);
    });
  };
  const onError = (error: Error): void => owner.onLost(tunnel, error);
  const tunnel = openTunnel(proxy, authorityOf(hostname, port), connectTimeoutMs, onOpen, onError);
  return tunnel;
}

/** Says that the socket is open, or ends it when that takes too long. */
function opening(socket: Socket, event: string, timeoutMs: number, onOpen: () => void): Socket {
  socket.setTimeout(timeoutMs, () => socket.destroy(endedByTimeout));
  return socket.once(event, () => {
    socket.setTimeout(0);
    onOpen();
  });
}

/** Tells the owner of the end. @param first what the owner knows the socket by until it is open */
function attend(socket: Socket, first: Socket, owner: SocketOwner): void {
  let known = first;
  socket.setNoDelay(true).setKeepAlive(true, keepAliveMs);
  socket
    .once('secureConnect', () => {
      known = socket;
    })
    .once('end', () => owner.onLost(known, null))
    .once('error', (error) => owner.onLost(known, error))
    .once('close', () => owner.onClosed(known));
  // Nothing passes through the stream but its end.
  socket.resume();
}

function secured(security: Security, over: ConnectionOptions): TLSSocket {
  const { context, insecure, protocols, serverName, session } = security;
  return connectSecurely({
    ...over,
    rejectUnauthorized: !insecure,
    ALPNProtocols: [...protocols],
    ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
    checkServerIdentity: (_, certificate) => checkServerIdentity(serverName, certificate),
    ...(context === null ? {} : { secureContext: context }),
    ...(session === null ? {} : { session }),
  }).on('session', (latest) => {
    security.session = latest;
  });
}
