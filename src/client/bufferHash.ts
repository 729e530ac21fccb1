/** FNV-1a of 32 bits over the bytes from `from` to `to` and no others, four at a time. */
export function hashed(seed: number, bytes: Buffer, from: number, to: number): number {
  let hash = seed;
  let at = from;
  for (; at + 4 <= to; at += 4) hash = Math.imul(hash ^ bytes.readInt32LE(at), 0x01000193);
  for (; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash;
}
