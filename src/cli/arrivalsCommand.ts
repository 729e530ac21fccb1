import { exitCodes, ToolError } from '../errors.ts';
import { oneLine } from '../report/plainText.ts';
import { print, printJson } from '../report/terminal.ts';
import { command, flagOption, neededWord, shown, textOption, without } from './options.ts';

/** `canvass arrivals`: the traffic of an access log, as `load.arrivals` replays it. */
export const arrivalsCommand = command(
  'arrivals <logs..>',
  'Print the arrivals of access logs as a CSV file, which load.arrivals replays',
  (cli) =>
    without(cli, 'arrivals', ['out', 'seed', 'base-url', 'datacenter', 'set'])
      .positional('logs', {
        ...neededWord('Access logs: common, combined, W3C, of load balancers, JSON lines'),
        array: true,
      })
      .option('survey', textOption('survey', 'Arrivals of this survey alone'))
      .option('match', textOption('match', 'Lines that match this expression, instead of takes'))
      .option('instants', flagOption('An instant for each arrival, instead of counts a minute'))
      .example(
        shown({
          'arrivals access.log > arrivals.csv': 'counts a minute of the takes in it',
          'load mine.yaml --set "load.arrivals={ file: arrivals.csv, speed: 60 }"':
            'walks them again, an hour a minute',
        }),
      ),
  async ({ logs, survey = null, match = null, instants: each, json, quiet }) => {
    const { arrivalsCsv, loggedArrivals } = await import('../runs/arrivals.ts');
    if (survey !== null && !/^\d{1,18}$/.test(survey))
      throw new ToolError('USAGE', `--survey takes the id of a survey, a whole number, not "${survey}"`);
    const { lines, instants, timeless } = await loggedArrivals({ logs, survey, match: expressionOf(match) });
    if (json) printJson({ lines, arrivals: instants.length, timeless: timeless?.lines ?? 0, instants }, 1);
    else print(arrivalsCsv(instants, each));
    const left =
      timeless === null ? '' : `; ${timeless.lines} without a time were left out, the first is ${timeless.first}`;
    if (!quiet) print(oneLine(`canvass: ${instants.length} arrivals in ${lines} lines${left}`).concat('\n'), 'stderr');
    process.exitCode = exitCodes.pass;
  },
);

/** @throws ToolError USAGE for what is no expression */
function expressionOf(match: string | null): string | null {
  if (match === null) return null;
  try {
    return new RegExp(match).source;
  } catch (error) {
    throw new ToolError('USAGE', `--match takes a regular expression, not "${match}"`, { cause: error });
  }
}
