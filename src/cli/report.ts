import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CommandModule } from 'yargs';
import { exitCodes, ToolError } from '../errors.ts';
import type { RunResult } from '../result/runResult.ts';
import { type CommonOptions, one, shown, without } from './options.ts';

interface ReportOptions extends CommonOptions {
  readonly results: string[];
  readonly format: string;
  readonly index: boolean;
  readonly recover: string | undefined;
}

/** `canvass report`: renders results again, merges shards, and writes the index of runs. */
export const reportCommand: CommandModule<CommonOptions, ReportOptions> = {
  command: 'report [results..]',
  describe: 'Render results again, merge the shards of a run, or write the index of runs',
  builder: (cli) =>
    without(cli, 'report', ['seed', 'base-url', 'datacenter', 'set'])
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
      .option('recover', {
        type: 'string',
        requiresArg: true,
        describe: 'Folder of a run that was killed: make its result from its journal',
        coerce: (value: unknown) => one('recover', value),
      })
      .option('index', { type: 'boolean', default: false, describe: 'Write index.html of the folder of reports' })
      .example(
        ...shown('$0 report reports/X/result.json --format html,junit', 'write report.html and junit.xml beside it'),
      )
      .example(...shown('$0 report a/result.json b/result.json --out merged', 'merge two shards'))
      .example(...shown('$0 report --recover reports/X', 'the result of a run that was killed'))
      .example(...shown('$0 report --index', 'write reports/index.html')),
  handler: async (options) => {
    if (options.results.length === 0 && !options.index && options.recover === undefined)
      throw new ToolError('USAGE', 'Name a result.json, --recover FOLDER of a killed run, or --index.');
    if (options.recover !== undefined && options.results.length > 0)
      throw new ToolError('USAGE', '--recover takes the folder of one run; render other results in a second call.');
    if (options.results.length > 0 || options.recover !== undefined) await render(options);
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
  const { formats, writeReports } = await import('../report/writeReports.ts');
  const wanted = options.format.split(',').map((name) => {
    const format = formats.find((known) => known === name.trim());
    if (format === undefined)
      throw new ToolError('USAGE', `there is no format "${name}"; --format takes ${formats.join(', ')}`);
    return format;
  });
  const result =
    options.recover === undefined
      ? mergeResults(await Promise.all(options.results.map((path) => readResultFile(path))))
      : await recovered(options.recover);
  // What was merged or recovered exists nowhere else: it is always kept.
  const kept = options.results.length === 1 ? wanted : (['json', ...wanted] as const);
  const directory = directoryOf(options, result);
  await refuseAnotherRun(directory, result);
  const paths = await writeReports(result, directory, kept);
  const { announceInCi } = await import('../report/announceInCi.ts');
  await announceInCi(result, process.env, (text) => process.stderr.write(text));
  if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else if (!options.quiet) process.stdout.write(paths.map((path) => `${path}\n`).join(''));
}

async function recovered(directory: string): Promise<RunResult> {
  const { recoverResult } = await import('../result/journal/recoverResult.ts');
  return recoverResult(directory);
}

/** A run's reports are never written over by those of another run. @throws ToolError USAGE */
async function refuseAnotherRun(directory: string, { run }: RunResult): Promise<void> {
  const { readResultFile } = await import('../result/resultFile.ts');
  const path = join(directory, 'result.json');
  if (!existsSync(path)) return;
  const there = await readResultFile(path).catch(() => null);
  if (there !== null && JSON.stringify(there.run) === JSON.stringify(run)) return;
  throw new ToolError('USAGE', `${directory} holds the result of another run. Choose another folder with --out.`);
}

/** Beside what is read unless --out says otherwise; what was merged gets a folder of its own. */
function directoryOf({ results, recover, out }: ReportOptions, result: RunResult): string {
  const [first = ''] = results;
  if (out !== 'reports') return out;
  if (recover !== undefined) return recover;
  return results.length === 1 ? dirname(first) : join(out, result.run.id);
}
