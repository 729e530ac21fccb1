import { styleText } from 'node:util';

const formats = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const;

/** Marks up words for a terminal; every function returns its argument unchanged where there is no colour. */
export type Style = Readonly<Record<(typeof formats)[number], (text: string) => string>>;

function styleOf(paint: (format: keyof Style, text: string) => string): Style {
  return Object.fromEntries(formats.map((format) => [format, (text: string) => paint(format, text)])) as Style;
}

export const noStyle = styleOf((_, text) => text);

/** Whether there is colour is settled by `styleFor`, so the stream is not asked. */
export const colourStyle = styleOf((format, text) => styleText(format, text, { validateStream: false }));

/**
 * The style for a stream: colour on a terminal, unless `NO_COLOR` is set to anything or the terminal is dumb;
 * `FORCE_COLOR` gives colour without a terminal.
 */
export function styleFor(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): Style {
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return noStyle;
  if (environment.FORCE_COLOR !== undefined && environment.FORCE_COLOR !== '0') return colourStyle;
  return isTerminal && environment.TERM !== 'dumb' ? colourStyle : noStyle;
}
