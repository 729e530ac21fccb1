import { ProtocolError } from '../http1/heads.ts';

/** RFC 7541, appendix A: entries 1 to 61, names and values in turn. */
const staticTable =
  `:authority||:method|GET|:method|POST|:path|/|:path|/index.html|:scheme|http|:scheme|https|:status|200|:status|204|\
:status|206|:status|304|:status|400|:status|404|:status|500|accept-charset||accept-encoding|gzip, deflate|accept-language||\
accept-ranges||accept||access-control-allow-origin||age||allow||authorization||cache-control||content-disposition||\
content-encoding||content-language||content-length||content-location||content-range||content-type||cookie||date||etag||\
expect||expires||from||host||if-match||if-modified-since||if-none-match||if-range||if-unmodified-since||last-modified||\
link||location||max-forwards||proxy-authenticate||proxy-authorization||range||referer||refresh||retry-after||server||\
set-cookie||strict-transport-security||transfer-encoding||user-agent||vary||via||www-authenticate|`.split('|');
const staticEntries = staticTable.length / 2;

/** How many bits each byte takes (RFC 7541, appendix B), in base 36: codes go up by their length, and then by the byte. */
const huffmanBits =
  'dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6ca' +
  'd67777777777777777777777878djde6f56565666577666567655677777fbeds' +
  'kmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn' +
  'qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq';
const longestCode = 30;

/** Of each length of a code: the first code, how many there are, and the place of the first one's byte in `bytesByCode`. */
const { firstCodes, counts, places, bytesByCode } = huffmanTables();

function huffmanTables() {
  const lengths = [...huffmanBits].map((digit) => Number.parseInt(digit, 36));
  const firstCodes: number[] = [];
  const counts: number[] = [];
  const places: number[] = [];
  const bytesByCode: number[] = [];
  for (let length = 0, code = 0; length <= longestCode; length++, code *= 2) {
    firstCodes[length] = code;
    places[length] = bytesByCode.length;
    bytesByCode.push(...lengths.flatMap((each, byte) => (each === length ? [byte] : [])));
    counts[length] = bytesByCode.length - (places[length] ?? 0);
    code += counts[length] ?? 0;
  }
  return { firstCodes, counts, places, bytesByCode };
}

/** A text in Huffman's code, a character a byte. @throws ProtocolError for what is none */
function huffmanText(bytes: Buffer, from: number, to: number): string {
  let text = '';
  let code = 0;
  let length = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    for (let bit = 7; bit >= 0; bit--) {
      code = code * 2 + ((byte >> bit) & 1);
      if (++length > longestCode) throw new ProtocolError('a header in no code');
      const nth = code - (firstCodes[length] ?? 0);
      if (nth < 0 || nth >= (counts[length] ?? 0)) continue;
      text += String.fromCharCode(bytesByCode[(places[length] ?? 0) + nth] ?? 0);
      code = 0;
      length = 0;
    }
  }
  // What fills the last byte is the beginning of the longest code.
  if (length > 7 || code !== 2 ** length - 1) throw new ProtocolError('a header that ends within a code');
  return text;
}

/** The bytes of an integer (RFC 7541, 5.1), as characters. @param first what stands before its prefix of `bits` */
export function integerText(first: number, bits: number, value: number): string {
  const most = 2 ** bits - 1;
  if (value < most) return String.fromCharCode(first | value);
  let text = String.fromCharCode(first | most);
  let rest = value - most;
  for (; rest >= 128; rest = Math.floor(rest / 128)) text += String.fromCharCode(128 + (rest % 128));
  return text + String.fromCharCode(rest);
}

/** A field that nobody on the way may index (RFC 7541, 6.2.3), in plain text. @param name or its place in the static table */
export function fieldText(name: string | number, value: string): string {
  const named = typeof name === 'number' ? integerText(0x10, 4, name) : `\x10${integerText(0, 7, name.length)}${name}`;
  return named + integerText(0, 7, value.length) + value;
}

/** What an entry of the dynamic table takes beside its texts (RFC 7541, 4.1). */
const entryBytes = 32;
/** The dynamic table that every server may use. */
const tableBytes = 4096;

/** Reads blocks of header fields one after the other: each may name what earlier ones have brought (RFC 7541). */
export class FieldDecoder {
  /** Names and values in turn, the newest entry last. */
  readonly #table: string[] = [];
  #tableSize = 0;
  #tableLimit = tableBytes;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;
  /** Changes of the table: while it stays, equal blocks mean the same. */
  changes = 0;

  /**
   * @param mostBytes of all fields; beyond them, only what later blocks need is kept
   * @returns names and values in turn; `null` beyond the bound
   * @throws ProtocolError for a block that cannot be read: nor can any that follows on its connection
   */
  read(bytes: Buffer, from: number, to: number, mostBytes: number): string[] | null {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = to;
    const fields: string[] = [];
    let left = mostBytes;
    while (this.#at < to) {
      const first = bytes[this.#at] ?? 0;
      if (first >= 0x20 && first < 0x40) {
        this.#resize(this.#integer(5));
        continue;
      }
      const isIndexed = first >= 0x80;
      const isKept = first >= 0x40 && !isIndexed;
      const index = this.#integer(isIndexed ? 7 : isKept ? 6 : 4);
      const name = index === 0 ? this.#text() : this.#entry(index, 0);
      const value = isIndexed ? this.#entry(index, 1) : this.#text();
      if (isKept) this.#keep(name, value);
      left -= name.length + value.length + entryBytes;
      if (left >= 0) fields.push(name, value);
    }
    return left >= 0 ? fields : null;
  }

  /** @param part 0 for the name, 1 for the value */
  #entry(index: number, part: 0 | 1): string {
    const text =
      index <= staticEntries
        ? staticTable[2 * (index - 1) + part]
        : this.#table[this.#table.length - 2 * (index - staticEntries) + part];
    if (text === undefined) throw new ProtocolError('a header that is in no table');
    return text;
  }

  #integer(bits: number): number {
    const most = 2 ** bits - 1;
    let value = (this.#bytes[this.#at++] ?? 0) & most;
    if (value < most) return value;
    for (let factor = 1; factor <= 2 ** 21; factor *= 128) {
      if (this.#at >= this.#end) break;
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new ProtocolError('a header of no length');
  }

  #text(): string {
    const isHuffman = this.#at < this.#end && (this.#bytes[this.#at] ?? 0) >= 128;
    const from = this.#at < this.#end ? this.#integer(7) : Number.POSITIVE_INFINITY;
    const start = this.#at;
    this.#at += from;
    if (this.#at > this.#end) throw new ProtocolError('a header beyond its block');
    return isHuffman ? huffmanText(this.#bytes, start, this.#at) : this.#bytes.toString('latin1', start, this.#at);
  }

  #keep(name: string, value: string): void {
    this.changes++;
    this.#tableSize += name.length + value.length + entryBytes;
    this.#table.push(name, value);
    this.#evict();
  }

  #resize(bytes: number): void {
    if (bytes > tableBytes) throw new ProtocolError('a larger table than was allowed');
    this.changes++;
    this.#tableLimit = bytes;
    this.#evict();
  }

  #evict(): void {
    let gone = 0;
    for (; this.#tableSize > this.#tableLimit; gone += 2) {
      this.#tableSize -= (this.#table[gone]?.length ?? 0) + (this.#table[gone + 1]?.length ?? 0) + entryBytes;
    }
    if (gone > 0) this.#table.splice(0, gone);
  }
}
