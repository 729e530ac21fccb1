/** The two words of the last `hashText`: 64 bits without an object per text. */
export const hashWords = new Uint32Array(2);

/** Hashes `text`, distinguished by `salt`, into `hashWords`. Equal inputs give equal words in every process. */
export function hashText(salt: number, text: string): void {
  let first = Math.imul(salt ^ 0x9e3779b1, 0x85ebca6b);
  let second = Math.imul(salt ^ 0x7f4a7c15, 0xc2b2ae35);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul((second << 7) ^ (second >>> 25) ^ code, 0x27d4eb2f);
  }
  hashWords[0] = finished(first);
  hashWords[1] = finished(second ^ text.length);
}

function finished(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
