import { type ExitCode, exitCodes } from '../errors.ts';
import type { Style } from '../report/text/style.ts';
import type { RunResult } from '../result/runResult.ts';
import type { CommonOptions } from './options.ts';

/**
 * Prints a result as it was asked for: as JSON, as the verdict alone, or as a summary.
 *
 * @param before what stands before the summary, line breaks included.
 */
export async function printResult(
  result: RunResult,
  directory: string,
  { json, quiet }: Pick<CommonOptions, 'json' | 'quiet'>,
  before: (style: Style) => string = () => '',
): Promise<void> {
  if (json) {
    process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);
    return;
  }
  const { summaryText } = await import('../report/text/summary.ts');
  const { styleFor } = await import('../report/text/style.ts');
  const style = styleFor(process.stdout.isTTY, process.env);
  const text = summaryText(result, { style, directory });
  process.stdout.write(quiet ? `${text.slice(0, text.indexOf('\n'))}\n` : `${before(style)}${text}`);
}

/** An interrupted run says so, whatever it found. */
export function exitCodeOf(result: RunResult): ExitCode {
  if (result.run.interrupted) return exitCodes.interrupted;
  return { PASS: exitCodes.pass, FAIL: exitCodes.fail, INVALID: exitCodes.invalid }[result.verdict];
}
