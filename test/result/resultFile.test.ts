import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { publishedResultSchema } from '../../src/result/resultFile.ts';

it('docs/result.schema.json is the schema of results (UPDATE_DOCS=1 writes it)', () => {
  const path = new URL('../../docs/result.schema.json', import.meta.url);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(path, publishedResultSchema());
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(publishedResultSchema()));
});
