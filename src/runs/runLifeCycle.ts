import type { Acceptable } from '../judging/baseline/standing.ts';
import { newRunTag } from '../judging/tokens.ts';
import type { Profile } from '../profile/profile.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import type { Dashboard } from '../report/live/dashboard.ts';
import type { RunMetrics } from '../report/metrics/runMetrics.ts';
import { duetSides } from '../result/duetResult.ts';
import type { RunMeta } from '../result/progress.ts';
import { reachTargets } from './embeddedService.ts';
import { type MonitoringRequest, startMonitoring } from './monitoring.ts';
import { preflight } from './preflight/preflight.ts';
import { inRunFolder } from './runFolder.ts';
import { type FleetRequest, generatorsOf, type RunGenerators } from './runGenerators.ts';
import { commandOf, metaOf, type TypedOptions } from './runMeta.ts';
import type { RunWatch } from './runWatch.ts';
import { type UsableBaseline, usableBaseline } from './usableBaseline.ts';

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
  /** The machines that carry it; null, or none, for this one alone. */
  readonly fleet?: FleetRequest | null;
  /** Port of a live page, 0 for a free one; null, or none, for no page. */
  readonly dashboardPort?: number | null;
  /** Whether what was observed is written into the baseline, which may be made by it. */
  readonly accept?: boolean;
}

/** In what a command's run differs from that of another. */
export interface RunPlan {
  readonly kind: 'load' | 'conform' | 'capacity' | 'duet';
  /** One for each target. */
  readonly profiles: readonly [Profile, ...Profile[]];
  /** Threads of this process that carry it, where no fleet does. */
  readonly threads: number;
  readonly plannedSeconds: number;
  /** What was typed beside the options of every run. */
  readonly typed?: TypedOptions;
  /** What its folder is named after, where that is not the profile. */
  readonly name?: string;
}

/** One service of a run, reached and watched. */
export interface RunTarget {
  readonly profile: Profile;
  /** The base URL that is really used. */
  readonly baseUrl: string;
  readonly meta: RunMeta;
  /** What the baseline says of it. */
  readonly acceptable: Acceptable;
  /** What is told of it to whoever watches from outside; null where nobody does. */
  readonly metrics: RunMetrics | null;
}

/** What a run is carried by, watched by and written to. */
export interface OpenRun {
  readonly directory: string;
  /** One for each profile. */
  readonly targets: readonly [RunTarget, ...RunTarget[]];
  readonly baseline: UsableBaseline;
  readonly generators: RunGenerators;
  readonly dashboard: Dashboard | null;
  /** Aborted by whoever watches: at the terminal or on the live page. */
  readonly interrupt: AbortSignal;
}

/**
 * The life of every run: its targets are reached and looked at, generators and whoever watches come, a folder is made;
 * then it is carried, and all of them are closed in turn, whatever happened. A run that never began leaves no folder.
 *
 * @throws ToolError for a baseline, a target, a fleet, a port or a folder that cannot be used; whatever `carry` throws
 */
export async function inRun<T>(
  options: RunOptions,
  plan: RunPlan,
  watch: RunWatch,
  carry: (run: OpenRun) => Promise<T>,
): Promise<T> {
  const { kind, profiles } = plan;
  const baseline = usableBaseline(options.baseline, options.accept);
  const reached = await reachTargets(profiles);
  const open: { close(): Promise<void> }[] = [...reached];
  const baseUrlOf = (at: number): string => reached[at]?.baseUrl ?? '';
  try {
    if (options.preflight) {
      const command = kind === 'duet' ? 'load' : kind;
      const looks = profiles.map((profile, at) => preflight(profile, baseUrlOf(at), command, options.out));
      for (const notice of (await Promise.all(looks)).flat()) watch.onNotice(notice);
    }
    const generators = await generatorsOf(profiles, options.fleet ?? null, plan.threads, watch);
    open.push(generators);
    const monitoring = await startMonitoring(options.monitoring, watch.onNotice);
    if (monitoring !== null) open.push(monitoring);
    const stop = new AbortController();
    const dashboard = await openDashboard(options.dashboardPort ?? null, stop, watch);
    if (dashboard !== null) open.push(dashboard);
    const startedAt = new Date();
    const runTag = newRunTag();
    const command =
      kind === 'duet' ? null : commandOf(kind, options.profile, { ...plan.typed, baseline: options.baseline });
    const targetOf = (profile: Profile, at: number): RunTarget => {
      // Each side of a duet is a run of its own; all datacenters of a search are one.
      const side = kind === 'duet' ? { side: duetSides[at] ?? 'base' } : {};
      const tag = kind === 'duet' && at > 0 ? newRunTag() : runTag;
      const meta = metaOf(
        profile,
        tag,
        startedAt,
        generators.threads,
        plan.plannedSeconds,
        options.profile.set,
        command,
      );
      const metrics = monitoring?.watch({ kind, meta, ...side }) ?? null;
      return { profile, baseUrl: baseUrlOf(at), meta, acceptable: baseline.acceptableFor(meta), metrics };
    };
    const [first, ...others] = profiles;
    const targets = [targetOf(first, 0), ...others.map((profile, at) => targetOf(profile, at + 1))] as const;
    const unheld = options.accept ? [] : targets.flatMap(({ meta }) => baseline.whyNothingHolds(meta) ?? []);
    for (const notice of unheld) watch.onNotice(notice);
    const interrupt = AbortSignal.any([watch.interrupt, stop.signal]);
    return await inRunFolder(options.out, plan.name ?? first.name, startedAt, (directory) =>
      carry({ directory, targets, baseline, generators, dashboard, interrupt }),
    );
  } finally {
    for (const each of open.reverse()) await each.close();
  }
}

async function openDashboard(port: number | null, stop: AbortController, watch: RunWatch): Promise<Dashboard | null> {
  if (port === null) return null;
  const { startDashboard } = await import('../report/live/dashboard.ts');
  const dashboard = await startDashboard({ port, onStop: () => stop.abort() });
  watch.onNotice(`live page: ${dashboard.url}`);
  return dashboard;
}
