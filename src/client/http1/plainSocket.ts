import { Socket } from 'node:net';
import { endedByTimeout } from '../failures.ts';

/** What all plain sockets of a thread read into: bytes are used before the next read, or copied. */
const arrived = Buffer.allocUnsafe(64 * 1024);
const keepAliveMs = 60_000;

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
 * Connects without TLS. What arrives costs no buffer of its own, does not pass through a stream's queue and waits for
 * no tick. A connection that is not made within `timeoutMs` fails with `endedByTimeout`.
 */
export function plainSocket(host: string, port: number, timeoutMs: number, owner: SocketOwner): Socket {
  const socket = new Socket({
    onread: {
      buffer: arrived,
      callback: (length) => {
        owner.onBytes(arrived, length);
        return true;
      },
    },
  });
  socket.setNoDelay(true).setKeepAlive(true, keepAliveMs);
  socket.setTimeout(timeoutMs, () => socket.destroy(endedByTimeout));
  socket
    .once('connect', () => {
      socket.setTimeout(0);
      owner.onOpen();
    })
    .once('end', () => owner.onLost(socket, null))
    .once('error', (error) => owner.onLost(socket, error))
    .once('close', () => owner.onClosed(socket));
  // Nothing passes through the stream but its end.
  return socket.connect({ host, port }).resume();
}
