import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault, jsonFaultText } from '../../../src/judging/reading/jsonFault.ts';

describe('where a text stops being JSON', () => {
  it('is nowhere for what JSON.parse takes, and somewhere for all else', () => {
    const letters = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '1',
      '-',
      'e',
      '.',
      'a',
      '\\',
      ' ',
      'null',
      '\n',
    );
    const text = fc.oneof(
      fc.json(),
      fc.array(letters, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.tuple(fc.json(), fc.nat(40)).map(([json, at]) => json.slice(0, at)),
    );
    fc.assert(
      fc.property(text, (body) => {
        let parses = true;
        try {
          JSON.parse(body);
        } catch {
          parses = false;
        }
        expect(jsonFault(body) === null).toBe(parses);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['<html>', 'not JSON: at byte 0 stands "<html>" where a value is due'],
    ['{"a": 1 "b": 2}', 'not JSON: at byte 8 stands "\\"b\\": 2}" where "," or "}" is due'],
    ['{"ä": ', 'not JSON: at byte 7 the body ends where a value is due'],
    ['{a: 1}', 'not JSON: at byte 1 stands "a: 1}" where the name of a member is due'],
    ['[1] x', 'not JSON: at byte 4 stands "x" where the end is due'],
    ['', 'an empty body'],
  ])('of %j is said with its byte and why', (body, words) => {
    expect(jsonFaultText(body)).toBe(words);
  });
});
