import yargs, { type Argv } from 'yargs';
import { exitCodes, ToolError } from '../errors.ts';
import { githubCommand } from '../report/formats/githubCommand.ts';
import { severalLines } from '../report/plainText.ts';
import { toolVersion } from '../toolVersion.ts';
import { withCommands, withCompletion } from './commands.ts';
import { endRunWith } from './interrupts.ts';
import { shown, withCommonOptions } from './options.ts';
import { guardAgainstStandstill } from './standstill.ts';
import { demandNoStrayNumber, usageError } from './usageError.ts';

/**
 * Parses a command line and runs its command, which sets `process.exitCode`.
 *
 * @throws ToolError USAGE for a command line that says nothing meaningful; whatever the command throws.
 */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  demandNoStrayNumber(words);
  const cli = commandLine();
  try {
    await cli.parseAsync([...words]);
  } catch (error) {
    if (error instanceof CommandLineError) throw await usageError(words, error.message, await cli.getHelp());
    throw error;
  }
}

/** Says in one message what went wrong, and gives the exit code that goes with it. */
export function conclude(error: unknown): number {
  if (error instanceof ToolError) {
    process.stderr.write(`canvass: ${severalLines(error.message)}\n`);
    if (process.env.GITHUB_ACTIONS === 'true') {
      const level = error.exitCode === exitCodes.invalid ? 'warning' : 'error';
      process.stderr.write(`${githubCommand(level, 'canvass', error.message)}\n`);
    }
    return error.exitCode;
  }
  const message = error instanceof Error ? error.message : String(error);
  const shortage = shortages.find(([form]) => form.test(message));
  if (shortage !== undefined) {
    process.stderr.write(`canvass: ${shortage[1]} (${severalLines(message)})\n`);
    return exitCodes.usage;
  }
  process.stderr.write(`canvass: internal error: ${severalLines(message)}\n`);
  if (process.env.CANVASS_DEBUG === '1') process.stderr.write(`${error instanceof Error ? error.stack : ''}\n`);
  else process.stderr.write('This is a defect of canvass. CANVASS_DEBUG=1 shows where.\n');
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
  ${exitCodes.invalid}  invalid: the run proves nothing
  ${exitCodes.internal}  internal error
  ${exitCodes.interrupted}  interrupted; the result is still written`;

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
