import { type ExitCode, exitCodes } from '../errors.ts';
import type { SpeedVerdict } from '../report/compare/comparisonWords.ts';

/** `--fail-on`: what a gate holds against a candidate besides what it broke and where it got slower. */
export const failOnOption = {
  choices: ['slower', 'cant-tell'] as const,
  default: 'slower' as const,
  describe: `cant-tell: end with ${exitCodes.invalid} too where speed can't be told`,
};

export type FailOn = (typeof failOnOption.choices)[number];

/** @param exitCode what it ends with by what was found @returns what a gate that holds silence against it ends with */
export function gated(exitCode: ExitCode, latency: SpeedVerdict, failOn: FailOn): ExitCode {
  const isUntold = failOn === 'cant-tell' && latency === "CAN'T TELL";
  return isUntold && exitCode === exitCodes.pass ? exitCodes.invalid : exitCode;
}
