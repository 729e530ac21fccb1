import type { Attempt } from '../capacity/attempt.ts';
import { combineResults } from '../capacity/combine.ts';
import { type PlanFor, parseHeadroom, parsePeak, planInputOf } from '../capacity/plan.ts';
import { runCapacity, searchProfileOf } from '../capacity/runCapacity.ts';
import { percentileIn } from '../capacity/serviceLevel.ts';
import { ToolError, wordsOf } from '../errors.ts';
import { workersOf } from '../load/loadPlan.ts';
import { levelOf, type Profile } from '../profile/profile.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import { capacityParts } from '../report/content/capacityContent.ts';
import { partsMarkdown } from '../report/content/contentMarkdown.ts';
import { planningParts } from '../report/content/planningContent.ts';
import { print } from '../report/terminal.ts';
import type { CapacityResult } from '../result/capacityResult.ts';
import { demandDistinct, demandFinished, demandOneKind, readResultFiles } from '../result/resultFile.ts';
import { writeFiles } from '../writeOutput.ts';
import { checkedProfile } from './checkProfiles.ts';
import { namesIn } from './matrix.ts';
import { type FinishedRun, inRunFolder, type WrittenRun, writeRun } from './runFolder.ts';
import { withMachines } from './runGenerators.ts';
import { inRun, type RunOptions } from './runLifeCycle.ts';
import type { RunWatch } from './runWatch.ts';

/** What the command line says of a peak: `120/s` with a reserve of `30%`; null where it says nothing. */
export interface ExpectedPeak {
  readonly peak: string | null;
  readonly headroom: string | null;
}

/** The `datacenter` of its profile may name several, by comma. */
export interface CapacityOptions extends ExpectedPeak, RunOptions {
  /** All datacenters at the same time; they then share this generator. */
  readonly together: boolean;
}

/** A probe has ended, or all of a datacenter's have. */
export type CapacityProgress =
  | {
      readonly kind: 'attempt';
      readonly datacenter: string;
      readonly attempt: Attempt;
      readonly percentile: 'p50' | 'p95' | 'p99';
    }
  | { readonly kind: 'capacity'; readonly capacity: CapacityResult };

/**
 * Measures how many respondents a second each datacenter carries, and writes everything into a folder of its own.
 *
 * @throws ToolError for a profile that cannot be run, a folder that cannot be written
 */
export async function capacity(options: CapacityOptions, watch: RunWatch<CapacityProgress>): Promise<WrittenRun> {
  const profiles = profilesOf(options.profile);
  const planFor = planForOf(options, profiles);
  const { together, peak, headroom } = options;
  if (together && (options.fleet ?? null) !== null) {
    throw new ToolError('USAGE', 'a fleet carries one run at a time: leave out --together');
  }
  const [first] = profiles;
  const plan = {
    kind: 'capacity',
    profiles,
    threads: workersOf(searchProfileOf(first)),
    plannedSeconds: first.capacity.maxDurationSeconds * profiles.length,
    typed: { peak, headroom, together: together || null },
  } as const;
  return await inRun(options, plan, watch, async ({ directory, targets, baseline, generators }) => {
    const reached = targets.map(({ profile, baseUrl }) => ({ ...profile, target: { ...profile.target, baseUrl } }));
    const [{ meta: ofFirst }] = targets;
    const datacenter = profiles.map((profile) => profile.target.datacenter).join(', ');
    const meta = { ...ofFirst, target: { ...ofFirst.target, datacenter } };
    const metrics = new Map(targets.map(({ profile, metrics }) => [profile.target.datacenter, metrics]));
    const measured = await runCapacity(reached, {
      meta,
      acceptable: baseline.acceptableFor(meta),
      planFor,
      together,
      generators,
      interrupt: watch.interrupt,
      onAttempt: (datacenter, attempt) => {
        const { capacity } = profiles.find(({ target }) => target.datacenter === datacenter) ?? first;
        watch.onProgress({ kind: 'attempt', datacenter, attempt, percentile: percentileIn(capacity.slo) });
      },
      onSecond: (datacenter, second) => metrics.get(datacenter)?.second(second),
      onCapacity: (capacity) => {
        metrics.get(capacity.datacenter)?.capacity(capacity);
        watch.onProgress({ kind: 'capacity', capacity });
      },
    });
    const result = withMachines(measured, generators.machines());
    for (const each of metrics.values()) each?.finished(result.verdict);
    return await write({ result, directory }, options.out, first.output, watch.onTrouble);
  });
}

/** Puts saved results into one table and judges them by another peak; sends nothing. @throws ToolError */
export async function combineCapacities(
  paths: readonly string[],
  out: string,
  expected: ExpectedPeak,
): Promise<WrittenRun> {
  const read = await readResultFiles(paths, 'whole');
  demandOneKind(read);
  demandDistinct(read);
  demandFinished(read);
  const at = new Date();
  const say = (notice: string) => print(`canvass: ${notice}\n`, 'stderr');
  const result = combineResults(
    read.map(({ result }) => result),
    planInput(expected, null),
    at,
    (datacenter, run) =>
      say(
        `${datacenter} was measured again beside ${run}, whose figure does not count: of those that are confirmed the newest does.`,
      ),
  );
  return await inRunFolder(out, 'capacity-combined', at, (directory) =>
    write({ result, directory }, out, { formats: ['html', 'markdown'], har: 'none', webhook: null }, say),
  );
}

function planInput({ peak, headroom }: ExpectedPeak, profile: Profile | null) {
  const named = {
    peakPerSecond: peak === null ? null : parsePeak(peak),
    headroom: headroom === null ? null : parseHeadroom(headroom),
  };
  const replayed =
    profile?.load.model === 'open' && typeof profile.load.arrivals !== 'string'
      ? Math.max(...profile.load.stages.map(levelOf))
      : null;
  return planInputOf(named, profile?.capacity ?? null, replayed);
}

/** Each datacenter has the peak of its own profile. @throws ToolError USAGE */
function planForOf(expected: ExpectedPeak, profiles: readonly Profile[]): PlanFor {
  const plans = new Map(profiles.map((profile) => [profile.target.datacenter, planInput(expected, profile)]));
  return (datacenter) => plans.get(datacenter) ?? null;
}

/** One profile for each datacenter that is named. */
function profilesOf(request: ProfileRequest): readonly [Profile, ...Profile[]] {
  const [first = null, ...others] = namesIn(request.datacenter);
  const profileIn = (datacenter: string | null): Profile => checkedProfile({ ...request, datacenter });
  return [profileIn(first), ...others.map(profileIn)];
}

/** Writes the reports, and what a planner pastes into a document. */
async function write(
  run: FinishedRun,
  out: string,
  output: Pick<Profile['output'], 'formats' | 'har' | 'webhook'>,
  onTrouble: RunWatch['onTrouble'],
) {
  const written = await writeRun(run, out, output, onTrouble);
  const { result, directory } = written;
  const sheet = planningParts(result);
  const more = capacityParts(result.capacity).filter(({ id }) => !sheet.some((part) => part.id === id));
  const files = [['planning.md', `${partsMarkdown([...sheet, ...more])}\n`]] as const;
  await writeFiles(directory, files).catch((error: unknown) => onTrouble(wordsOf(error)));
  return written;
}
