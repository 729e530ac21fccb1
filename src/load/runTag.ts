import { randomInt } from 'node:crypto';

/** What tells the tokens of one run from those of every other: eight lower-case letters and digits. */
export function newRunTag(): string {
  return randomInt(36 ** 8)
    .toString(36)
    .padStart(8, '0');
}
