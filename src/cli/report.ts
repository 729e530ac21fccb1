import { exitCodes, ToolError } from '../errors.ts';
import { command, flagOption, resultsOf, shown, standardOut, textOption, without } from './options.ts';
import { announce } from './print.ts';

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
