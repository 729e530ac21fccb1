import { styleText } from 'node:util';

/** Marks up words for a terminal; every function returns its argument unchanged where there is no colour. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const plain = (text: string): string => text;

export const noStyle: Style = { bold: plain, dim: plain, red: plain, green: plain, yellow: plain, cyan: plain };

/** Whether there is colour is settled by `styleFor`, so the stream is not asked. */
const inStyle =
  (format: keyof Style) =>
  (text: string): string =>
    styleText(format, text, { validateStream: false });

export const colourStyle: Style = {
  bold: inStyle('bold'),
  dim: inStyle('dim'),
  red: inStyle('red'),
  green: inStyle('green'),
  yellow: inStyle('yellow'),
  cyan: inStyle('cyan'),
};

/**
 * The style for a stream: colour on a terminal, unless `NO_COLOR` is set to anything or the terminal is dumb;
 * `FORCE_COLOR` gives colour without a terminal.
 */
export function styleFor(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): Style {
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return noStyle;
  if (environment.FORCE_COLOR !== undefined && environment.FORCE_COLOR !== '0') return colourStyle;
  return isTerminal && environment.TERM !== 'dumb' ? colourStyle : noStyle;
}
