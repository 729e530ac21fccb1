import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { exitCodes, ToolError, wordsOf } from '../errors.ts';
import { githubCommand } from '../report/formats/githubCommand.ts';
import { print, printCommands } from '../report/terminal.ts';
import { runCommandLine } from './commandLine.ts';
import { endRunWith } from './followRun.ts';
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
    await runCommandLine(words, hushLibraries);
  } catch (error) {
    process.exitCode = conclude(error);
  }
  endInTime();
}

/** Says in one message what went wrong, and gives the exit code that goes with it. */
export function conclude(error: unknown): number {
  if (error instanceof ToolError) {
    print(`canvass: ${error.message}\n`, 'stderr');
    printCommands([
      githubCommand(error.exitCode === exitCodes.invalid ? 'warning' : 'error', 'canvass', error.message),
    ]);
    return error.exitCode;
  }
  const message = wordsOf(error);
  const shortage = shortages.find(([form]) => form.test(message));
  if (shortage !== undefined) {
    print(`canvass: ${shortage[1]} (${message})\n`, 'stderr');
    return exitCodes.usage;
  }
  print(`canvass: internal error: ${message}\n`, 'stderr');
  if (process.env.CANVASS_DEBUG === '1') print(`${error instanceof Error ? error.stack : ''}\n`, 'stderr');
  else print('This is a defect of canvass. CANVASS_DEBUG=1 shows where.\n', 'stderr');
  return exitCodes.internal;
}

/** What this machine may be short of: no defect of canvass. */
const shortages = [
  [
    /\bEMFILE\b|\bENFILE\b|too many open files/i,
    'This process may not open enough files: raise `ulimit -n`, to 4096 say.',
  ],
  [/\bENOSPC\b|no space left/i, 'The disk is full.'],
  [/\bENOMEM\b|out of memory/i, 'This machine has not enough memory left.'],
] as const;

/**
 * What a library says on its own account is not shown from now on: it may hold the words of whoever it speaks with, as
 * NATS's does of a server that sends what it cannot read. CANVASS_DEBUG=1 shows it, on the one way to the terminal.
 */
function hushLibraries(): void {
  const output = new Writable({
    write: (words, _, done) => {
      if (process.env.CANVASS_DEBUG === '1') print(String(words), 'stderr');
      done();
    },
  });
  globalThis.console = new Console(output);
}

/** How long the end of a process may take: a summary that is posted, metrics that are pushed. */
const longestEndMs = 5000;

/**
 * Ends the process though a connection that nobody needs any more is held open by its other side: everything is written by
 * now. A process that has nothing left to do ends by itself before.
 */
function endInTime(): void {
  setInterval(() => {
    // Who reads the output slowly still gets all of it.
    if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit();
  }, longestEndMs).unref();
}
