#!/usr/bin/env node
import { conclude, runCommandLine } from './cli/run.ts';

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
