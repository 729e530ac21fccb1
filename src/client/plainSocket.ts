import { Socket } from 'node:net';
import { type buildConnector, errors } from 'undici';
import { whileReading } from './arrival.ts';

/** What all plain sockets of a thread read into: bytes are used before the next read, or copied. */
const arrived = Buffer.allocUnsafe(64 * 1024);
/** Up to here Node writes a string from its stack, without memory of its own. */
const joinedBytes = 16 * 1024;

/**
 * A TCP socket for undici that costs less than Node's own: what arrives gets no buffer of its own, does not pass through
 * the stream's queue and waits for no tick; head and body of a request leave in one plain write. The bytes that `read`
 * returns are valid until the socket is read again, so whoever keeps them copies them.
 */
class PlainSocket extends Socket {
  #unread: Buffer | null = null;
  readonly #tell = (): void => {
    this.emit('readable');
  };

  constructor() {
    super({ onread: { buffer: arrived, callback: (bytes) => this.#onBytes(bytes) } });
  }

  override read(size?: number): Buffer | null {
    if (size === 0 || this.readableLength > 0) return super.read(size);
    const unread = this.#unread;
    this.#unread = null;
    return unread;
  }

  override _writev(chunks: readonly Corked[], callback: (error?: Error | null) => void): void {
    const text = joined(chunks);
    if (text === null) super._writev?.([...chunks], callback);
    else this._write(text, 'latin1', callback);
  }

  #onBytes(bytes: number): boolean {
    this.#unread = arrived.subarray(0, bytes);
    whileReading(this.#tell);
    return true;
  }
}

interface Corked {
  readonly chunk: unknown;
  readonly encoding: BufferEncoding;
}

/** What was written while the socket was corked, a character a byte; `null` when it is long, or no plain bytes. */
function joined(chunks: readonly Corked[]): string | null {
  let text = '';
  for (const { chunk, encoding } of chunks) {
    if (Buffer.isBuffer(chunk)) text += chunk.toString('latin1');
    else if (typeof chunk === 'string' && encoding === 'latin1') text += chunk;
    else return null;
    if (text.length > joinedBytes) return null;
  }
  return text;
}

/**
 * What undici connects with where there is no TLS. A connection that is not made within `timeoutMs` fails with
 * `UND_ERR_CONNECT_TIMEOUT`.
 */
export function plainConnector(timeoutMs: number): buildConnector.connector {
  return ({ hostname, port, localAddress }, callback) => {
    const socket = new PlainSocket();
    const onError = (error: Error): void => callback(error, null);
    socket.setNoDelay(true).setKeepAlive(true, keepAliveMs);
    socket.setTimeout(timeoutMs, () => socket.destroy(new errors.ConnectTimeoutError()));
    socket.once('error', onError).once('connect', () => {
      socket.setTimeout(0);
      socket.removeListener('error', onError);
      callback(null, socket);
    });
    socket.connect({
      host: hostname,
      port: Number(port || defaultPort),
      ...(localAddress ? { localAddress } : {}),
    });
  };
}

const keepAliveMs = 60_000;
const defaultPort = 80;
