import type { Profile } from '../profile/profile.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import { type Dashboard, startDashboard } from '../report/live/dashboard.ts';
import { reachTargets } from './embeddedService.ts';
import { type Monitoring, type MonitoringRequest, startMonitoring } from './monitoring.ts';
import { type Preflown, preflight } from './preflight/preflight.ts';
import { inRunFolder } from './runFolder.ts';
import { type FleetRequest, generatorsOf, type RunGenerators } from './runGenerators.ts';
import type { RunWatch } from './runWatch.ts';

/** What every command that sends something is asked for. */
export interface RunOptions {
  readonly profile: ProfileRequest;
  /** Folder that the run's own folder is made in. */
  readonly out: string;
  /** File of accepted answers and known violations; null for `baseline.yaml`, where there is one. */
  readonly baseline: string | null;
  /** Whether it is looked first whether the run can work. */
  readonly preflight: boolean;
  readonly monitoring: MonitoringRequest;
}

/** What a command says of the run that it is about to begin. */
export interface RunPlan extends Pick<RunOptions, 'out' | 'preflight' | 'monitoring'> {
  readonly kind: Preflown;
  /** One for each target. */
  readonly profiles: readonly Profile[];
  /** Threads of this process that carry it, where no fleet does. */
  readonly threads: number;
  /** The machines that carry it; null for this one alone. */
  readonly fleet: FleetRequest | null;
  /** Port of a live page, 0 for a free one; null for none. */
  readonly dashboardPort: number | null;
  /** What its folder is named after. */
  readonly name: string;
}

/** What a run is carried by, watched by and written to. */
export interface OpenRun {
  readonly startedAt: Date;
  readonly directory: string;
  /** The base URLs that are really used, one for each profile. */
  readonly baseUrls: readonly string[];
  readonly generators: RunGenerators;
  readonly monitoring: Monitoring | null;
  readonly dashboard: Dashboard | null;
  /** Aborted by whoever watches: at the terminal or on the live page. */
  readonly interrupt: AbortSignal;
}

/**
 * The life of every run: its targets are reached and looked at, generators and whoever watches come, a folder is made;
 * then it is carried, and all of them are closed in turn, whatever happened. A run that never began leaves no folder.
 *
 * @throws ToolError for a target, a fleet, a port or a folder that cannot be used; whatever `carry` throws
 */
export async function inRun<T>(plan: RunPlan, watch: RunWatch, carry: (run: OpenRun) => Promise<T>): Promise<T> {
  const { profiles } = plan;
  const targets = await reachTargets(profiles);
  const open: { close(): Promise<void> }[] = [...targets];
  try {
    const baseUrls = targets.map(({ baseUrl }) => baseUrl);
    if (plan.preflight) await lookFirst(plan, baseUrls, watch);
    const generators = await generatorsOf(profiles, plan.fleet, plan.threads, watch);
    open.push(generators);
    const monitoring = await startMonitoring(plan.monitoring, watch.onNotice);
    if (monitoring !== null) open.push(monitoring);
    const stop = new AbortController();
    const dashboard = await openDashboard(plan.dashboardPort, stop, watch);
    if (dashboard !== null) open.push(dashboard);
    const startedAt = new Date();
    const interrupt = AbortSignal.any([watch.interrupt, stop.signal]);
    return await inRunFolder(plan.out, plan.name, startedAt, (directory) =>
      carry({ startedAt, directory, baseUrls, generators, monitoring, dashboard, interrupt }),
    );
  } finally {
    for (const each of open.reverse()) await each.close();
  }
}

async function lookFirst(plan: RunPlan, baseUrls: readonly string[], watch: RunWatch): Promise<void> {
  const looks = plan.profiles.map((profile, at) => preflight(profile, baseUrls[at] ?? '', plan.kind));
  for (const notice of (await Promise.all(looks)).flat()) watch.onNotice(notice);
}

async function openDashboard(port: number | null, stop: AbortController, watch: RunWatch): Promise<Dashboard | null> {
  if (port === null) return null;
  const dashboard = await startDashboard({ port, onStop: () => stop.abort() });
  watch.onNotice(`live page: ${dashboard.url}`);
  return dashboard;
}
