import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { probes } from '../../../src/conformance/probes/allProbes.ts';
import type { Probe } from '../../../src/conformance/probes/probeContext.ts';

const folder = new URL('../../../src/conformance/probes/', import.meta.url);
const list = new URL('allProbes.ts', folder);

function isProbe(value: unknown): value is Probe {
  return typeof value === 'object' && value !== null && 'area' in value && 'run' in value;
}

function withProbe(text: string, name: string, file: string): string {
  const [imports = '', rest = ''] = text.split(/\n(?=\n)/, 2);
  const lines = [...imports.split('\n'), `import { ${name} } from './${file}';`];
  const sorted = lines.toSorted((one, other) => sourceOf(one).localeCompare(sourceOf(other)));
  return `${sorted.join('\n')}\n${rest.replace(/(?=\];)/, `  ${name},\n`)}`;
}

const sourceOf = (line: string): string => line.split(' from ')[1] ?? '';

test('every probe of the folder is run (UPDATE_DOCS=1 adds it at the end of the list)', async () => {
  const missing: string[] = [];
  for (const file of readdirSync(folder)) {
    const exported: Record<string, unknown> = await import(new URL(file, folder).href);
    for (const [name, value] of Object.entries(exported)) {
      if (!isProbe(value) || probes.includes(value)) continue;
      missing.push(name);
      if (process.env.UPDATE_DOCS !== '1') continue;
      writeFileSync(list, withProbe(readFileSync(list, 'utf8'), name, file));
    }
  }
  expect(process.env.UPDATE_DOCS === '1' ? [] : missing).toEqual([]);
});
