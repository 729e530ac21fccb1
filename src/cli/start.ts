import { endRunWith } from './interrupts.ts';
import { conclude, runCommandLine } from './run.ts';
import { guardAgainstStandstill } from './standstill.ts';

/** Runs a command line as the process that it is: sets `process.exitCode`, whatever happens. */
export async function start(words: readonly string[]): Promise<void> {
  const endWith = (error: Error): void => {
    if (!endRunWith(error)) process.exit(conclude(error));
  };
  process.on('uncaughtException', endWith);
  guardAgainstStandstill(endWith);
  // Whoever reads the output may stop reading, as `head` does, or its disk be full: a run goes on, and its folder tells.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  try {
    await runCommandLine(words);
  } catch (error) {
    process.exitCode = conclude(error);
  }
}
