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

const sgr =
  (open: number, close: number) =>
  (text: string): string =>
    `\u001b[${open}m${text}\u001b[${close}m`;

export const colourStyle: Style = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
  cyan: sgr(36, 39),
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
