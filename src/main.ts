#!/usr/bin/env node
import { endRunWith } from './cli/interrupts.ts';
import { conclude, runCommandLine } from './cli/run.ts';
import { guardAgainstStandstill } from './cli/standstill.ts';

const endWith = (error: Error): void => {
  if (!endRunWith(error)) process.exit(conclude(error));
};
process.on('uncaughtException', endWith);
guardAgainstStandstill(endWith);
// Whoever reads the output may stop reading, as `head` does, or its disk be full: a run goes on, and its folder tells.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

try {
  await runCommandLine(process.argv.slice(2));
} catch (error) {
  process.exitCode = conclude(error);
}
