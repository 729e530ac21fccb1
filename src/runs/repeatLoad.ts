import { rmdir } from 'node:fs/promises';
import { poolResults } from '../load/pool/poolResults.ts';
import { loadProfile } from '../profile/loadProfile.ts';
import type { RunProgress } from '../result/progress.ts';
import type { RunResult } from '../result/runResult.ts';
import { expressionProblems } from './expressionProblems.ts';
import { type LoadOptions, load } from './load.ts';
import { makeRunFolder, type WrittenRun, writeRun } from './runFolder.ts';
import type { RunWatch } from './runWatch.ts';

/** Seeds are below this. */
const seeds = 0x1_0000_0000;

/**
 * As `load`, several times one after the other, each with the next seed, whatever came of the one before; then all of
 * them as one result. Each run keeps a folder of its own within that of the whole.
 *
 * @throws ToolError as `load`, before the first run
 */
export async function repeatLoad(
  options: LoadOptions,
  times: number,
  watch: RunWatch<RunProgress>,
): Promise<WrittenRun> {
  if (times === 1) return await load(options, watch);
  const { name, output, seed } = loadProfile(options.profile, expressionProblems);
  const directory = await makeRunFolder(options.out, `${name}-x${times}`, new Date());
  const results: RunResult[] = [];
  while (results.length < times && !watch.interrupt.aborted) {
    const profile = { ...options.profile, seed: (seed + results.length) % seeds };
    // A target that has gone since the first run is a result, and no mistake of the profile.
    const preflight = options.preflight && results.length === 0;
    watch.onNotice(`run ${results.length + 1} of ${times}`);
    try {
      const { result } = await load({ ...options, profile, preflight, isPart: true, out: directory }, watch);
      results.push(result);
    } catch (error) {
      // Empty, where not even the first began.
      await rmdir(directory).catch(() => {});
      throw error;
    }
  }
  const pooled = { result: withRepeat(poolResults(results), times), directory };
  return await writeRun(pooled, options.out, output, watch.onTrouble);
}

/** What was typed has `--repeat` in it: the runs themselves are told of without. */
function withRepeat(result: RunResult, times: number): RunResult {
  const { command } = result.run;
  return command === undefined
    ? result
    : { ...result, run: { ...result.run, command: `${command} --repeat ${times}` } };
}
