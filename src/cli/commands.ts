import type { Argv } from 'yargs';
import { capacityCommand } from './capacity.ts';
import { compareCommand } from './compare.ts';
import { conformCommand } from './conform.ts';
import { duetCommand } from './duet.ts';
import { loadCommand } from './load.ts';
import type { CommonOptions } from './options.ts';
import { profileCommand } from './profile.ts';
import { replayCommand } from './replay.ts';
import { reportCommand } from './report.ts';
import { selftestCommand } from './selftest.ts';
import { serveCommand } from './serve.ts';

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
    .command(serveCommand)
    .command(selftestCommand)
    .command(profileCommand);
}
