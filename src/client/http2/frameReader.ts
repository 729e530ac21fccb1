import { ProtocolError } from '../http1/heads.ts';
import { flags, frameHead, frameTypes, longestFrame } from './frames.ts';

/** Who hears of frames. What they throw ends the connection. */
export interface FrameEvents {
  /** A frame of data of this stream begins. */
  onDataFrame(stream: number): void;
  /** A part of a stream's data; `ends` with the last one of the stream. */
  onData(stream: number, bytes: Buffer, from: number, to: number, ends: boolean): void;
  /** Any other frame, whole: its head is at `at` of `bytes`. */
  onFrame(bytes: Buffer, at: number, size: number): void;
}

/** Takes frames apart, in whatever pieces they arrive. Data are passed on as they come; other frames are held until they are whole. */
export class FrameReader {
  readonly #events: FrameEvents;
  readonly #held = Buffer.allocUnsafe(frameHead + longestFrame);
  #heldBytes = 0;
  #hasBegun = false;
  /** What is left of the frame of data that is being read. */
  #left = 0;
  #stream = 0;
  #ends = false;

  constructor(events: FrameEvents) {
    this.#events = events;
  }

  /** Takes in `length` bytes from the start of `bytes`. @throws ProtocolError when the connection is of no more use */
  read(bytes: Buffer, length: number): void {
    for (let at = 0; at < length; ) {
      if (this.#left > 0) at = this.#readData(bytes, at, length);
      else if (this.#heldBytes > 0 || length - at < frameHead) at = this.#hold(bytes, at, length);
      else {
        const size = this.#sizeOf(bytes, at);
        if (isPlainData(bytes, at)) {
          this.#beginData(bytes, at, size);
          at += frameHead;
        } else if (length - at < frameHead + size) at = this.#hold(bytes, at, length);
        else {
          this.#whole(bytes, at, size);
          at += frameHead + size;
        }
      }
    }
  }

  #sizeOf(bytes: Buffer, at: number): number {
    const size = bytes.readUIntBE(at, 3);
    if (size > longestFrame) throw new ProtocolError('a frame too long');
    if (!this.#hasBegun && bytes[at + 3] !== frameTypes.settings) throw new ProtocolError('no HTTP/2');
    return size;
  }

  /** Adds to the frame that is held, and passes it on once it is whole. @returns up to where */
  #hold(bytes: Buffer, from: number, length: number): number {
    const held = this.#held;
    const wanted = this.#heldBytes < frameHead ? frameHead : frameHead + this.#sizeOf(held, 0);
    const end = Math.min(length, from + wanted - this.#heldBytes);
    bytes.copy(held, this.#heldBytes, from, end);
    this.#heldBytes += end - from;
    if (this.#heldBytes < frameHead) return end;
    const size = this.#sizeOf(held, 0);
    if (isPlainData(held, 0)) {
      this.#heldBytes = 0;
      this.#beginData(held, 0, size);
    } else if (this.#heldBytes === frameHead + size) {
      this.#heldBytes = 0;
      this.#whole(held, 0, size);
    }
    return end;
  }

  #beginData(bytes: Buffer, at: number, size: number): void {
    this.#stream = streamOf(bytes, at);
    this.#ends = ((bytes[at + 4] ?? 0) & flags.endStream) !== 0;
    this.#left = size;
    this.#events.onDataFrame(this.#stream);
    if (size === 0) this.#events.onData(this.#stream, bytes, 0, 0, this.#ends);
  }

  #readData(bytes: Buffer, from: number, length: number): number {
    const end = Math.min(length, from + this.#left);
    this.#left -= end - from;
    this.#events.onData(this.#stream, bytes, from, end, this.#ends && this.#left === 0);
    return end;
  }

  #whole(bytes: Buffer, at: number, size: number): void {
    this.#hasBegun = true;
    this.#events.onFrame(bytes, at, size);
  }
}

/** The stream of the frame whose head is at `at`. */
export function streamOf(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at + 5) & 0x7fff_ffff;
}

function isPlainData(bytes: Buffer, at: number): boolean {
  return bytes[at + 3] === frameTypes.data && ((bytes[at + 4] ?? 0) & flags.padded) === 0;
}
