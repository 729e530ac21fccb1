import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandModule } from 'yargs';
import { exitCodes, ToolError } from '../errors.ts';
import type { Comparison } from '../report/compare/compareResults.ts';
import { type CommonOptions, one, shown, without } from './options.ts';

interface CompareCommandOptions extends CommonOptions {
  readonly results: string[];
  readonly candidate: readonly string[];
  readonly 'minimum-effect': string | undefined;
  readonly 'run-noise': string | undefined;
}

const share = { type: 'string', requiresArg: true } as const;

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
        describe: 'result.json files: baselines, the last one the candidate unless --candidate names candidates',
      })
      .option('candidate', {
        type: 'string',
        requiresArg: true,
        default: [] as readonly string[],
        describe: 'A run of the candidate; can be repeated',
        coerce: (value: unknown) => (value === undefined ? [] : [value].flat().map(String)),
      })
      .option('minimum-effect', {
        ...share,
        describe: 'Smallest shift that matters (5%)',
        coerce: (value: unknown) => one('minimum-effect', value),
      })
      .option('run-noise', {
        ...share,
        describe: 'How much two equal runs differ, as far as is known beforehand (1%)',
        coerce: (value: unknown) => one('run-noise', value),
      })
      .example(...shown('$0 compare base/result.json new/result.json', 'one run each'))
      .example(
        ...shown(
          '$0 compare b1/result.json b2/result.json --candidate c1/result.json --candidate c2/result.json',
          'two each',
        ),
      ),
  handler: async (options) => {
    const { baseline, candidate } = sides(options);
    const { readResultFile } = await import('../result/resultFile.ts');
    const { compareResults } = await import('../report/compare/compareResults.ts');
    const { compareDefaults } = await import('../report/compare/shift.ts');
    const settings = {
      ...compareDefaults,
      minimumEffect: shareOf('minimum-effect', options['minimum-effect']) ?? compareDefaults.minimumEffect,
      betweenRuns: shareOf('run-noise', options['run-noise']) ?? compareDefaults.betweenRuns,
    };
    const read = (paths: readonly string[]) => Promise.all(paths.map((path) => readResultFile(path)));
    const comparison = compareResults(await read(baseline), await read(candidate), settings);
    const paths = await write(comparison, options.out);
    await print(comparison, paths, options);
    if (comparison.failed) process.exitCode = exitCodes.fail;
    else process.exitCode = comparison.invalid ? exitCodes.invalid : exitCodes.pass;
  },
};

function sides({ results, candidate }: CompareCommandOptions): { baseline: string[]; candidate: readonly string[] } {
  if (candidate.length > 0 && results.length > 0) return { baseline: results, candidate };
  const last = results.at(-1);
  if (results.length < 2 || last === undefined)
    throw new ToolError(
      'USAGE',
      'Name at least two results, as reports/…/result.json: baselines first, the candidate last.',
    );
  return { baseline: results.slice(0, -1), candidate: [last] };
}

/** `5%` or `0.05` as a share of 1. */
function shareOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, digits, percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim()) ?? [];
  const value = Number(digits) / (percent === '%' ? 100 : 1);
  if (!(value > 0 && value < 1)) throw new ToolError('USAGE', `--${name} takes a share such as 5%, not "${text}"`);
  return value;
}

async function write(comparison: Comparison, directory: string): Promise<string[]> {
  const { comparisonMarkdown } = await import('../report/compare/comparisonMarkdown.ts');
  const { comparePage } = await import('../report/html/comparePage.ts');
  const { pageAssets } = await import('../report/html/pageAssets.ts');
  const page = comparePage(comparison, await pageAssets());
  try {
    await mkdir(directory, { recursive: true });
    const name = await freeName(directory);
    const files = [
      [join(directory, `${name}.html`), page],
      [join(directory, `${name}.md`), comparisonMarkdown(comparison)],
    ] as const;
    for (const [path, text] of files) await writeFile(path, text, { flag: 'wx' });
    return files.map(([path]) => path);
  } catch (cause) {
    throw new ToolError('OUTPUT_UNWRITABLE', `${directory} cannot be written. Choose another folder with --out.`, {
      cause,
    });
  }
}

/** `compare`, or with a number behind it: an earlier comparison is never written over. */
async function freeName(directory: string): Promise<string> {
  const taken = new Set(await readdir(directory));
  for (let copy = 1; ; copy++) {
    const name = copy === 1 ? 'compare' : `compare-${copy}`;
    if (!taken.has(`${name}.html`) && !taken.has(`${name}.md`)) return name;
  }
}

async function print(comparison: Comparison, paths: readonly string[], options: CommonOptions): Promise<void> {
  const { appendStepSummary } = await import('../report/announceInCi.ts');
  const { comparisonMarkdown } = await import('../report/compare/comparisonMarkdown.ts');
  await appendStepSummary(comparisonMarkdown(comparison), process.env);
  if (options.json) {
    process.stdout.write(`${JSON.stringify(comparison)}\n`);
    return;
  }
  const { comparisonText } = await import('../report/compare/comparisonText.ts');
  const { styleFor } = await import('../report/text/style.ts');
  const text = comparisonText(comparison, styleFor(process.stdout.isTTY === true, process.env));
  process.stdout.write(options.quiet ? `${text.split('\n')[0]}\n` : `${text}\n${paths.join('\n')}\n`);
}
