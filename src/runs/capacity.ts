import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attempt } from '../capacity/attempt.ts';
import { combineResults } from '../capacity/combine.ts';
import { parseHeadroom, parsePeak, planInputOf } from '../capacity/plan.ts';
import { runCapacity, searchProfileOf } from '../capacity/runCapacity.ts';
import { parseObjective } from '../capacity/serviceLevel.ts';
import { newRunTag } from '../judging/tokens.ts';
import { workersOf } from '../load/loadPlan.ts';
import { startArrivals } from '../load/startArrivals.ts';
import { loadProfile } from '../profile/loadProfile.ts';
import type { Profile } from '../profile/profile.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import { capacityParts } from '../report/content/capacityContent.ts';
import { partsMarkdown } from '../report/content/contentMarkdown.ts';
import type { CapacityResult } from '../result/capacityResult.ts';
import { demandDistinct, demandFinished, demandOneKind } from '../result/comparable.ts';
import { readResultFiles } from '../result/resultFile.ts';
import type { RunMeta } from '../result/runMeta.ts';
import { reachTargets } from './embeddedService.ts';
import { preflight } from './preflight/preflight.ts';
import { makeRunFolder, type WrittenRun, writeRun } from './runFolder.ts';
import { metaOf } from './runMeta.ts';
import type { RunWatch } from './runWatch.ts';
import { usableBaseline } from './usableBaseline.ts';

/** What the command line says of a peak: `120/s` with a reserve of `30%`; null where it says nothing. */
export interface ExpectedPeak {
  readonly peak: string | null;
  readonly headroom: string | null;
}

export interface CapacityOptions extends ExpectedPeak {
  /** Its `datacenter` may name several, by comma. */
  readonly profile: ProfileRequest;
  /** Folder that the run's own folder is made in. */
  readonly out: string;
  /** File of known violations; null for `baseline.yaml`, where there is one. */
  readonly baseline: string | null;
  /** All datacenters at the same time; they then share this generator. */
  readonly together: boolean;
  /** Whether it is looked first whether the search can work. */
  readonly preflight: boolean;
}

/** A probe has ended, or all of a datacenter's have. */
export type CapacityProgress =
  | { readonly kind: 'attempt'; readonly datacenter: string; readonly attempt: Attempt }
  | { readonly kind: 'capacity'; readonly capacity: CapacityResult };

/**
 * Measures how many respondents a second each datacenter carries, and writes everything into a folder of its own.
 *
 * @throws ToolError for a profile that cannot be run, a folder that cannot be written
 */
export async function capacity(options: CapacityOptions, watch: RunWatch<CapacityProgress>): Promise<WrittenRun> {
  const profiles = profilesOf(options.profile);
  const planned = planInput(options, profiles[0]);
  for (const { capacity } of profiles) capacity.slo.map(parseObjective);
  const { acceptableFor } = await usableBaseline(options.baseline);
  const targets = await reachTargets(profiles);
  try {
    const reached = profiles.map((profile, i) => ({
      ...profile,
      target: { ...profile.target, baseUrl: targets[i]?.baseUrl ?? profile.target.baseUrl },
    }));
    if (options.preflight) {
      for (const profile of reached) await preflight(profile, profile.target.baseUrl, 'capacity');
    }
    const startedAt = new Date();
    const directory = await makeRunFolder(options.out, profiles[0].name, startedAt);
    const meta = metaOfAll(profiles, startedAt);
    const result = await runCapacity(reached, {
      meta,
      acceptable: acceptableFor(meta),
      planned,
      together: options.together,
      startArrivals,
      interrupt: watch.interrupt,
      onAttempt: (datacenter, attempt) => watch.onProgress({ kind: 'attempt', datacenter, attempt }),
      onCapacity: (capacity) => watch.onProgress({ kind: 'capacity', capacity }),
    });
    return await write({ result, directory }, options.out, profiles[0].output, watch.onNotice);
  } finally {
    await Promise.all(targets.map((target) => target.close()));
  }
}

/** Puts saved results into one table and judges them by another peak; sends nothing. @throws ToolError */
export async function combineCapacities(
  paths: readonly string[],
  out: string,
  expected: ExpectedPeak,
): Promise<WrittenRun> {
  const read = await readResultFiles(paths);
  demandOneKind(read);
  demandDistinct(read);
  demandFinished(read);
  const result = combineResults(
    read.map(({ result }) => result),
    planInput(expected, null),
  );
  const directory = await makeRunFolder(out, 'capacity-combined', new Date());
  return await write({ result, directory }, out, { formats: ['html', 'markdown'], har: 'none' }, (notice) => {
    process.stderr.write(`canvass: ${notice}\n`);
  });
}

function planInput({ peak, headroom }: ExpectedPeak, profile: Profile | null) {
  const named = {
    peakPerSecond: peak === null ? null : parsePeak(peak),
    headroom: headroom === null ? null : parseHeadroom(headroom),
  };
  return planInputOf(named, profile?.capacity ?? null);
}

/** One profile for each datacenter that is named. */
function profilesOf(request: ProfileRequest): readonly [Profile, ...Profile[]] {
  const [first = null, ...others] = request.datacenter?.split(',').map((name) => name.trim()) ?? [];
  const profileIn = (datacenter: string | null): Profile => loadProfile({ ...request, datacenter });
  return [profileIn(first), ...others.map(profileIn)];
}

function metaOfAll(profiles: readonly [Profile, ...Profile[]], startedAt: Date): RunMeta {
  const [first] = profiles;
  const plannedSeconds = first.capacity.maxDurationSeconds * profiles.length;
  const meta = metaOf(first, newRunTag(), startedAt, workersOf(searchProfileOf(first)), plannedSeconds);
  const datacenter = profiles.map((profile) => profile.target.datacenter).join(', ');
  return { ...meta, target: { ...meta.target, datacenter } };
}

/** Writes the reports, and the tables alone as a file that can be pasted into a planning document. */
async function write(
  run: WrittenRun,
  out: string,
  output: Pick<Profile['output'], 'formats' | 'har'>,
  onNotice: RunWatch['onNotice'],
) {
  const written = await writeRun(run, out, output, onNotice);
  const planning = `${partsMarkdown(capacityParts(run.result.capacity))}\n`;
  await writeFile(join(written.directory, 'planning.md'), planning).catch((error: unknown) => onNotice(String(error)));
  return written;
}
