import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProtocolError } from '../../../src/client/http1/heads.ts';
import { FieldDecoder, fieldText } from '../../../src/client/http2/hpack.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const read = (decoder: FieldDecoder, bytes: Buffer, mostBytes = 16_384): string[] | null =>
  decoder.read(bytes, 0, bytes.length, mostBytes);

test('requests of RFC 7541, C.4: texts in Huffman code, and a table that grows', () => {
  const decoder = new FieldDecoder();
  const usual = [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'www.example.com'];
  expect(read(decoder, hex('8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff'))).toEqual(usual);
  expect(read(decoder, hex('8286 84be 5886 a8eb 1064 9cbf'))).toEqual([...usual, 'cache-control', 'no-cache']);
  expect(read(decoder, hex('8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf'))).toEqual([
    ...[':method', 'GET', ':scheme', 'https', ':path', '/index.html', ':authority', 'www.example.com'],
    ...['custom-key', 'custom-value'],
  ]);
});

test('a table that was made small keeps the newest entries', () => {
  const decoder = new FieldDecoder();
  expect(read(decoder, hex('3f45 4003 6162 6301 31 4003 6162 6301 32'))).toEqual(['abc', '1', 'abc', '2']);
  expect(read(decoder, hex('be bf'))).toEqual(['abc', '2', 'abc', '1']);
  expect(read(decoder, hex('3f05 be'))).toEqual(['abc', '2']);
  expect(() => read(decoder, hex('bf'))).toThrow('in no table');
});

test('beyond the bound nothing is kept but what later blocks name', () => {
  const decoder = new FieldDecoder();
  expect(read(decoder, hex('4003 6162 6301 31'), 20)).toBeNull();
  expect(read(decoder, hex('be'))).toEqual(['abc', '1']);
  expect(read(decoder, Buffer.alloc(10_000, 0xbe), 2000)).toBeNull();
});

test.each([
  ['an entry that nobody made', 'be'],
  ['the entry 0', '80'],
  ['a text beyond the block', '0003 6162'],
  ['a text without a length', '00'],
  ['a length without an end', '00ff ffff ffff ffff ffff'],
  ['a table larger than was allowed', '3fe2 7f'],
  ['Huffman code that ends within a code', '0081 0000'],
  ['the end of the code in a text', '0084 ffff ffff 00'],
])('%s is refused', (_, bytes) => {
  expect(() => read(new FieldDecoder(), hex(bytes))).toThrow();
});

test('whatever comes is read or refused, and what is written is read as it was', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      try {
        read(new FieldDecoder(), Buffer.from(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(ProtocolError);
      }
    }),
  );
  const text = fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
    maxLength: 300,
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), (fields) => {
      const block = fields.map(([name, value]) => fieldText(name, value)).join('');
      expect(read(new FieldDecoder(), Buffer.from(block, 'latin1'), 1e6)).toEqual(fields.flat());
    }),
  );
});
