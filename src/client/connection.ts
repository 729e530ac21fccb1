import type { OutgoingRequest } from './transport.ts';

/** What happens to one request on its connection, in this order; `onEnd` or `onError` is the last, and comes once. */
export interface ConnectionEvents {
  /** The request goes out now; from here on `connection.abort` ends it. */
  onSent(): void;
  /** The first bytes of the answer are here. */
  onFirstByte(): void;
  /**
   * The head of the final response.
   *
   * @param headers names in lower case and values in turn, a repeated header once for each value.
   * @param announcedBytes `Content-Length`, `NaN` without one.
   */
  onHead(httpStatus: number, headers: readonly string[], announcedBytes: number): void;
  /**
   * A part of the body. Its bytes are valid during the call, and in `onEnd` where that comes of the same read: whoever
   * keeps them copies them.
   */
  onData(chunk: Buffer): void;
  onEnd(): void;
  /** The connection failed, or was aborted with this reason. Without `onSent`, the request never left. */
  onError(error: unknown): void;
}

/** What carries the requests of one slot, one at a time: a connection, or a share in one, made when it is needed. */
export interface Connection {
  /** Whether others send over the same connection: then no request that waits can be taken back by giving it up. */
  readonly isShared: boolean;
  /** Sends a request, `path` as it goes out. Nothing throws; `onSent` and `onError` may come within the call. */
  send(request: OutgoingRequest, path: string, events: ConnectionEvents): void;
  /** Ends the request that was sent: `onError` hears of `reason`. */
  abort(reason: Error): void;
  /** Reads nothing of the answer until `resumeReading`. */
  pauseReading(): void;
  resumeReading(): void;
  /** Closes a connection of its own that has been idle for long. */
  closeIdle(nowMs: number): void;
  /** Closes; a request under way hears of `reason`. */
  destroy(reason: Error): Promise<void>;
}

/** Who counts connections. */
export interface ConnectionOwner {
  /** Whether a connection may carry another request: a service may close each one after its answer without a word. */
  readonly keepsConnections: boolean;
  /** The service has closed a connection right after an answer, and had not said so. */
  onClosedByAnswer(): void;
  onConnect(): void;
  onDisconnect(): void;
}

/** Who hears how long connections took to be made. */
export interface SetUpListener {
  /**
   * @param connectMs until the way was open: TCP, and the answer of a proxy
   * @param handshakeMs of TLS, after it; `null` without
   */
  onSetUp(connectMs: number, handshakeMs: number | null): void;
}
