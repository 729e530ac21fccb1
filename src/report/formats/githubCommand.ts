import { oneLine, withoutCommands } from '../plainText.ts';

declare const isRunnerCommand: unique symbol;
/** A line that commands the runner of a CI system; no other text does. */
export type RunnerCommand = string & { readonly [isRunnerCommand]: true };

/** A workflow command that annotates a step with a title and a message, a line without its end. */
export function githubCommand(level: 'error' | 'warning', title: string, message: string): RunnerCommand {
  const property = escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${property}::${escapeData(message)}` as RunnerCommand;
}

function escapeData(text: string): string {
  // The older form of a command is found anywhere in a line.
  return withoutCommands(oneLine(text)).replaceAll('%', '%25');
}
