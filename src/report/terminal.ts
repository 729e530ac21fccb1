import type { RunnerCommand } from './formats/githubCommand.ts';
import { jsonText, severalLines, withoutCommands } from './plainText.ts';

/** Where a process speaks. */
export type Output = 'stdout' | 'stderr';

/**
 * The one way to the terminal, and to whoever reads it: a log, the runner of a CI system. Whatever a text holds, and
 * wherever it comes from, nothing of it steers the terminal or commands the runner.
 */
export function print(text: string, output: Output = 'stdout'): void {
  process[output].write(withoutCommands(severalLines(text)));
}

/** As `print`, of a text that a `Style` has marked up, whose parts are on one line each: its colours pass. */
export function printStyled(text: string, output: Output = 'stdout'): void {
  process[output].write(styledText(text));
}

/** As `print`, of a value: as JSON that reads back the same. @param indent of each level, 0 for one line */
export function printJson(value: unknown, indent = 0): void {
  process.stdout.write(`${jsonText(value, indent)}\n`);
}

/** Gives commands to the runner, a line each, where it is GitHub's, which reads both output streams. */
export function printCommands(commands: readonly RunnerCommand[]): void {
  if (process.env.GITHUB_ACTIONS !== 'true') return;
  for (const command of commands) process.stderr.write(`${command}\n`);
}

/** Where progress goes. */
export const progressOutput = {
  write: (text: string): void => printStyled(text, 'stderr'),
  get isTTY(): boolean {
    return process.stderr.isTTY === true;
  },
  get columns(): number {
    return process.stderr.columns ?? 80;
  },
};

/** What `style` and the lines of progress are made with: bold, dim, four colours and their ends; a line that is begun anew. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ownSequence = /(\u001b\[(?:1|2|22|31|32|33|36|39)m|\r\u001b\[2?K)/;

function styledText(text: string): string {
  // Split at what it captures: every other part is one of canvass's own sequences.
  return text
    .split(ownSequence)
    .map((part, at) => (at % 2 === 1 ? part : withoutCommands(severalLines(part))))
    .join('');
}
