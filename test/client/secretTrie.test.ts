import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SecretTrie } from '../../src/client/secretTrie.ts';
import { expectLinear } from '../support/growth.ts';

function found(forms: readonly string[], text: string): string[] {
  const trie = new SecretTrie();
  for (const form of forms) trie.add(Buffer.from(form));
  const ranges: [number, number][] = [];
  trie.find(Buffer.from(text), ranges);
  return ranges.map(([from, to]) => Buffer.from(text).toString('utf8', from, to));
}

test('every form of four letters and more is found, the longest first, and nothing else', () => {
  const form = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 4, maxLength: 9 });
  const text = fc.string({ unit: fc.constantFrom(...'abc.'), maxLength: 60 });
  fc.assert(
    fc.property(fc.array(form, { maxLength: 5 }), text, (forms, where) => {
      let rest = where;
      for (const each of found(forms, where)) {
        expect(forms).toContain(each);
        rest = rest.slice(rest.indexOf(each) + each.length);
      }
      const left = found(forms, where).reduce((kept, each) => kept.replace(each, '#'), where);
      for (const each of forms) expect(left).not.toContain(each);
    }),
  );
});

test('of a form that was cut off its beginning is found', () => {
  expect(found(['abcdefgh'], 'xx abcd… and abc… and abcdx')).toEqual(['abcd']);
});

test('sixty-four letters of a form are enough, whatever follows', () => {
  const secret = 'x'.repeat(100);
  expect(found([secret], `${'x'.repeat(64)}!${'x'.repeat(63)}!`)).toEqual(['x'.repeat(64)]);
});

test('a text is searched as fast for thousands of forms as for one, also for those that begin alike', () => {
  const tokens = Array.from({ length: 4000 }, (_, at) => `eyJhbGciOiJIUzI1NiJ9.${at}.${'a'.repeat(at % 90)}`);
  const trie = new SecretTrie();
  for (const token of tokens) trie.add(Buffer.from(token));
  for (const unit of ['eyJhbGciOiJIUzI1NiJ9.', 'a', tokens[77] ?? '']) {
    expectLinear(20_000, (size) => trie.find(Buffer.from(unit.repeat(size / unit.length)), []));
  }
});
