import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canvass } from '../cli/canvass.ts';

/** Each page with the file whose text it shows; test/ci runs what stands in it. */
const pages = [
  ['docs/ci-github.md', 'templates/github.yml'],
  ['docs/ci-gitlab.md', 'templates/canvass.yml'],
] as const;

/** Each `canvass` command line of a text: its command and its options. */
function commandLines(text: string): { command: string; options: string[] }[] {
  return [...text.matchAll(/(?:canvass|"\$MAIN") (?:-- )?(init|load|conform|compare|duet|report|doctor)\b(.*)/g)].map(
    ([, command, rest]) => ({
      command: command ?? '',
      options: [...(rest ?? '').matchAll(/(?<=\s)--([a-z][a-z-]*)/g)].map(([, name]) => name ?? ''),
    }),
  );
}

describe.each(pages)('%s', (page, file) => {
  it('shows the file that is run', () => {
    const shown = [...readFileSync(page, 'utf8').matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text);
    expect(shown[0]).toBe(readFileSync(file, 'utf8'));
  });
});

describe.each([...pages.flat(), 'action.yml'])('the command lines of %s', (file) => {
  it('are commands that exist, with options that they take', async () => {
    for (const { command, options } of commandLines(readFileSync(file, 'utf8'))) {
      const { exitCode, stdout } = await canvass([command, '--help']);
      expect(exitCode).toBe(0);
      for (const option of options) expect(stdout).toContain(`--${option}`);
    }
  });
});

it('reads command lines', () => {
  const all = [...pages.flat(), 'action.yml'].flatMap((file) => commandLines(readFileSync(file, 'utf8')));
  expect(new Set(all.map(({ command }) => command))).toEqual(
    new Set(['init', 'conform', 'load', 'compare', 'doctor', 'duet']),
  );
  expect(all.length).toBeGreaterThan(8);
});
