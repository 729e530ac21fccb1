import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpointIds, endpoints } from '../../src/contract/endpoints.ts';
import { openApiDocument } from '../../src/contract/openapi.ts';

const generated = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
const printed = JSON.parse(generated);

test('docs/openapi.json is what the contract generates (UPDATE_DOCS=1 writes it)', () => {
  const file = new URL('../../docs/openapi.json', import.meta.url);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(file, generated);
  expect(readFileSync(file, 'utf8')).toBe(generated);
});

test('every endpoint has its operation, with its path parameters', () => {
  for (const id of endpointIds) {
    const { method, path } = endpoints[id];
    const operation = printed.paths[path.replace(/<(\w+)>/g, '{$1}')][method.toLowerCase()];
    expect(operation.operationId).toBe(id);
    const inPath = operation.parameters.filter((parameter: { in: string }) => parameter.in === 'path');
    expect(inPath.map(({ name }: { name: string }) => name)).toEqual(
      [...path.matchAll(/<(\w+)>/g)].map(([, name]) => name),
    );
  }
});

test('every reference leads somewhere', () => {
  const references = [...generated.matchAll(/"\$ref": "#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(references.length).toBeGreaterThan(10);
  for (const name of references) expect(Object.keys(printed.components.schemas)).toContain(name);
});
