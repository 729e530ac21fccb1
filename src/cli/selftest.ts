import type { CommandModule } from 'yargs';
import { exitCodes, ToolError } from '../errors.ts';
import { type CommonOptions, one, shown, wholeNumber, without } from './options.ts';
import type { SelftestJob } from './selftestThread.ts';

interface SelftestOptions extends CommonOptions {
  readonly faults: string | undefined;
  readonly random: number;
  readonly threads: number;
  readonly verbose: boolean;
}

const defaultSeed = 1;
const defaultRandom = 4;

/** `canvass selftest`: does conformance notice every planted fault, and is it silent where nothing is wrong? */
export const selftestCommand: CommandModule<CommonOptions, SelftestOptions> = {
  command: 'selftest',
  describe:
    'Plant every fault in the embedded service, and see that conform notices; and that it raises no false alarm',
  builder: (cli) =>
    without(cli, 'selftest', ['out', 'base-url', 'datacenter', 'set'])
      .option('faults', {
        type: 'string',
        requiresArg: true,
        describe: 'Only these planted faults, by id and comma; `none` for the variants alone',
        coerce: (value: unknown) => one('faults', value),
      })
      .option('random', {
        type: 'string',
        requiresArg: true,
        default: defaultRandom,
        describe: 'Random combinations of what the document allows, beside those that cover every alternative',
        coerce: (value: unknown) => count('random', value, defaultRandom),
      })
      .option('threads', {
        type: 'string',
        requiresArg: true,
        default: 0,
        describe: 'Threads; 0 takes as many as there are cores',
        coerce: (value: unknown) => count('threads', value, 0),
      })
      .option('verbose', { type: 'boolean', default: false, describe: 'A line for each subject' })
      .example(...shown('$0 selftest', 'everything'))
      .example(
        ...shown('$0 selftest --faults page-skipped,text-unescaped --verbose', 'two faults, and what noticed them'),
      ),
  handler: async (options) => {
    const { summarize } = await import('../conformance/selftest/selftestReport.ts');
    const { runSelftestPool } = await import('./selftestPool.ts');
    const seed = options.seed ?? defaultSeed;
    const jobs = await jobsOf(options, seed);
    const { faults, variants } = await runSelftestPool({
      threads: options.threads === 0 ? navigator.hardwareConcurrency : options.threads,
      plan: { seed, randomVariants: options.random },
      jobs,
      onOutcome: (reply, done) => {
        const failed = reply.kind === 'fault' ? !reply.outcome.killed : isAlarmed(reply.outcome);
        if (options.json || options.quiet || (!options.verbose && !failed)) return;
        process.stderr.write(`${done}/${jobs.length} ${lineOf(reply)}\n`);
      },
    });
    const summary = summarize(faults, variants, options.faults === undefined);
    if (options.json)
      process.stdout.write(`${JSON.stringify({ ...summary, outcomes: { faults, variants } }, null, 1)}\n`);
    else {
      process.stdout.write(options.quiet ? '' : `${summary.text}\n`);
      process.stdout.write(summary.passed ? 'PASS  Every fault was noticed, and nothing else.\n' : 'FAIL\n');
    }
    process.exitCode = summary.passed ? exitCodes.pass : exitCodes.fail;
  },
};

type Reply = Parameters<Parameters<typeof import('./selftestPool.ts').runSelftestPool>[0]['onOutcome']>[0];

function lineOf(reply: Reply): string {
  if (reply.kind === 'fault') {
    const { id, killed, breaks, detail } = reply.outcome;
    return killed ? `noticed ${id}: ${breaks.join(', ')}` : `MISSED ${id}: ${detail}`;
  }
  const { id, alarms, misread, harnessErrors } = reply.outcome;
  return isAlarmed(reply.outcome)
    ? `FALSE ALARM ${id}: ${[...alarms, ...misread, ...harnessErrors].join('; ')}`
    : `silent ${id}`;
}

function isAlarmed(outcome: Extract<Reply, { kind: 'variant' }>['outcome']): boolean {
  return outcome.alarms.length + outcome.misread.length + outcome.harnessErrors.length > 0;
}

async function jobsOf(options: SelftestOptions, seed: number): Promise<SelftestJob[]> {
  const { allowedSubjects, faultySubjects } = await import('./selftestSubjects.ts');
  const known = faultySubjects(null).map(({ id }) => id);
  const named = options.faults === undefined || options.faults === 'none' ? null : options.faults.split(',');
  const unknown = (named ?? []).filter((id) => !known.includes(id));
  if (unknown.length > 0) {
    throw new ToolError('USAGE', `there is no fault ${unknown.join(', ')}; canvass serve --list-faults lists them`);
  }
  const variants = allowedSubjects(options.random, seed).map((_, index): SelftestJob => ({ kind: 'variant', index }));
  const faults = known.flatMap((id, index): SelftestJob[] =>
    named === null || named.includes(id) ? [{ kind: 'fault', index }] : [],
  );
  if (options.faults === 'none') return variants;
  // The long jobs first, so that no thread is left with one at the end.
  return named === null ? [...variants, ...faults] : faults;
}

function count(name: string, value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : (wholeNumber(name, value) ?? otherwise);
}
