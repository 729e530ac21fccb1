import { exitCodes, ToolError } from '../errors.ts';
import { print, printJson } from '../report/terminal.ts';
import { command, flagOption, resultsOf, shown, standardOut, textOption, without } from './options.ts';
import { announce } from './print.ts';

/** `canvass report`: renders results again, pools runs, and writes the index of runs. */
export const reportCommand = command(
  'report [results..]',
  'Render results again, pool runs of one profile, or write the index of runs',
  (cli) =>
    without(cli, 'report', ['seed', 'base-url', 'datacenter', 'set'])
      .positional('results', resultsOf('Folders of runs, or result.json files; several are pooled as one run'))
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
          'report a/result.json b/result.json --out pooled': 'pool two runs of load',
          'report --recover reports/X': 'the result of a run that was killed',
          'report --index': 'write reports/index.html',
        }),
      ),
  async ({ results, recover, index, format, out, json, quiet }) => {
    if (results.length === 0 && !index && recover === undefined)
      throw new ToolError('USAGE', 'Name a result.json, --recover FOLDER of a killed run, or --index.');
    if (recover !== undefined && results.length > 0)
      throw new ToolError('USAGE', '--recover takes the folder of one run; render other results in a second call.');
    const { writeIndex } = await import('../report/writeReports.ts');
    const { render } = await import('../runs/report.ts');
    const name = (paths: readonly string[]): void => {
      if (!quiet && !json) print(paths.map((path) => `${path}\n`).join(''));
    };
    if (results.length > 0 || recover !== undefined) {
      const from =
        recover === undefined
          ? ({ kind: 'results', paths: results } as const)
          : ({ kind: 'killed', directory: recover } as const);
      const run = await render(from, { format, out, intoOut: out !== standardOut });
      await announce(run);
      if (json) printJson(run.result);
      name(run.paths);
    }
    if (index) name([await writeIndex(out)]);
    process.exitCode = exitCodes.pass;
  },
);
