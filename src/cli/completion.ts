import type { Argv } from 'yargs';
import { profileNames } from '../profile/find.ts';
import type { CommonOptions } from './options.ts';

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
