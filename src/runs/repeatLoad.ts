import { poolResults } from '../load/pool/poolResults.ts';
import type { RunProgress } from '../result/progress.ts';
import type { RunResult } from '../result/runResult.ts';
import { checkedProfile } from './checkProfiles.ts';
import { type LoadOptions, load } from './load.ts';
import { inRunFolder, type WrittenRun, writeRun } from './runFolder.ts';
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
  const { name, output, seed } = checkedProfile(options.profile);
  return await inRunFolder(options.out, `${name}-x${times}`, new Date(), async (directory) => {
    const results: RunResult[] = [];
    while (results.length < times && !watch.interrupt.aborted) {
      const profile = { ...options.profile, seed: (seed + results.length) % seeds };
      // A target that has gone since the first run is a result, and no mistake of the profile.
      const preflight = options.preflight && results.length === 0;
      watch.onNotice(`run ${results.length + 1} of ${times}`);
      const { result } = await load({ ...options, profile, preflight, isPart: true, out: directory }, watch);
      results.push(result);
    }
    const pooled = { result: withRepeat(poolResults(results), times), directory };
    return await writeRun(pooled, options.out, output, watch.onTrouble);
  });
}

/** What was typed has `--repeat` in it: the runs themselves are told of without. */
function withRepeat(result: RunResult, times: number): RunResult {
  const { command } = result.run;
  return command === undefined
    ? result
    : { ...result, run: { ...result.run, command: `${command} --repeat ${times}` } };
}
