import type { Argv } from 'yargs';
import { profileNames } from '../profile/find.ts';
import { capacityCommand } from './capacity.ts';
import { conformCommand } from './conform.ts';
import { duetCommand } from './duet.ts';
import { selftestCommand, serveCommand } from './embedded.ts';
import { loadCommand } from './load.ts';
import type { CommonOptions } from './options.ts';
import { doctorCommand, initCommand, profileCommand } from './profiles.ts';
import { compareCommand, createdCommand, replayCommand, reportCommand } from './results.ts';
import { workerCommand } from './worker.ts';

/**
 * Every command, in the order of the help. A command's handler sets `process.exitCode`, and throws a ToolError for what
 * a person can put right; it imports what is heavy only when it runs.
 */
export function withCommands(cli: Argv<CommonOptions>): Argv<CommonOptions> {
  return cli
    .command(loadCommand)
    .command(conformCommand)
    .command(capacityCommand)
    .command(compareCommand)
    .command(duetCommand)
    .command(replayCommand)
    .command(reportCommand)
    .command(createdCommand)
    .command(initCommand)
    .command(doctorCommand)
    .command(serveCommand)
    .command(workerCommand)
    .command(selftestCommand)
    .command(profileCommand);
}

/** Commands whose next word is a profile. */
const takingProfiles = new Set(['load', 'conform', 'capacity', 'doctor', 'check']);

type Done = (words: string[]) => void;
/** Gives the words that yargs knows of itself. */
type Filter = (take: (failed: unknown, own: readonly string[] | undefined) => void) => void;

/** `canvass completion`: a script for the shell, which completes commands, options, and profiles by name. */
export function withCompletion(cli: Argv<CommonOptions>): Argv<CommonOptions> {
  return cli.completion(
    'completion',
    'Print a script that completes commands in bash or zsh',
    (current: string, argv: { readonly _?: readonly unknown[] }, filter: Filter, done: Done) => {
      // The words so far begin with the name of the program.
      const command = argv._?.map(String).findLast((word) => takingProfiles.has(word));
      const names = command === undefined || current.startsWith('-') ? [] : profileNames(process.cwd());
      filter((_: unknown, own: readonly string[] | undefined) =>
        done([...names.filter((name) => name.startsWith(current)), ...(own ?? [])]),
      );
    },
  );
}
