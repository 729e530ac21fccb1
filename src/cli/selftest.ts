import type { CommandModule } from 'yargs';
import { exitCodes } from '../errors.ts';
import type { SelftestOutcome } from '../runs/selftestThread.ts';
import { countOption, textOption } from './optionKinds.ts';
import { type CommonOptions, shown, without } from './options.ts';

interface SelftestCommandOptions extends CommonOptions {
  readonly faults: string | undefined;
  readonly random: number;
  readonly threads: number;
  readonly verbose: boolean;
}

const defaultSeed = 1;

/** `canvass selftest`: does conformance notice every planted fault, and is it silent where nothing is wrong? */
export const selftestCommand: CommandModule<CommonOptions, SelftestCommandOptions> = {
  command: 'selftest',
  describe:
    'Plant every fault in the embedded service, and see that conform notices; and that it raises no false alarm',
  builder: (cli) =>
    without(cli, 'selftest', ['out', 'base-url', 'datacenter', 'set'])
      .option(
        'faults',
        textOption('faults', 'Only these planted faults, by id and comma; `none` for the variants alone'),
      )
      .option(
        'random',
        countOption(
          'random',
          4,
          10_000,
          'Random combinations of what the document allows, beside those that cover every alternative',
        ),
      )
      .option('threads', countOption('threads', 0, 256, 'Threads; 0 takes as many as there are cores'))
      .option('verbose', { type: 'boolean', default: false, describe: 'A line for each subject' })
      .example(...shown('$0 selftest', 'everything'))
      .example(
        ...shown('$0 selftest --faults page-skipped,text-unescaped --verbose', 'two faults, and what noticed them'),
      ),
  handler: async (options) => {
    const { selftest } = await import('../runs/selftest.ts');
    const { json, quiet, verbose, threads, random: randomVariants, seed = defaultSeed } = options;
    const faults = options.faults === 'none' ? [] : (options.faults?.split(',') ?? null);
    const { summary, outcomes } = await selftest({ faults, randomVariants, threads, seed }, (outcome, done, total) => {
      if (json || quiet || (!verbose && isAsItShould(outcome))) return;
      process.stderr.write(`${done}/${total} ${lineOf(outcome)}\n`);
    });
    if (json) process.stdout.write(`${JSON.stringify({ ...summary, outcomes }, null, 1)}\n`);
    else {
      process.stdout.write(quiet ? '' : `${summary.text}\n`);
      process.stdout.write(summary.passed ? 'PASS  Every fault was noticed, and nothing else.\n' : 'FAIL\n');
    }
    process.exitCode = summary.passed ? exitCodes.pass : exitCodes.fail;
  },
};

function isAsItShould({ kind, outcome }: SelftestOutcome): boolean {
  if (kind === 'fault') return outcome.killed;
  return outcome.alarms.length + outcome.misread.length + outcome.harnessErrors.length === 0;
}

function lineOf(subject: SelftestOutcome): string {
  if (subject.kind === 'fault') {
    const { id, killed, breaks, detail } = subject.outcome;
    return killed ? `noticed ${id}: ${breaks.join(', ')}` : `MISSED ${id}: ${detail}`;
  }
  const { id, alarms, misread, harnessErrors } = subject.outcome;
  return isAsItShould(subject)
    ? `silent ${id}`
    : `FALSE ALARM ${id}: ${[...alarms, ...misread, ...harnessErrors].join('; ')}`;
}
