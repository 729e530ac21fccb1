import type { Socket } from 'node:net';
import { endedByClose, endedBySize } from '../failures.ts';
import { ProtocolError } from '../http1/heads.ts';
import { type FrameEvents, FrameReader, streamOf } from './frameReader.ts';
import {
  cancelled,
  flags,
  frameHead,
  frameText,
  frameTypes,
  linkWindow,
  longestFrame,
  preface,
  settingIds,
  streamWindow,
  usualWindow,
  wordText,
} from './frames.ts';
import { type Http2Head, ResponseHeads } from './responseHeads.ts';

/** What one connection tells of one of its streams. Which calls come follows {@link Http2Link}. */
export interface StreamEvents {
  /** The stream's block of fields, its body as bytes in characters, `null` without one; called when its turn has come. */
  begins(): { readonly block: string; readonly body: string | null } | null;
  onFirstByte(): void;
  onHead(head: Http2Head): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
  onError(error: unknown): void;
  /** The service has not looked at the request, and takes no more on this connection. */
  onNotDone(): void;
}

/** Streams at once, where the service does not say how many it takes. Before it has said anything there is one. */
const usualStreams = 100;
/** What may wait to be written: a service that reads nothing while it asks to be answered is cut off. */
const mostUnwrittenBytes = 1024 * 1024;

/** A stream under way, until both sides have ended it or one has given it up. */
class OpenStream {
  readonly id: number;
  readonly events: StreamEvents;
  /** What of its body the service's windows do not let out yet. */
  unsent = '';
  window: number;
  /** Data since the stream was last allowed to send more. */
  taken = 0;
  bytes = 0;
  head: Http2Head | null = null;
  hasBegun = false;

  constructor(id: number, events: StreamEvents, window: number) {
    this.id = id;
    this.events = events;
    this.window = window;
  }
}

/** The service has reset the stream, or closed the connection. */
class LostStream extends Error {
  readonly code = 'ECONNRESET';
}

/**
 * One connection of HTTP/2 (RFC 9113) from the client's side. All that a turn of the event loop has to send leaves in one
 * write, as one text of bytes; what arrives is taken apart where it was read. Whatever the service sends costs no more than
 * its bytes, and is kept within bounds.
 */
export class Http2Link implements FrameEvents {
  readonly #socket: Socket;
  readonly #heads: ResponseHeads;
  readonly #headBytes: number;
  readonly #streams = new Map<number, OpenStream>();
  #nextId = 1;
  /** What waits for the end of the turn. */
  #out = preface;
  #window = usualWindow;
  #initialWindow = usualWindow;
  #maxStreams = 1;
  #taken = 0;
  #hasSettings = false;
  #hasAnswered = false;
  #isGoing = false;
  readonly #frames: FrameReader = new FrameReader(this);
  /** Fields that go on in further frames. */
  #parts: Buffer[] | null = null;
  #partBytes = 0;
  #blockStream = 0;
  #blockEnds = false;

  constructor(socket: Socket, headBytes: number) {
    this.#socket = socket;
    this.#headBytes = headBytes;
    this.#heads = new ResponseHeads(headBytes);
  }

  /** Whether another stream may begin now. */
  get hasRoom(): boolean {
    return !this.#isGoing && this.#streams.size < this.#maxStreams && !this.#socket.writableNeedDrain;
  }

  /** Whether no stream will begin any more. */
  get isGoing(): boolean {
    return this.#isGoing;
  }

  get isIdle(): boolean {
    return this.#streams.size === 0;
  }

