import { ToolError } from '../errors.ts';

/**
 * Reads `30%` as a share of 1. The sign is required: nobody has to guess whether 30 is a share of 30, or 0.3 a third of a
 * percent.
 *
 * @param option its name, for errors
 * @param mostPercent the largest that means anything
 * @throws ToolError USAGE
 */
export function parsePercent(option: string, text: string, mostPercent: number): number {
  const [, digits] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? [];
  const percent = Number(digits);
  if (percent >= 0 && percent <= mostPercent) return percent / 100;
  const bare = /^\d+(\.\d+)?$/.test(text.trim()) ? `; write the sign: ${asPercent(Number(text))}` : '';
  throw new ToolError('USAGE', `--${option} takes a percentage from 0% to ${mostPercent}%, not "${text}"${bare}`);
}

/** What a number without a unit may have meant. */
function asPercent(value: number): string {
  return value > 0 && value < 1 ? `${Number((value * 100).toPrecision(6))}%` : `${value}%`;
}
