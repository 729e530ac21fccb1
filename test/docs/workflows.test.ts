import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { canvass } from '../cli/canvass.ts';

const pages = ['docs/ci-github.md', 'docs/ci-gitlab.md'] as const;

function yamlIn(page: string): string[] {
  return [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');
}

/** Each `canvass` command line of a text: its command and its options. */
function commandLines(text: string): { command: string; options: string[] }[] {
  return [...text.matchAll(/canvass (?:-- )?(load|conform|compare|duet|report|capacity)\b(.*)/g)].map(
    ([, command, rest]) => ({
      command: command ?? '',
      options: [...(rest ?? '').matchAll(/(?<=\s)--([a-z][a-z-]*)/g)].map(([, name]) => name ?? ''),
    }),
  );
}

describe.each(pages)('the workflow of %s', (name) => {
  let page = '';

  beforeAll(async () => {
    page = await readFile(name, 'utf8');
  });

  it('is YAML without errors or warnings', () => {
    const files = yamlIn(page);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      for (const document of parseAllDocuments(file)) {
        if ('errors' in document) expect([...document.errors, ...document.warnings]).toEqual([]);
        expect(document.toJS()).toBeTypeOf('object');
      }
  });

  it('calls commands that exist with options that they take', async () => {
    const lines = commandLines(page);
    expect(lines.length).toBeGreaterThan(2);
    for (const { command, options } of lines) {
      const { exitCode, stdout } = await canvass([command, '--help']);
      expect(exitCode).toBe(0);
      expect(stdout).toContain(`canvass ${command}`);
      for (const option of options) expect(stdout).toContain(`--${option}`);
    }
  });
});
