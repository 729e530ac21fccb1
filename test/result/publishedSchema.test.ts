import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { publishedResultSchema } from '../../src/result/publishedSchema.ts';

it('docs/result.schema.json is the schema of results', async () => {
  const path = new URL('../../docs/result.schema.json', import.meta.url);
  if (process.env.UPDATE_DOCS === '1') {
    const { writeFileSync } = await import('node:fs');
    writeFileSync(path, publishedResultSchema());
  }
  expect(readFileSync(path, 'utf8')).toBe(publishedResultSchema());
});
