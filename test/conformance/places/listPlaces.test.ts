import { expect, test } from 'vitest';
import { isReadWhole } from '../../../src/conformance/places/listPlaces.ts';

test.each([
  ['a few records', 299, 1399, true],
  // As a service had them after runs of many hours: each was 1,621 bytes, the first was less.
  ['records of which the first is short', 2800, 1399, false],
  ['very many', 100_000, 1399, false],
] as const)('a list of %s is asked for at once only where canvass reads all of it', (_, items, firstBytes, isAsked) => {
  expect(isReadWhole(items, firstBytes, 4 * 1024 * 1024)).toBe(isAsked);
});
