#!/usr/bin/env node
import { runCommandLine } from './cli/run.ts';
import { exitCodes, ToolError } from './errors.ts';
import { severalLines } from './report/plainText.ts';

/** Says in one message what went wrong, and gives the exit code that goes with it. */
function conclude(error: unknown): number {
  if (error instanceof ToolError) {
    process.stderr.write(`canvass: ${severalLines(error.message)}\n`);
    return error.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`canvass: internal error: ${severalLines(message)}\n`);
  if (process.env.CANVASS_DEBUG === '1') process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`);
  else process.stderr.write('This is a defect of canvass. CANVASS_DEBUG=1 shows where.\n');
  return exitCodes.internal;
}

process.on('uncaughtException', (error) => {
  process.exit(conclude(error));
});
// Whoever reads the output may stop reading, as `head` does: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

try {
  await runCommandLine(process.argv.slice(2));
} catch (error) {
  process.exitCode = conclude(error);
}
