import type { Socket } from 'node:net';
import {
  flags,
  frameHead,
  frameText,
  frameTypes,
  longestFrame,
  usualWindow,
  wordText,
} from '../../src/client/http2/frames.ts';
import { FieldDecoder, fieldText } from '../../src/client/http2/hpack.ts';
import type { Answerer, Readings, Reply } from './front.ts';

/** The bytes that a client of HTTP/2 begins with, before its frames (RFC 9113, 3.4). */
const prefaceBytes = 24;
/** After so many bytes of bodies the client may send as many more. */
const refillBytes = 16_384;
/** Fields by their place in HPACK's static table: `:status: 200` whole, `content-type` and `set-cookie` by name. */
const statusOk = '\x88';
const [statusAt, contentTypeAt, setCookieAt] = [8, 31, 55];

/** A request whose body is still coming. */
interface OpenRequest {
  readonly head: string;
  body: string;
}

/**
 * The smallest HTTP/2 that canvass, undici and Node speak: Node's own server takes more of its core for a request than any
 * client does, so that at high rates a request waits for the server's thread, which stands in no record of the server.
 * Pages are smaller than what a stream may send ahead.
 */
export class H2Socket {
  readonly #socket: Socket;
  readonly #answer: Answerer;
  readonly #fields = new FieldDecoder();
  readonly #requests = new Map<number, OpenRequest>();
  #received: Buffer;
  #isBegun = false;
  #taken = 0;
  /** What all streams may send ahead, and what waits for more of it. */
  #window = usualWindow;
  readonly #waiting: { readonly frames: string; readonly bodyBytes: number }[] = [];
  /** What one turn of the event loop answers leaves in one write. */
  #written = '';

  constructor(socket: Socket, answer: Answerer, readings: Readings) {
    this.#socket = socket;
    this.#answer = answer;
    this.#received = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    this.#write(frameText(frameTypes.settings, 0, 0, ''));
    socket.on('data', (chunk: Buffer) => {
      readings.begins();
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#readFrames();
      readings.ends();
    });
  }

  #readFrames(): void {
    const bytes = this.#received;
    let at = 0;
    if (!this.#isBegun && bytes.length >= prefaceBytes) {
      this.#isBegun = true;
      at = prefaceBytes;
    }
    while (this.#isBegun && at + frameHead <= bytes.length) {
      const end = at + frameHead + bytes.readUIntBE(at, 3);
      if (end > bytes.length) break;
      this.#onFrame(bytes, at, end);
      at = end;
    }
    this.#received = bytes.subarray(at);
  }

  #onFrame(bytes: Buffer, at: number, end: number): void {
    const type = bytes[at + 3];
    const set = bytes[at + 4] ?? 0;
    const stream = bytes.readUInt32BE(at + 5);
    const payload = at + frameHead;
    if (type === frameTypes.fields) {
      const from = payload + ((set & flags.hasPriority) === 0 ? 0 : 5);
      const request = { head: this.#head(bytes, from, end), body: '' };
      if ((set & flags.endStream) === 0) this.#requests.set(stream, request);
      else this.#answer(this.#reply(stream), request.head, '');
    } else if (type === frameTypes.data) {
      this.#onData(stream, bytes.toString('latin1', payload, end), (set & flags.endStream) !== 0);
    } else if (type === frameTypes.windowUpdate) {
      if (stream === 0) this.#sendMore(bytes.readUInt32BE(payload));
    } else if (type === frameTypes.reset) {
      this.#requests.delete(stream);
    } else if ((type === frameTypes.settings || type === frameTypes.ping) && (set & flags.acknowledged) === 0) {
      const echoed = type === frameTypes.ping ? bytes.toString('latin1', payload, end) : '';
      this.#write(frameText(type, flags.acknowledged, 0, echoed));
    }
  }

  #head(bytes: Buffer, from: number, to: number): string {
    const fields = this.#fields.read(bytes, from, to, usualWindow) ?? [];
    const fieldOf = (name: string) => fields[fields.indexOf(name) + 1] ?? '';
    const cookie = fields.includes('cookie') ? fieldOf('cookie') : '';
    return `${fieldOf(':method')} ${fieldOf(':path')} HTTP/2\r\ncookie: ${cookie}`;
  }

  #onData(stream: number, text: string, isLast: boolean): void {
    this.#taken += text.length;
    if (this.#taken >= refillBytes) {
      this.#write(frameText(frameTypes.windowUpdate, 0, 0, wordText(this.#taken)));
      this.#taken = 0;
    }
    const request = this.#requests.get(stream);
    if (request === undefined) return;
    request.body += text;
    if (!isLast) return;
    this.#requests.delete(stream);
    this.#answer(this.#reply(stream), request.head, request.body);
  }

  #reply(stream: number): Reply {
    return {
      send: (status, setCookie, body, encoding) => {
        const text = encoding === 'latin1' ? body : Buffer.from(body).toString('latin1');
        const fields =
          (status === 200 ? statusOk : fieldText(statusAt, String(status))) +
          fieldText(contentTypeAt, 'application/json') +
          (setCookie === '' ? '' : fieldText(setCookieAt, setCookie));
        let frames = frameText(frameTypes.fields, flags.endHeaders, stream, fields);
        for (let at = 0; at < text.length; at += longestFrame) {
          const last = at + longestFrame >= text.length ? flags.endStream : 0;
          frames += frameText(frameTypes.data, last, stream, text.slice(at, at + longestFrame));
        }
        this.#waiting.push({ frames, bodyBytes: text.length });
        this.#sendMore(0);
      },
    };
  }

  #sendMore(bytes: number): void {
    this.#window += bytes;
    for (let next = this.#waiting[0]; next !== undefined && next.bodyBytes <= this.#window; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#window -= next.bodyBytes;
      this.#write(next.frames);
    }
  }

  #write(frames: string): void {
    if (this.#written === '') queueMicrotask(() => this.#flush());
    this.#written += frames;
  }

  #flush(): void {
    const frames = this.#written;
    this.#written = '';
    if (!this.#socket.destroyed) this.#socket.write(frames, 'latin1');
  }
}
