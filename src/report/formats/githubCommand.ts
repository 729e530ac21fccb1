import { oneLine } from '../plainText.ts';

/** A workflow command that annotates a step with a title and a message, a line without its end. */
export function githubCommand(level: 'error' | 'warning', title: string, message: string): string {
  const property = escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${property}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return oneLine(text).replaceAll('%', '%25');
}