  /** Begins a stream; it leaves with `flush`. @returns its id; `null` where nobody wants it any more */
  begin(events: StreamEvents): number | null {
    const wanted = events.begins();
    if (wanted === null) return null;
    const { block, body } = wanted;
    const stream = new OpenStream(this.#nextId, events, this.#initialWindow);
    this.#nextId += 2;
    if (this.#nextId > 2 ** 31 - 3) this.#isGoing = true;
    this.#streams.set(stream.id, stream);
    const ends = body === null ? flags.endStream : 0;
    if (block.length <= longestFrame)
      this.#out += frameText(frameTypes.fields, ends | flags.endHeaders, stream.id, block);
    else {
      for (let at = 0; at < block.length; at += longestFrame) {
        const isLast = at + longestFrame >= block.length;
        const type = at === 0 ? frameTypes.fields : frameTypes.continuation;
        const part = block.slice(at, at + longestFrame);
        this.#out += frameText(type, (at === 0 ? ends : 0) | (isLast ? flags.endHeaders : 0), stream.id, part);
      }
    }
    if (body !== null) {
      stream.unsent = body;
      this.#sendBody(stream, body === '');
    }
    return stream.id;
  }

  /** Writes what waits. */
  flush(): void {
    if (this.#out === '') return;
    this.#socket.write(this.#out, 'latin1');
    this.#out = '';
  }

  /** Gives a stream up: nothing more is told of it. */
  cancel(id: number): void {
    if (!this.#streams.delete(id)) return;
    this.#out += frameText(frameTypes.reset, 0, id, wordText(cancelled));
    this.flush();
  }

  /**
   * Ends all streams. @param error `null` where the service has closed the connection in order: one that had carried answers
   * it may close at any time, and what had just been sent was not done.
   */
  fail(error: unknown): void {
    this.#isGoing = true;
    const lost = [...this.#streams.values()];
    this.#streams.clear();
    for (const { events, hasBegun } of lost) {
      events.onError(error ?? (this.#hasAnswered && !hasBegun ? endedByClose : new LostStream()));
    }
  }

  /** Closes the connection. */
  end(): void {
    this.#isGoing = true;
    this.#socket.destroy();
  }

  /** Takes in `length` bytes from the start of `bytes`. @throws ProtocolError when the connection is of no more use */
  read(bytes: Buffer, length: number): void {
    this.#frames.read(bytes, length);
    this.flush();
    if (this.#socket.writableLength > mostUnwrittenBytes) throw new ProtocolError('questions, and no answer is read');
  }

  onDataFrame(id: number): void {
    if (this.#parts !== null) throw new ProtocolError('fields without an end');
    this.#demandKnown(id);
  }

  #onPaddedData(bytes: Buffer, id: number, from: number, to: number, ends: boolean): void {
    const padding = bytes[from] ?? 0;
    if (from + padding >= to) throw new ProtocolError('nothing but padding');
    this.onDataFrame(id);
    this.#take(padding + 1);
    this.onData(id, bytes, from + 1, to - padding, ends);
  }

  onData(id: number, bytes: Buffer, from: number, to: number, ends: boolean): void {
    this.#take(to - from);
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    if (stream.head === null) {
      this.#failStream(stream, new ProtocolError('a body without a head'));
      return;
    }
    stream.bytes += to - from;
    stream.taken += to - from;
    if (to > from) stream.events.onData(bytes.subarray(from, to));
    if (ends) this.#end(stream);
    else if (stream.taken >= streamWindow / 2 && this.#streams.has(stream.id)) {
      this.#out += frameText(frameTypes.windowUpdate, 0, stream.id, wordText(stream.taken));
      stream.taken = 0;
    }
  }

  #take(bytes: number): void {
    this.#taken += bytes;
    if (this.#taken < linkWindow / 2) return;
    this.#out += frameText(frameTypes.windowUpdate, 0, 0, wordText(this.#taken));
    this.#taken = 0;
  }

  /** The service has said all of it. */
  #end(stream: OpenStream): void {
    if (!this.#streams.delete(stream.id)) return;
    this.#hasAnswered = true;
    // It has answered before it had read the request: the rest of it is of no use.
    if (stream.unsent !== '') this.#out += frameText(frameTypes.reset, 0, stream.id, wordText(cancelled));
    const { head, bytes, events } = stream;
    const announced = head?.announcedBytes ?? Number.NaN;
    const mayLack = head?.httpStatus === 304;
    if (bytes < announced && !mayLack) events.onError(new LostStream());
    else if (bytes > announced) events.onError(new ProtocolError('a body longer than its length'));
    else events.onEnd();
  }

  #failStream(stream: OpenStream, error: unknown): void {
    this.cancel(stream.id);
    stream.events.onError(error);
  }

  /** @throws ProtocolError for a stream that canvass never began */
  #demandKnown(id: number): void {
    if (id % 2 === 0 || id >= this.#nextId) throw new ProtocolError('a stream that nobody began');
  }

  onFrame(bytes: Buffer, at: number, size: number): void {
    const type = bytes[at + 3] ?? 0;
    const has = bytes[at + 4] ?? 0;
    const id = streamOf(bytes, at);
    const from = at + frameHead;
    const to = from + size;
    if (this.#parts !== null && (type !== frameTypes.continuation || id !== this.#blockStream)) {
      throw new ProtocolError('fields without an end');
    }
    if (type === frameTypes.data) this.#onPaddedData(bytes, id, from, to, (has & flags.endStream) !== 0);
    else if (type === frameTypes.fields) this.#onFields(bytes, from, to, id, has);
    else if (type === frameTypes.continuation) this.#onMoreFields(bytes.subarray(from, to), has);
    else if (type === frameTypes.reset) this.#onReset(bytes, from, size, id);
    else if (type === frameTypes.settings) this.#onSettings(bytes, from, size, has);
    else if (type === frameTypes.ping) {
      if (size !== 8) throw new ProtocolError('a ping of another size');
      if ((has & flags.acknowledged) === 0)
        this.#out += frameText(frameTypes.ping, flags.acknowledged, 0, bytes.toString('latin1', from, to));
    } else if (type === frameTypes.goAway) this.#onGoAway(bytes, from, size);
    else if (type === frameTypes.windowUpdate) this.#onWindow(bytes, from, size, id);
    // A push was ruled out; what is not known may be an extension (RFC 9113, 5.5).
    else if (type === frameTypes.push) throw new ProtocolError('a push that nobody wants');
  }

  #onFields(bytes: Buffer, start: number, end: number, id: number, has: number): void {
    this.#demandKnown(id);
    const isPadded = (has & flags.padded) !== 0;
    const from = start + (isPadded ? 1 : 0) + ((has & flags.hasPriority) !== 0 ? 5 : 0);
    const to = end - (isPadded ? (bytes[start] ?? 0) : 0);
    if (from > to) throw new ProtocolError('nothing but padding');
    this.#blockStream = id;
    this.#blockEnds = (has & flags.endStream) !== 0;
    if ((has & flags.endHeaders) !== 0) this.#onBlock(bytes, from, to);
    else {
      this.#parts = [];
      this.#partBytes = 0;
      this.#onMoreFields(bytes.subarray(from, to), has);
    }
  }

  #onMoreFields(part: Buffer, has: number): void {
    const parts = this.#parts;
    if (parts === null) throw new ProtocolError('fields without a beginning');
    parts.push(Buffer.from(part));
    // A frame without fields counts as well: there may be no end of them.
    this.#partBytes += part.length + frameHead;
    if (this.#partBytes > this.#headBytes + longestFrame) {
      const stream = this.#streams.get(this.#blockStream);
      if (stream !== undefined) this.#failStream(stream, endedBySize);
      throw new ProtocolError('fields without an end');
    }
    if ((has & flags.endHeaders) === 0) return;
    this.#parts = null;
    const block = Buffer.concat(parts);
    this.#onBlock(block, 0, block.length);
  }

  #onBlock(bytes: Buffer, from: number, to: number): void {
    const head = this.#heads.read(bytes, from, to);
    const stream = this.#streams.get(this.#blockStream);
    if (stream === undefined) return;
    if (!stream.hasBegun) {
      stream.hasBegun = true;
      stream.events.onFirstByte();
    }
    if (head === null) this.#failStream(stream, endedBySize);
    else if (head instanceof ProtocolError) this.#failStream(stream, head);
    else if (stream.head === null) this.#onHead(stream, head);
    else if (head.httpStatus === 0 && this.#blockEnds) this.#end(stream);
    else this.#failStream(stream, new ProtocolError('a second head'));
  }

  #onHead(stream: OpenStream, head: Http2Head): void {
    if (head.httpStatus >= 200) {
      stream.head = head;
      stream.events.onHead(head);
      if (this.#blockEnds) this.#end(stream);
    } else if (head.httpStatus < 100 || this.#blockEnds) this.#failStream(stream, new ProtocolError('no status'));
  }

  #onReset(bytes: Buffer, from: number, size: number, id: number): void {
    if (size !== 4) throw new ProtocolError('a reset of another size');
    this.#demandKnown(id);
    const stream = this.#streams.get(id);
    if (stream === undefined) return;
    this.#streams.delete(id);
    const isRefused = bytes.readUInt32BE(from) !== cancelled;
    stream.events.onError(isRefused ? new LostStream() : new ProtocolError('a stream that was cancelled'));
  }

  #onSettings(bytes: Buffer, from: number, size: number, has: number): void {
    if (!this.#hasSettings) this.#maxStreams = usualStreams;
    this.#hasSettings = true;
    if ((has & flags.acknowledged) !== 0) return;
    if (size % 6 !== 0) throw new ProtocolError('settings of another size');
    for (let at = from; at < from + size; at += 6) {
      const value = bytes.readUInt32BE(at + 2);
      const id = bytes.readUInt16BE(at);
      if (id === settingIds.maxStreams) this.#maxStreams = value;
      if (id !== settingIds.initialWindow) continue;
      if (value > linkWindow) throw new ProtocolError('a window too large');
      for (const stream of this.#streams.values()) stream.window += value - this.#initialWindow;
      this.#initialWindow = value;
    }
    this.#sendBodies();
    this.#out += frameText(frameTypes.settings, flags.acknowledged, 0, '');
  }

  /** Streams beyond the last one that the service has looked at were not done, and no more are begun. */
  #onGoAway(bytes: Buffer, from: number, size: number): void {
    if (size < 8) throw new ProtocolError('a farewell of another size');
    this.#isGoing = true;
    const last = bytes.readUInt32BE(from) & 0x7fff_ffff;
    for (const stream of [...this.#streams.values()]) {
      if (stream.id <= last) continue;
      this.#streams.delete(stream.id);
      stream.events.onNotDone();
    }
  }

  #onWindow(bytes: Buffer, from: number, size: number, id: number): void {
    if (size !== 4) throw new ProtocolError('a window of another size');
    const more = bytes.readUInt32BE(from) & 0x7fff_ffff;
    if (id === 0) {
      this.#window += more;
      if (this.#window > linkWindow || more === 0) throw new ProtocolError('a window too large');
      this.#sendBodies();
    } else {
      this.#demandKnown(id);
      const stream = this.#streams.get(id);
      if (stream === undefined) return;
      stream.window += more;
      if (stream.window > linkWindow || more === 0) this.#failStream(stream, new ProtocolError('a window too large'));
      else this.#sendBody(stream);
    }
  }

  #sendBodies(): void {
    for (const stream of this.#streams.values()) if (stream.unsent !== '') this.#sendBody(stream);
  }

  /** Sends as much of the body as the windows let out. */
  #sendBody(stream: OpenStream, isEmpty = false): void {
    if (isEmpty) this.#out += frameText(frameTypes.data, flags.endStream, stream.id, '');
    while (stream.unsent !== '') {
      const room = Math.min(longestFrame, stream.window, this.#window);
      if (room <= 0) return;
      const part = stream.unsent.slice(0, room);
      stream.unsent = stream.unsent.slice(room);
      stream.window -= part.length;
      this.#window -= part.length;
      this.#out += frameText(frameTypes.data, stream.unsent === '' ? flags.endStream : 0, stream.id, part);
    }
  }
}
