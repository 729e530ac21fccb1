const shortest = 4;

/** Where any of many needles (of at least four bytes) stands in a text: read once, however many there are. */
export function foundIn(text: string, needles: readonly string[]): string[] {
  const bytes = Buffer.from(text);
  const begins = new Map<number, Buffer[]>();
  const isBegin = new Uint8Array(1 << 20);
  for (const needle of new Set(needles)) {
    const looked = Buffer.from(needle);
    if (looked.length < shortest) throw new RangeError(`${needle} is too short to be looked for`);
    const begin = looked.readInt32LE(0);
    begins.set(begin, [...(begins.get(begin) ?? []), looked]);
    isBegin[slotOf(begin)] = 1;
  }
  const found: string[] = [];
  let begin = 0;
  for (let end = 0; end < bytes.length; end++) {
    begin = (begin >>> 8) | ((bytes[end] ?? 0) << 24);
    if (isBegin[slotOf(begin)] === 0 || end + 1 < shortest) continue;
    const at = end + 1 - shortest;
    const looked = begins.get(begin)?.find((each) => bytes.subarray(at, at + each.length).equals(each));
    if (looked !== undefined) found.push(bytes.toString('utf8', Math.max(0, at - 300), at + looked.length));
  }
  return found;
}

function slotOf(begin: number): number {
  return Math.imul(begin, 0x9e3779b1) >>> 12;
}
