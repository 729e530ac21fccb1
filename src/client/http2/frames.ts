/** Frames of HTTP/2 (RFC 9113, 4 and 6), as texts of bytes where they are written. */
export const frameTypes = {
  data: 0,
  fields: 1,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const flags = { endStream: 0x1, acknowledged: 0x1, endHeaders: 0x4, padded: 0x8, hasPriority: 0x20 } as const;
export const settingIds = { enablePush: 2, maxStreams: 3, initialWindow: 4 } as const;
/** The reason of a reset. */
export const cancelled = 8;

/** Bytes before the payload of a frame. */
export const frameHead = 9;
/** A frame, as long as every peer takes one (RFC 9113, 4.2). */
export const longestFrame = 16_384;
export const usualWindow = 65_535;
/** What a stream may send ahead: more than most bodies, so that hardly any asks for more. */
export const streamWindow = 1024 * 1024;
/** What all streams may send ahead: a stream's window and the bound of a body are what holds them back. */
export const linkWindow = 2 ** 31 - 1;

/** Four bytes, the highest first, as characters. */
export function wordText(value: number): string {
  return String.fromCharCode((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
}

export function frameText(type: number, flags: number, stream: number, payload: string): string {
  return wordText(payload.length * 256 + type) + String.fromCharCode(flags) + wordText(stream) + payload;
}

function settingText(id: number, value: number): string {
  return `\0${String.fromCharCode(id)}${wordText(value)}`;
}

/** What a client begins with: it wants no pushes, and lets the service send far ahead. */
export const preface = `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${[
  frameText(
    frameTypes.settings,
    0,
    0,
    settingText(settingIds.enablePush, 0) + settingText(settingIds.initialWindow, streamWindow),
  ),
  frameText(frameTypes.windowUpdate, 0, 0, wordText(linkWindow - usualWindow)),
].join('')}`;
