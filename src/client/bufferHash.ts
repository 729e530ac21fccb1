const longestInline = 16;

/** FNV-1a of 32 bits over the bytes from `from` to `to` and no others, four at a time. */
export function hashed(seed: number, bytes: Buffer, from: number, to: number): number {
  let hash = seed;
  let at = from;
  for (; at + 4 <= to; at += 4) hash = Math.imul(hash ^ bytes.readInt32LE(at), 0x01000193);
  for (; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash;
}

/** Whether `part` stands at `from` in `bytes`. Few bytes are compared here: that costs less than a call. */
export function standsAt(bytes: Buffer, part: Buffer, from: number): boolean {
  const to = from + part.length;
  if (to > bytes.length) return false;
  if (part.length > longestInline) return bytes.compare(part, 0, part.length, from, to) === 0;
  for (let at = from; at < to; at++) if (bytes[at] !== part[at - from]) return false;
  return true;
}
