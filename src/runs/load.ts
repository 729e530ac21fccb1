import { rm } from 'node:fs/promises';
import { newRunTag } from '../judging/tokens.ts';
import { workersOf } from '../load/loadPlan.ts';
import { runLoad } from '../load/runLoad.ts';
import { loadProfile } from '../profile/loadProfile.ts';
import { type Profile, plannedSecondsOf } from '../profile/profile.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import { type Dashboard, startDashboard } from '../report/live/dashboard.ts';
import { JournalWriter } from '../result/journal.ts';
import type { RunProgress } from '../result/progress.ts';
import { commandOf } from './commandOf.ts';
import { reachTarget } from './embeddedService.ts';
import { expressionProblems } from './expressionProblems.ts';
import { type Monitoring, type MonitoringRequest, startMonitoring } from './monitoring.ts';
import { postSummary } from './postSummary.ts';
import { preflight } from './preflight/preflight.ts';
import { repeatViolations } from './repeatViolations.ts';
import { makeRunFolder, type WrittenRun, writeRun } from './runFolder.ts';
import { type FleetRequest, generatorsOf, type RunGenerators, withMachines } from './runGenerators.ts';
import { metaOf, withCommand } from './runMeta.ts';
import type { RunWatch } from './runWatch.ts';
import { type UsableBaseline, usableBaseline } from './usableBaseline.ts';

export interface LoadOptions {
  readonly profile: ProfileRequest;
  /** Folder that the run's own folder is made in. */
  readonly out: string;
  /** File of accepted answers and known violations; null for `baseline.yaml`, where there is one. */
  readonly baseline: string | null;
  /** Port of a live page, 0 for a free one; null for none. */
  readonly dashboardPort: number | null;
  readonly monitoring: MonitoringRequest;
  /** Whether violations are repeated and shrunk afterwards. */
  readonly shrink: boolean;
  /** Whether it is looked first whether the run can work. */
  readonly preflight: boolean;
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
  const baseline = await usableBaseline(options.baseline);
  const target = await reachTarget(profile);
  const stop = new AbortController();
  let dashboard: Dashboard | null = null;
  let monitoring: Monitoring | null = null;
  let generators: RunGenerators | null = null;
  try {
    if (options.preflight) await preflight(profile, target.baseUrl, 'load');
    generators = await generatorsOf([profile], options.fleet, workersOf(profile), watch);
    if (options.dashboardPort !== null) {
      // Before the folder, so that a port in use leaves none behind.
      dashboard = await startDashboard({ port: options.dashboardPort, onStop: () => stop.abort() });
      watch.onNotice(`live page: ${dashboard.url}`);
    }
    monitoring = await startMonitoring(options.monitoring, watch.onNotice);
    const interrupt = AbortSignal.any([watch.interrupt, stop.signal]);
    const carried = { baseUrl: target.baseUrl, generators, dashboard, monitoring };
    return await loadInFolder(profile, carried, options, baseline, { ...watch, interrupt });
  } finally {
    await dashboard?.close();
    await monitoring?.close();
    await generators?.close();
    await target.close();
  }
}

/** What a run is carried by. */
interface Carried {
  readonly baseUrl: string;
  readonly generators: RunGenerators;
  readonly dashboard: Dashboard | null;
  readonly monitoring: Monitoring | null;
}

async function loadInFolder(
  profile: Profile,
  { baseUrl, generators, dashboard, monitoring }: Carried,
  { profile: request, out, shrink, isPart = false, baseline: named }: LoadOptions,
  baseline: UsableBaseline,
  watch: RunWatch<RunProgress>,
): Promise<WrittenRun> {
  const startedAt = new Date();
  const directory = await makeRunFolder(out, profile.name, startedAt);
  const runTag = newRunTag();
  const meta = withCommand(
    metaOf(profile, runTag, startedAt, generators.threads, plannedSecondsOf(profile)),
    commandOf('load', request, { baseline: named }),
  );
  const metrics = monitoring?.watch({ kind: 'load', meta });
  const journal = await JournalWriter.open(directory, meta);
  const counted = await runLoad(profile, {
    meta,
    acceptable: baseline.acceptableFor(meta),
    baseUrl,
    runTag,
    generators,
    journal,
    interrupt: watch.interrupt,
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
    // A run that never began leaves nothing behind.
    if (journal.isEmpty) await rm(directory, { recursive: true, force: true });
    throw error;
  });
  const measured = withMachines(counted, generators.machines());
  metrics?.phase('repeating violations');
  const result = shrink ? await repeatViolations(measured, profile, baseUrl, watch) : measured;
  metrics?.finished(result.verdict);
  await dashboard?.finish(result, directory);
  const written = await writeRun({ result, directory }, out, profile.output, watch.onTrouble);
  if (written.directory === directory) await journal.remove();
  if (!isPart) postSummary(profile.output.webhook, result, watch.onTrouble);
  return written;
}
