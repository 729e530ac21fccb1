import { newRunTag } from '../judging/tokens.ts';
import { workersOf } from '../load/loadPlan.ts';
import { runLoad } from '../load/runLoad.ts';
import { loadProfile } from '../profile/loadProfile.ts';
import { plannedSecondsOf } from '../profile/profile.ts';
import { JournalWriter } from '../result/journal.ts';
import type { RunProgress } from '../result/progress.ts';
import { commandOf } from './commandOf.ts';
import { expressionProblems } from './expressionProblems.ts';
import { repeatViolations } from './repeatViolations.ts';
import { type WrittenRun, writeRun } from './runFolder.ts';
import { type FleetRequest, withMachines } from './runGenerators.ts';
import { inRun, type RunOptions } from './runLifeCycle.ts';
import { metaOf, withCommand } from './runMeta.ts';
import type { RunWatch } from './runWatch.ts';
import { usableBaseline } from './usableBaseline.ts';

export interface LoadOptions extends RunOptions {
  /** Port of a live page, 0 for a free one; null for none. */
  readonly dashboardPort: number | null;
  /** Whether violations are repeated and shrunk afterwards. */
  readonly shrink: boolean;
  /** The machines that carry it; null for this one alone. */
  readonly fleet: FleetRequest | null;
  /** Whether it is one of several runs, whose sum alone is told of. */
  readonly isPart?: boolean;
}

/**
 * Walks many respondents as a profile says, and writes everything that belongs to the run into a folder of its own.
 *
 * @throws ToolError for a profile that cannot be run, a port in use, a folder that cannot be written
 */
export async function load(options: LoadOptions, watch: RunWatch<RunProgress>): Promise<WrittenRun> {
  const profile = loadProfile(options.profile, expressionProblems);
  const baseline = usableBaseline(options.baseline);
  const plan = {
    ...options,
    kind: 'load',
    profiles: [profile],
    threads: workersOf(profile),
    name: profile.name,
  } as const;
  return await inRun(plan, watch, async ({ directory, startedAt, generators, dashboard, ...run }) => {
    const [baseUrl = ''] = run.baseUrls;
    const runTag = newRunTag();
    const meta = withCommand(
      metaOf(profile, runTag, startedAt, generators.threads, plannedSecondsOf(profile)),
      commandOf('load', options.profile, { baseline: options.baseline }),
    );
    const metrics = run.monitoring?.watch({ kind: 'load', meta });
    const journal = await JournalWriter.open(directory, meta);
    const counted = await runLoad(profile, {
      meta,
      acceptable: baseline.acceptableFor(meta),
      baseUrl,
      runTag,
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
