import { ToolError } from '../errors.ts';
import { parsePercent } from '../profile/percent.ts';

const text = { type: 'string', requiresArg: true } as const;

/** An option that takes a text, given at most once. */
export function textOption(name: string, describe: string) {
  return { ...text, describe, coerce: (value: unknown) => one(name, value) } as const;
}

/** An option that takes texts: it can be repeated. */
export function textsOption(describe: string) {
  return {
    ...text,
    default: [] as readonly string[],
    describe,
    coerce: (value: unknown): readonly string[] => texts(value),
  } as const;
}

/** An option that takes a whole number from 0 on. */
export function wholeNumberOption(name: string, describe: string) {
  return { ...text, describe, coerce: (value: unknown) => wholeNumber(name, value) } as const;
}

/** An option that takes a whole number from 0 to `most`, and is `otherwise` when it is not given. */
export function countOption(name: string, otherwise: number, most: number, describe: string) {
  return {
    ...text,
    default: otherwise,
    describe,
    coerce: (value: unknown): number =>
      typeof value === 'number' ? value : atMost(name, wholeNumber(name, value) ?? otherwise, most),
  } as const;
}

/** An option that takes a port; 0 takes a free one. */
export function portOption(name: string, describe: string) {
  return { ...text, describe, coerce: (value: unknown) => portNumber(name, value) } as const;
}

/** An option that is given or not. */
export function flagOption(describe: string) {
  return { type: 'boolean', default: false, describe } as const;
}

/** The share of 1 that a percentage above 0 says; null where it was not given. @throws ToolError USAGE */
export function shareOption(name: string, percentage: string | undefined): number | null {
  if (percentage === undefined) return null;
  const share = parsePercent(name, percentage, 99);
  if (share === 0) throw new ToolError('USAGE', `--${name} takes a percentage above 0%`);
  return share;
}

/** The baseline of a command that judges a service. */
export const baselineOption = textOption('baseline', 'File of accepted answers and known violations (baseline.yaml)');

function texts(value: unknown): readonly string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

/**
 * The value of an option that is given at most once.
 *
 * @throws ToolError USAGE when it is repeated.
 */
export function one(name: string, value: unknown): string | undefined {
  const given = texts(value);
  if (given.length > 1) throw new ToolError('USAGE', `--${name} is given ${given.length} times; give it once`);
  return given[0];
}

/**
 * The value of an option that is a whole number from 0 on.
 *
 * @throws ToolError USAGE when it is something else.
 */
function wholeNumber(name: string, value: unknown): number | undefined {
  const given = one(name, value);
  if (given === undefined) return undefined;
  if (!/^\d{1,15}$/.test(given))
    throw new ToolError('USAGE', `--${name} takes a whole number from 0 on, not "${given}"`);
  return Number(given);
}

/**
 * The value of an option that is a port; 0 takes a free one.
 *
 * @throws ToolError USAGE when it is something else.
 */
function portNumber(name: string, value: unknown): number | undefined {
  const port = wholeNumber(name, value);
  return port === undefined ? undefined : atMost(name, port, 65_535);
}

/** @throws ToolError USAGE for a number above `most`. */
function atMost(name: string, value: number, most: number): number {
  if (value > most) throw new ToolError('USAGE', `--${name} is at most ${most}, not ${value}`);
  return value;
}
