import { type ExitCode, exitCodes } from '../errors.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import type { WrittenMatrix } from '../runs/matrix.ts';
import type { WrittenRun } from '../runs/runFolder.ts';
import type { RunWatch } from '../runs/runWatch.ts';
import type { CommonOptions } from './options.ts';
import { exitCodeOf, printMatrix, printRun } from './print.ts';

type Follow<Progress> = <T>(run: (watch: RunWatch<Progress>) => Promise<T>, wanted: CommonOptions) => Promise<T>;

/**
 * Runs what the command line names: one run, or one for each combination of datacenters and releases; prints it, and sets
 * the exit code: that of the gravest run.
 *
 * @param single runs one
 */
export async function runAll<Progress, Run extends WrittenRun>(
  request: ProfileRequest,
  options: CommonOptions,
  follow: Follow<Progress>,
  single: (request: ProfileRequest, out: string, watch: RunWatch<Progress>) => Promise<Run>,
): Promise<readonly Run[]> {
  const { startAhead } = await import('../runs/embeddedService.ts');
  startAhead(request);
  const { requestsOf, runMatrix } = await import('../runs/matrix.ts');
  const requests = requestsOf(request);
  if (requests.length === 1) {
    const run = await follow((watch) => single(requests[0], options.out, watch), options);
    await printRun(run, options);
    return [run];
  }
  const runs: Run[] = [];
  const matrix = await follow(
    (watch) =>
      runMatrix(
        requests,
        options.out,
        async (each, out) => {
          const run = await single(each, out, watch);
          runs.push(run);
          return run;
        },
        watch,
      ),
    options,
  );
  await printMatrix(matrix, options);
  process.exitCode = gravestOf(matrix);
  return runs;
}

const order: readonly ExitCode[] = [
  exitCodes.internal,
  exitCodes.interrupted,
  exitCodes.fail,
  exitCodes.targetAway,
  exitCodes.invalid,
  exitCodes.pass,
];

/** A run that could not begin proves nothing of its target. */
function gravestOf({ cells, runs }: WrittenMatrix): ExitCode {
  const codes = runs.map(({ result }) => exitCodeOf(result));
  const all = cells.some(({ verdict }) => verdict === 'NOT RUN') ? [...codes, exitCodes.invalid] : codes;
  return order.find((code) => all.includes(code)) ?? exitCodes.invalid;
}
