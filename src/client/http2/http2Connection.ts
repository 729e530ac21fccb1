import { endedByClose } from '../failures.ts';
import type { Connection, ConnectionEvents, OutgoingRequest } from '../transport.ts';
import type { Http2Link, StreamEvents } from './http2Link.ts';
import type { Http2Session, WaitingRequest } from './http2Session.ts';
import { fieldTexts, lengthField, requestFields } from './requestFields.ts';
import type { Http2Head } from './responseHeads.ts';

/** The place of one request at a time among those of a session. */
export class Http2Connection implements Connection, StreamEvents, WaitingRequest {
  readonly #session: Http2Session;
  readonly #isShared: boolean;
  /** In place of the session where the service has HTTP/1.1 only. */
  #plain: Connection | null = null;
  #request: OutgoingRequest | null = null;
  #path = '';
  #events: ConnectionEvents | null = null;
  #link: Http2Link | null = null;
  #id: number | null = null;
  /** Whether the request is sent for the second time. */
  #isAgain = false;
  /** The headers that were sent last, and their block: a session has the same ones in most of its requests. */
  #headers: readonly string[] = [];
  #fields: string;
  /** What came while nothing is to be read. */
  #late: (() => void)[] | null = null;

  constructor(session: Http2Session, isShared: boolean) {
    this.#session = session;
    this.#isShared = isShared;
    this.#fields = session.fixedFields;
  }

  get isShared(): boolean {
    return this.#isShared && this.#plain === null;
  }

  send(request: OutgoingRequest, path: string, events: ConnectionEvents): void {
    if (this.#plain !== null) {
      this.#plain.send(request, path, events);
      return;
    }
    this.#request = request;
    this.#path = path;
    this.#events = events;
    this.#session.send(this);
  }

  /** Sends what waits over another connection, and all that comes after it. */
  fallBack(plain: Connection): void {
    this.#plain = plain;
    if (this.#request !== null && this.#events !== null) plain.send(this.#request, this.#path, this.#events);
  }

  beginOn(link: Http2Link): void {
    this.#link = link;
    this.#id = link.begin(this);
  }

  begins(): { readonly block: string; readonly body: string | null } | null {
    const [request, events] = [this.#request, this.#events];
    if (request === null || events === null) return null;
    const { method, headers, body } = request;
    let block: string;
    try {
      if (headers !== this.#headers) {
        this.#fields = this.#session.fixedFields + fieldTexts(headers);
        this.#headers = headers;
      }
      block = requestFields(method, this.#path) + this.#fields;
    } catch (error) {
      this.onError(error);
      return null;
    }
    events.onSent();
    if (this.#events !== events) return null;
    if (body === null) return { block, body };
    const bytes = Buffer.byteLength(body);
    const text = bytes === body.length ? body : Buffer.from(body).toString('latin1');
    return { block: block + lengthField(bytes), body: text };
  }

  abort(reason: Error): void {
    if (this.#plain !== null) {
      this.#plain.abort(reason);
      return;
    }
    if (this.#id !== null) this.#link?.cancel(this.#id);
    this.onError(reason);
  }

  pauseReading(): void {
    if (this.#plain !== null) this.#plain.pauseReading();
    else this.#late ??= [];
  }

  resumeReading(): void {
    this.#plain?.resumeReading();
    const late = this.#late;
    this.#late = null;
    for (const tell of late ?? []) tell();
  }

  closeIdle(nowMs: number): void {
    if (this.#plain !== null) this.#plain.closeIdle(nowMs);
    else this.#session.closeIdle(nowMs);
  }

  async destroy(reason: Error): Promise<void> {
    if (this.#plain !== null) return this.#plain.destroy(reason);
    this.abort(reason);
    await this.#session.close();
  }

  onFirstByte(): void {
    if (this.#late === null) this.#events?.onFirstByte();
    else this.#late.push(() => this.onFirstByte());
  }

  onHead(head: Http2Head): void {
    // A body is never told to be whole at once: its end may come of a later read, when its bytes are gone.
    if (this.#late === null) this.#events?.onHead(head.httpStatus, head.headers, Number.NaN);
    else this.#late.push(() => this.onHead(head));
  }

  onData(chunk: Buffer): void {
    if (this.#late === null) {
      this.#events?.onData(chunk);
      return;
    }
    const kept = Buffer.from(chunk);
    this.#late.push(() => this.onData(kept));
  }

  onEnd(): void {
    if (this.#late === null) this.#finish()?.onEnd();
    else this.#late.push(() => this.onEnd());
  }

  onError(error: unknown): void {
    this.#finish()?.onError(error);
  }

  /** It is sent once more, by another connection (RFC 9113, 8.7): a service that is about to close has a last one somewhere. */
  onNotDone(): void {
    if (this.#isAgain) {
      this.onError(endedByClose);
      return;
    }
    this.#isAgain = true;
    this.#link = null;
    this.#id = null;
    this.#session.send(this);
  }

  #finish(): ConnectionEvents | null {
    const events = this.#events;
    this.#isAgain = false;
    this.#request = null;
    this.#events = null;
    this.#link = null;
    this.#id = null;
    this.#late = null;
    return events;
  }
}
