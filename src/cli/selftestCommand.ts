import { exitCodes } from '../errors.ts';
import { print, printJson } from '../report/terminal.ts';
import type { SelftestOutcome } from '../selftest/selftestThread.ts';
import { command, countOption, flagOption, shown, textOption, without } from './options.ts';

/** `canvass selftest`: does conformance notice every injected fault, and is it silent where nothing is wrong? */
export const selftestCommand = command(
  'selftest',
  'Inject every fault into the embedded service, and see that conform notices; and that it raises no false alarm',
  (cli) =>
    without(cli, 'selftest', ['out', 'base-url', 'datacenter', 'set'])
      .option('faults', textOption('faults', 'Only these faults, by id and comma; `none` for the variants alone'))
      .option(
        'random',
        countOption(
          'random',
          4,
          10_000,
          'Random combinations of what the document allows, beside those that cover every alternative',
        ),
      )
      .option('honest', countOption('honest', 0, 1_000_000, 'Instead: so many honest services, by simulation'))
      .option('generated', countOption('generated', 0, 1_000_000, 'Instead: so many generated faults, by simulation'))
      .option('scripts', flagOption('Instead: the scripts of what each fault breaks, with the fault and without'))
      .option('threads', countOption('threads', 0, 256, 'Threads; 0 takes as many as there are cores'))
      .option('verbose', flagOption('A line for each subject'))
      .example(
        shown({
          selftest: 'everything',
          'selftest --honest 1000 --generated 1000': 'by simulation: thousands of services',
          'selftest --faults page-skipped,text-unescaped --verbose': 'two faults, and what noticed them',
        }),
      ),
  async (options) => {
    const { scriptsSelftest, selftest, simulatedSelftest } = await import('../runs/selftest.ts');
    const { outcomeLine } = await import('../selftest/simulation/simulationReport.ts');
    const { json, quiet, verbose, threads, random: randomVariants, honest, generated, seed = 1 } = options;
    const say = (outcome: SelftestOutcome, done: number, total: number): void => {
      const [isAsItShould, line] = outcomeLine(outcome);
      if (!json && !quiet && (verbose || !isAsItShould)) print(`${done}/${total} ${line}\n`, 'stderr');
    };
    const faults = options.faults === 'none' ? [] : (options.faults?.split(',') ?? null);
    if (honest > 0 || generated > 0 || options.scripts) {
      const found =
        honest > 0 || generated > 0
          ? await simulatedSelftest({ honest, generated, threads, seed }, say)
          : await scriptsSelftest({ faults, threads, seed }, say);
      if (json) printJson(found, 1);
      else if (!quiet) print(found.text);
      process.exitCode = found.passed ? exitCodes.pass : exitCodes.fail;
      return;
    }
    const { summary, outcomes } = await selftest({ faults, randomVariants, threads, seed }, say);
    if (json) printJson({ ...summary, outcomes }, 1);
    else {
      if (!quiet) print(`${summary.text}\n`);
      print(summary.passed ? 'PASS  Every fault was noticed, and nothing else.\n' : 'FAIL\n');
    }
    process.exitCode = summary.passed ? exitCodes.pass : exitCodes.fail;
  },
);
