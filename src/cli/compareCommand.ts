import { ToolError } from '../errors.ts';
import {
  baselineOption,
  command,
  failOnOption,
  resultsOf,
  shareOption,
  shown,
  textOption,
  textsOption,
  without,
} from './options.ts';
import { printComparison } from './print.ts';

/** `canvass compare`: baseline runs against candidate runs. */
export const compareCommand = command(
  'compare [results..]',
  'Set runs of a candidate against runs of a baseline: slower? wronger?',
  (cli) =>
    without(cli, 'compare', ['seed', 'base-url', 'datacenter', 'set'])
      .positional(
        'results',
        resultsOf(
          'Folders of runs, or result.json files: baselines, the last the candidate unless --candidate names some',
        ),
      )
      .option('candidate', textsOption('A run of the candidate, or a folder of runs; can be repeated'))
      .option('minimum-effect', textOption('minimum-effect', 'Smallest shift that matters (5%)'))
      .option(
        'run-noise',
        textOption('run-noise', 'How much two equal runs differ, as far as is known beforehand (1%)'),
      )
      .option('fail-on', failOnOption)
      .option('baseline', baselineOption)
      .epilogue(
        'INVALID runs may be among them: what broke in them is compared, their speed is not, and the exit code is 3.',
      )
      .example(
        shown({
          'compare reports/base reports/new': 'all runs in two folders',
          'compare base/result.json new/result.json': 'one run each',
          'compare b1/result.json b2/result.json --candidate c1/result.json --candidate c2/result.json': 'two each',
        }),
      ),
  async (options) => {
    const wanted = {
      ...sides(options.results, options.candidate),
      minimumEffect: shareOption('minimum-effect', options['minimum-effect']),
      runNoise: shareOption('run-noise', options['run-noise']),
      acceptance: options.baseline ?? null,
      out: options.out,
    };
    const { compare } = await import('../runs/compare.ts');
    const { comparison, paths } = await compare(wanted);
    await printComparison(comparison, paths.join('\n'), options);
  },
);

function sides(results: readonly string[], candidate: readonly string[]) {
  if (candidate.length > 0 && results.length > 0) return { baseline: results, candidate };
  const last = results.at(-1);
  if (results.length < 2 || last === undefined)
    throw new ToolError(
      'USAGE',
      'Name at least two results, as reports/… or reports/…/result.json: baselines first, the candidate last.',
    );
  return { baseline: results.slice(0, -1), candidate: [last] };
}
