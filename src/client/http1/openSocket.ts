import { isIP, Socket } from 'node:net';
import { connect as connectSecurely, type SecureContext } from 'node:tls';
import { endedByTimeout } from '../failures.ts';

/** What all sockets of a thread read into: bytes are used before the next read, or copied. */
const arrived = Buffer.allocUnsafe(64 * 1024);
const keepAliveMs = 60_000;

/** How connections of one target are made over TLS. */
export interface Security {
  /** `null` trusts the authorities that Node trusts. */
  readonly context: SecureContext | null;
  readonly insecure: boolean;
  /** The TLS session to resume, of the connection made last. */
  session: Buffer | null;
}

/** Where a socket leads. */
export interface SocketAddress {
  readonly hostname: string;
  readonly port: number;
  /** `null` without TLS. */
  readonly security: Security | null;
  readonly connectTimeoutMs: number;
}

/** Who a socket tells. */
export interface SocketOwner {
  onOpen(): void;
  /** `length` bytes from the start of `bytes` have arrived; what lies beyond them means nothing. */
  onBytes(bytes: Buffer, length: number): void;
  /** The service sends no more, or the socket failed with `error`. */
  onLost(socket: Socket, error: Error | null): void;
  /** The last that is heard of the socket. */
  onClosed(socket: Socket): void;
}

/**
 * Connects, over TLS where the address says so. What arrives costs no buffer of its own, does not pass through a stream's
 * queue and waits for no tick. A connection that is not made in time fails with `endedByTimeout`.
 */
export function openSocket({ hostname, port, security, connectTimeoutMs }: SocketAddress, owner: SocketOwner): Socket {
  const onread = {
    buffer: arrived,
    callback: (length: number) => {
      owner.onBytes(arrived, length);
      return true;
    },
  };
  const socket =
    security === null
      ? new Socket({ onread }).connect({ host: hostname, port })
      : secureSocket(hostname, port, security, onread);
  socket.setNoDelay(true).setKeepAlive(true, keepAliveMs);
  socket.setTimeout(connectTimeoutMs, () => socket.destroy(endedByTimeout));
  socket
    .once(security === null ? 'connect' : 'secureConnect', () => {
      socket.setTimeout(0);
      owner.onOpen();
    })
    .once('end', () => owner.onLost(socket, null))
    .once('error', (error) => owner.onLost(socket, error))
    .once('close', () => owner.onClosed(socket));
  // Nothing passes through the stream but its end.
  return socket.resume();
}

function secureSocket(
  host: string,
  port: number,
  security: Security,
  onread: { buffer: Buffer; callback: (length: number) => boolean },
): Socket {
  const { context, insecure, session } = security;
  const options = {
    host,
    port,
    onread,
    rejectUnauthorized: !insecure,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(context === null ? {} : { secureContext: context }),
    ...(session === null ? {} : { session }),
  };
  return connectSecurely(options).on('session', (latest) => {
    security.session = latest;
  });
}
