import { exitCodes, ToolError } from '../errors.ts';
import { oneLine } from '../report/plainText.ts';
import type { CreatedThings } from '../runs/created.ts';
import {
  baselineOption,
  command,
  countOption,
  flagOption,
  profileRequest,
  shareOption,
  shown,
  standardOut,
  textOption,
  textsOption,
  without,
} from './options.ts';
import { announce, printComparison, printReplays } from './print.ts';

/** Results of runs, named one after the other. */
function resultsOf(describe: string) {
  return { type: 'string', array: true, default: [] as string[], describe } as const;
}

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
      .option('baseline', baselineOption)
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
    await printComparison(comparison, paths, options);
    if (comparison.failed) process.exitCode = exitCodes.fail;
    else process.exitCode = comparison.invalid ? exitCodes.invalid : exitCodes.pass;
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

/** `canvass report`: renders results again, merges shards, and writes the index of runs. */
export const reportCommand = command(
  'report [results..]',
  'Render results again, merge the shards of a run, or write the index of runs',
  (cli) =>
    without(cli, 'report', ['seed', 'base-url', 'datacenter', 'set'])
      .positional(
        'results',
        resultsOf('Folders of runs, or result.json files; several are shards of one run and are merged'),
      )
      .option('format', {
        type: 'string',
        default: 'html',
        requiresArg: true,
        describe: 'What to write: json,html,junit,markdown,hlog,har',
      })
      .option('recover', textOption('recover', 'Folder of a run that was killed: make its result from its journal'))
      .option('index', flagOption('Write index.html of the folder of reports'))
      .example(
        shown({
          'report reports/X --format html,junit': 'write report.html and junit.xml beside it',
          'report a/result.json b/result.json --out merged': 'merge two shards',
          'report --recover reports/X': 'the result of a run that was killed',
          'report --index': 'write reports/index.html',
        }),
      ),
  async ({ results, recover, index, format, out, json, quiet }) => {
    if (results.length === 0 && !index && recover === undefined)
      throw new ToolError('USAGE', 'Name a result.json, --recover FOLDER of a killed run, or --index.');
    if (recover !== undefined && results.length > 0)
      throw new ToolError('USAGE', '--recover takes the folder of one run; render other results in a second call.');
    const { indexRuns, render } = await import('../runs/report.ts');
    const print = (paths: readonly string[]): boolean =>
      quiet || json || process.stdout.write(paths.map((path) => `${path}\n`).join(''));
    if (results.length > 0 || recover !== undefined) {
      const from =
        recover === undefined
          ? ({ kind: 'results', paths: results } as const)
          : ({ kind: 'killed', directory: recover } as const);
      const { result, paths } = await render(from, { format, out, intoOut: out !== standardOut });
      await announce(result);
      if (json) process.stdout.write(`${JSON.stringify(result)}\n`);
      print(paths);
    }
    if (index) print([await indexRuns(out)]);
    process.exitCode = exitCodes.pass;
  },
);

/** `canvass created`: what runs left on their targets, and how their owners find it. */
export const createdCommand = command(
  'created <results..>',
  'List what runs created on their targets, and the requests that find it',
  (cli) =>
    without(cli, 'created', ['out', 'seed', 'base-url', 'datacenter', 'set'])
      .positional('results', {
        type: 'string',
        array: true,
        demandOption: true,
        describe: 'Folders of runs, or result.json files',
      })
      .example(shown({ 'created reports': 'by all runs that lie there' })),
  async ({ results, json, quiet }) => {
    const { createdBy } = await import('../runs/created.ts');
    const things = await createdBy(results);
    if (json) process.stdout.write(`${JSON.stringify(things, null, 1)}\n`);
    else if (!quiet)
      process.stdout.write(things.length === 0 ? 'Nothing was created.\n' : things.map(textOf).join('\n'));
    process.exitCode = exitCodes.pass;
  },
);

function textOf({ run, baseUrl, resource, ids, marks, find }: CreatedThings): string {
  const mark = marks.length === 1 ? `marked ${marks[0]}` : `${marks.length} marks, from ${marks[0]}`;
  const lines = [
    `${baseUrl}  run ${run}  ${resource}${ids.length === 0 ? '' : `: ${ids.length}`}, ${mark}`,
    ...(ids.length === 0 ? [] : [`  ids   ${ids.join(', ')}`]),
    ...find.map((request) => `  find  ${request}`),
  ];
  return `${lines.map(oneLine).join('\n')}\n`;
}

/** `canvass replay`: performs the concrete steps of a recorded failure again, and says whether it still fails. */
export const replayCommand = command(
  'replay <witness> [profile]',
  'Perform the steps of a recorded failure again, alone; say whether it still fails',
  (cli) =>
    cli
      .positional('witness', {
        type: 'string',
        demandOption: true,
        describe: 'Folder of a run, its result.json, or a file with one violation of it',
      })
      .positional('profile', { type: 'string', describe: 'Profile of the target; by default that of the run' })
      .option('violation', textOption('violation', 'Id of the violation, or its clause; by default the first'))
      .option('times', countOption('times', 1, 10_000, 'How often to repeat it'))
      .example(
        shown({
          'replay reports/X': 'the first violation of a run',
          'replay reports/X --violation MOVE-BACK-01 --times 5': 'the first of a clause, five times',
          'replay reports/X --base-url http://127.0.0.1:8080': 'against another service',
        }),
      ),
  async (options) => {
    const { witness, times, violation = null } = options;
    if (times === 0) throw new ToolError('USAGE', '--times takes a number from 1 on');
    const { replayViolation } = await import('../runs/replay.ts');
    const profile = profileRequest(options.profile ?? null, options);
    await printReplays(await replayViolation({ witness, violation, profile, times }), options);
  },
);
