import yargs, { type Argv } from 'yargs';
import { exitCodes } from '../errors.ts';
import { profileNames } from '../profile/findProfile.ts';
import { toolVersion } from '../toolVersion.ts';
import { acceptCommand } from './acceptCommand.ts';
import { arrivalsCommand } from './arrivalsCommand.ts';
import { capacityCommand } from './capacityCommand.ts';
import { compareCommand } from './compareCommand.ts';
import { conformCommand } from './conformCommand.ts';
import { createdCommand } from './createdCommand.ts';
import { doctorCommand } from './doctorCommand.ts';
import { duetCommand } from './duetCommand.ts';
import { initCommand } from './initCommand.ts';
import { loadCommand } from './loadCommand.ts';
import { ChosenCommand, type CommonOptions, shown, withCommonOptions } from './options.ts';
import { profileCommand } from './profileCommand.ts';
import { replayCommand } from './replayCommand.ts';
import { reportCommand } from './reportCommand.ts';
import { selftestCommand } from './selftestCommand.ts';
import { serveCommand } from './serveCommand.ts';
import { demandNoStrayNumber, usageError } from './usageError.ts';
import { fleetCommand, workerCommand } from './workerCommand.ts';

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
    .command(acceptCommand)
    .command(createdCommand)
    .command(arrivalsCommand)
    .command(initCommand)
    .command(doctorCommand)
    .command(serveCommand)
    .command(workerCommand)
    .command(fleetCommand)
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

/**
 * Parses a command line and runs its command, which sets `process.exitCode`.
 *
 * @param onCommand called before a command runs; not where help is all that is asked for
 * @throws ToolError USAGE for a command line that says nothing meaningful; whatever the command throws.
 */
export async function runCommandLine(words: readonly string[], onCommand: () => void = () => {}): Promise<void> {
  demandNoStrayNumber(words);
  const cli = commandLine().middleware(onCommand);
  try {
    await cli.parseAsync([...words]);
  } catch (error) {
    if (error instanceof ChosenCommand) return await error.run();
    if (error instanceof CommandLineError) throw await usageError(words, error.message, await cli.getHelp());
    throw error;
  }
}

/** What yargs says of a command line that it cannot take. */
class CommandLineError extends Error {}

function commandLine(): Argv {
  const cli = yargs()
    .scriptName('canvass')
    .locale('en')
    .usage('$0 <command> [profile]\n\nSends virtual respondents through a survey service and judges every answer.')
    .parserConfiguration({ 'dot-notation': false, 'parse-positional-numbers': false })
    .version(toolVersion())
    .help()
    .alias('help', 'h')
    .strict()
    .demandCommand(1, 'name a command')
    .fail((message: string | null, error: Error | undefined) => {
      // yargs calls its own findings YError; what a command throws passes as it is.
      throw error === undefined || error.name === 'YError' ? new CommandLineError(message ?? error?.message) : error;
    })
    .exitProcess(false)
    .wrap(Math.max(100, Math.min(120, process.stdout.columns ?? 110)))
    .example(shown({ 'profile check smoke': 'what is in a profile, and is it right?' }))
    .epilogue(exitCodeLines);
  return withCompletion(withCommands(withCommonOptions(cli)));
}

const exitCodeLines = `Exit codes:
  ${exitCodes.pass}  pass
  ${exitCodes.fail}  fail: a gating violation or a missed threshold
  ${exitCodes.usage}  usage or profile error
  ${exitCodes.invalid}  invalid: the run proves nothing (this machine, this plan)
  ${exitCodes.internal}  internal error
  ${exitCodes.targetAway}  the target was not there, or went away
  ${exitCodes.interrupted}  interrupted; the result is still written`;
