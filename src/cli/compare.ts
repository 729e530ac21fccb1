import type { CommandModule } from 'yargs';
import { exitCodes, ToolError } from '../errors.ts';
import { baselineOption, shareOption, textOption, textsOption } from './optionKinds.ts';
import { type CommonOptions, shown, without } from './options.ts';
import { printComparison } from './print.ts';

interface CompareCommandOptions extends CommonOptions {
  readonly results: string[];
  readonly candidate: readonly string[];
  readonly 'minimum-effect': string | undefined;
  readonly 'run-noise': string | undefined;
  readonly baseline: string | undefined;
}

/** `canvass compare`: baseline runs against candidate runs. */
export const compareCommand: CommandModule<CommonOptions, CompareCommandOptions> = {
  command: 'compare [results..]',
  describe: 'Set runs of a candidate against runs of a baseline: slower? wronger?',
  builder: (cli) =>
    without(cli, 'compare', ['seed', 'base-url', 'datacenter', 'set'])
      .positional('results', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe:
          'Folders of runs, or result.json files: baselines, the last the candidate unless --candidate names some',
      })
      .option('candidate', textsOption('A run of the candidate, or a folder of runs; can be repeated'))
      .option('minimum-effect', textOption('minimum-effect', 'Smallest shift that matters (5%)'))
      .option(
        'run-noise',
        textOption('run-noise', 'How much two equal runs differ, as far as is known beforehand (1%)'),
      )
      .option('baseline', baselineOption)
      .example(...shown('$0 compare reports/base reports/new', 'all runs in two folders'))
      .example(...shown('$0 compare base/result.json new/result.json', 'one run each'))
      .example(
        ...shown(
          '$0 compare b1/result.json b2/result.json --candidate c1/result.json --candidate c2/result.json',
          'two each',
        ),
      ),
  handler: async (options) => {
    const wanted = {
      ...sides(options),
      minimumEffect: shareOption('minimum-effect', options['minimum-effect']),
      runNoise: shareOption('run-noise', options['run-noise']),
      acceptance: options.baseline ?? null,
      out: options.out,
    };
    const { compare } = await import('../runs/compare.ts');
    const { comparison, paths } = await compare(wanted);
    await printComparison(comparison, paths, options);
    if (comparison.failed) process.exitCode = exitCodes.fail;
    else process.exitCode = comparison.invalid ? exitCodes.invalid : exitCodes.pass;
  },
};

function sides({ results, candidate }: CompareCommandOptions) {
  if (candidate.length > 0 && results.length > 0) return { baseline: results, candidate };
  const last = results.at(-1);
  if (results.length < 2 || last === undefined)
    throw new ToolError(
      'USAGE',
      'Name at least two results, as reports/… or reports/…/result.json: baselines first, the candidate last.',
    );
  return { baseline: results.slice(0, -1), candidate: [last] };
}
