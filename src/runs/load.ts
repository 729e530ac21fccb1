import { workersOf } from '../load/loadPlan.ts';
import { poolResults } from '../load/pool/poolResults.ts';
import { runLoad } from '../load/runLoad.ts';
import { plannedSecondsOf } from '../profile/profile.ts';
import { JournalWriter } from '../result/journal.ts';
import type { RunProgress } from '../result/progress.ts';
import type { RunResult } from '../result/runResult.ts';
import { checkedProfile } from './checkProfiles.ts';
import { repeatViolations } from './repeatViolations.ts';
import { inRunFolder, type WrittenRun, writeRun } from './runFolder.ts';
import { withMachines } from './runGenerators.ts';
import { inRun, type RunOptions } from './runLifeCycle.ts';
import type { RunWatch } from './runWatch.ts';

export interface LoadOptions extends RunOptions {
  /** Whether violations are repeated and shrunk afterwards. */
  readonly shrink: boolean;
  /** Whether it is one of several runs, whose sum alone is told of. */
  readonly isPart?: boolean;
}

/**
 * Walks many respondents as a profile says, and writes everything that belongs to the run into a folder of its own.
 *
 * @throws ToolError for a profile that cannot be run, a port in use, a folder that cannot be written
 */
export async function load(options: LoadOptions, watch: RunWatch<RunProgress>): Promise<WrittenRun> {
  const profile = checkedProfile(options.profile);
  const plan = {
    kind: 'load',
    profiles: [profile],
    threads: workersOf(profile),
    plannedSeconds: plannedSecondsOf(profile),
  } as const;
  return await inRun(options, plan, watch, async ({ directory, targets: [target], generators, dashboard, ...run }) => {
    const { baseUrl, meta, metrics, acceptable } = target;
    const journal = await JournalWriter.open(directory, meta);
    const counted = await runLoad(profile, {
      meta,
      acceptable,
      baseUrl,
      runTag: meta.run.id,
      generators,
      journal,
      interrupt: run.interrupt,
      abandon: watch.abandon,
      onProgress: (counted, second) => {
        metrics?.second(second);
        metrics?.phase(counted.phase);
        metrics?.thresholds(counted.thresholds);
        if (generators.progress !== null) metrics?.fleet(generators.progress);
        const progress = { ...counted, fleet: generators.progress };
        watch.onProgress(progress);
        dashboard?.update(progress);
      },
      onNotice: watch.onNotice,
    }).catch(async (error: unknown) => {
      await journal.close();
      if (journal.isEmpty) await journal.remove();
      throw error;
    });
    const measured = withMachines(counted, generators.machines());
    metrics?.phase('repeating violations');
    const stops = { ...watch, interrupt: run.interrupt };
    const result = options.shrink ? await repeatViolations(measured, profile, baseUrl, stops) : measured;
    metrics?.finished(result.verdict);
    await dashboard?.finish(result, directory);
    const output = options.isPart === true ? { ...profile.output, webhook: null } : profile.output;
    const written = await writeRun({ result, directory }, options.out, output, watch.onTrouble);
    if (written.directory === directory) await journal.remove();
    return written;
  });
}

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
