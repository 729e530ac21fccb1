import { dirname, join } from 'node:path';
import type { CommandModule } from 'yargs';
import { exitCodes, ToolError } from '../errors.ts';
import type { RunResult } from '../result/runResult.ts';
import type { CommonOptions } from './options.ts';

interface ReportOptions extends CommonOptions {
  readonly results: string[];
  readonly format: string;
  readonly index: boolean;
  readonly 'github-annotations': boolean;
}

/** `canvass report`: renders results again, merges shards, and writes the index of runs. */
export const reportCommand: CommandModule<CommonOptions, ReportOptions> = {
  command: 'report [results..]',
  describe: 'Render results again, merge the shards of a run, or write the index of runs',
  builder: (cli) =>
    cli
      .positional('results', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'result.json files; several are shards of one run and are merged',
      })
      .option('format', {
        type: 'string',
        default: 'html',
        requiresArg: true,
        describe: 'What to write: json,html,junit,markdown,hlog,har',
      })
      .option('index', { type: 'boolean', default: false, describe: 'Write index.html of the folder of reports' })
      .option('github-annotations', {
        type: 'boolean',
        default: false,
        describe: 'Print the findings as annotations of a GitHub workflow',
      })
      .example('$0 report reports/X/result.json --format html,junit', 'write report.html and junit.xml beside it')
      .example('$0 report a/result.json b/result.json --out merged', 'merge two shards')
      .example('$0 report --index', 'write reports/index.html'),
  handler: async (options) => {
    if (options.results.length === 0 && !options.index)
      throw new ToolError('USAGE', 'Name a result.json, or --index for the index of runs.');
    if (options.results.length > 0) await render(options);
    if (options.index) {
      const { writeIndex } = await import('../report/history/writeIndex.ts');
      const path = await writeIndex(options.out);
      if (!options.quiet && !options.json) process.stdout.write(`${path}\n`);
    }
    process.exitCode = exitCodes.pass;
  },
};

async function render(options: ReportOptions): Promise<void> {
  const { readResultFile } = await import('../result/resultFile.ts');
  const { mergeResults } = await import('../report/merge/mergeResults.ts');
  const { appendStepSummary, formats, writeReports } = await import('../report/writeReports.ts');
  const wanted = options.format.split(',').map((name) => {
    const format = formats.find((known) => known === name.trim());
    if (format === undefined)
      throw new ToolError('USAGE', `there is no format "${name}"; --format takes ${formats.join(', ')}`);
    return format;
  });
  const result = mergeResults(await Promise.all(options.results.map((path) => readResultFile(path))));
  const merged = options.results.length > 1;
  const directory = directoryOf(options, result);
  // What was merged exists nowhere else: it is always kept.
  const paths = await writeReports(result, directory, merged ? ['json', ...wanted] : wanted);
  const { markdown } = await import('../report/formats/markdown.ts');
  await appendStepSummary(markdown(result), process.env);
  if (options['github-annotations']) {
    const { githubAnnotations } = await import('../report/formats/githubAnnotations.ts');
    process.stdout.write(githubAnnotations(result));
  }
  if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else if (!options.quiet) process.stdout.write(paths.map((path) => `${path}\n`).join(''));
}

/** Beside a single result unless --out says otherwise; what was merged gets a folder of its own. */
function directoryOf({ results, out }: ReportOptions, result: RunResult): string {
  const [first = ''] = results;
  if (results.length === 1) return out === 'reports' ? dirname(first) : out;
  return out === 'reports' ? join(out, result.run.id) : out;
}
