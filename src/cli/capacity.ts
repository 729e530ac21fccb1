import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Argv, CommandModule } from 'yargs';
import type { Attempt } from '../capacity/attempt.ts';
import type { PlanInput } from '../capacity/plan.ts';
import { planInputOf } from '../capacity/plan.ts';
import type { Profile } from '../profile/profile.ts';
import type { RunResult } from '../result/runResult.ts';
import { type CommonOptions, one, type ProfileOptions, profileRequest, shown } from './options.ts';
import { toolVersion } from './run.ts';
import { exitCodeOf, printResult } from './runOutcome.ts';

interface CapacityOptions extends CommonOptions, ProfileOptions {
  readonly peak: string | undefined;
  readonly headroom: string | undefined;
  readonly together: boolean;
  readonly combine: readonly string[];
}

/** `canvass capacity`: how many respondents a second one datacenter or several carry within their SLO. */
export const capacityCommand: CommandModule<CommonOptions, CapacityOptions> = {
  command: 'capacity [profile]',
  describe: 'Find the highest arrival rate that a service carries within its SLO',
  builder: capacityOptions,
  handler: async (options) => {
    const { result, directory } = options.combine.length > 0 ? await combineSaved(options) : await measureAll(options);
    await printResult(result, directory, options);
    process.exitCode = exitCodeOf(result);
  },
};

function capacityOptions(cli: Argv<CommonOptions>): Argv<CapacityOptions> {
  const text = { type: 'string', requiresArg: true } as const;
  return cli
    .positional('profile', {
      type: 'string',
      default: 'capacity',
      describe: 'Name of a profile in profiles/, or the path of a file',
    })
    .option('peak', {
      ...text,
      describe: 'Expected peak: 120/s, 7200/min, 432000/h',
      coerce: (value: unknown) => one('peak', value),
    })
    .option('headroom', {
      ...text,
      describe: 'Reserve wanted above the peak: 30% or 0.3',
      coerce: (value: unknown) => one('headroom', value),
    })
    .option('together', {
      type: 'boolean',
      default: false,
      describe: 'Measure all datacenters at the same time; they share this generator',
    })
    .option('combine', {
      type: 'string',
      array: true,
      requiresArg: true,
      default: [] as readonly string[],
      describe: 'Sends nothing: puts saved results into one table',
    })
    .example(...shown('$0 capacity', 'the embedded service'))
    .example(...shown('$0 capacity --datacenter eu,us --peak 120/s --headroom 30%', 'is it enough, in both?'))
    .example(
      ...shown('$0 capacity --combine reports/*/result.json --peak 150/s', 'what earlier runs say of another peak'),
    );
}

async function planOf(options: CapacityOptions, profile: Profile | null): Promise<PlanInput | null> {
  const { parseHeadroom, parsePeak } = await import('../capacity/plan.ts');
  const peakPerSecond = options.peak === undefined ? null : parsePeak(options.peak);
  const headroom = options.headroom === undefined ? null : parseHeadroom(options.headroom);
  return planInputOf({ peakPerSecond, headroom }, profile?.capacity ?? null);
}

/** One profile for each datacenter that is named. */
async function profilesOf(options: CapacityOptions): Promise<readonly [Profile, ...Profile[]]> {
  const { loadProfile } = await import('../profile/loadProfile.ts');
  const names = options.datacenter?.split(',').map((name) => name.trim());
  const [first, ...others] = (names ?? [undefined]).map((datacenter) =>
    loadProfile(profileRequest({ ...options, datacenter })),
  );
  if (first === undefined) throw new Error('splitting a text gives at least one part');
  return [first, ...others];
}

async function measureAll(options: CapacityOptions): Promise<{ result: RunResult; directory: string }> {
  const { runCapacity } = await import('../capacity/runCapacity.ts');
  const { parseObjective } = await import('../capacity/serviceLevel.ts');
  const { startArrivals } = await import('../load/startArrivals.ts');
  const { reachTarget } = await import('./embeddedService.ts');
  const { makeRunFolder } = await import('./runFolder.ts');
  const { onInterrupt } = await import('./interrupts.ts');
  const profiles = await profilesOf(options);
  const planned = await planOf(options, profiles[0]);
  for (const { capacity } of profiles) capacity.slo.map(parseObjective);
  const startedAt = new Date();
  const directory = await makeRunFolder(options.out, profiles[0].name, startedAt);
  const say = (text: string): void => {
    if (!options.quiet && !options.json) process.stderr.write(`${text}\n`);
  };
  const interrupts = onInterrupt((text) => process.stderr.write(`canvass: ${text}\n`));
  const targets = await Promise.all(profiles.map(reachTarget));
  try {
    const reached = profiles.map((profile, i) => ({
      ...profile,
      target: { ...profile.target, baseUrl: targets[i]?.baseUrl ?? profile.target.baseUrl },
    }));
    const result = await runCapacity(reached, {
      meta: await metaOf(profiles, startedAt),
      planned,
      together: options.together,
      startArrivals,
      interrupt: interrupts.signal,
      onAttempt: (datacenter, attempt) => say(attemptLine(datacenter, attempt)),
      onCapacity: ({ datacenter, reasons: [first = ''] }) => say(`${datacenter}: ${first}`),
    });
    await writeAll(result, directory, profiles[0]);
    const { writeIndex } = await import('../report/history/writeIndex.ts');
    await writeIndex(options.out);
    return { result, directory };
  } finally {
    interrupts.release();
    await Promise.all(targets.map((target) => target.close()));
  }
}

async function combineSaved(options: CapacityOptions): Promise<{ result: RunResult; directory: string }> {
  const { readResultFile } = await import('../result/resultFile.ts');
  const { combineResults } = await import('../capacity/combine.ts');
  const { makeRunFolder } = await import('./runFolder.ts');
  const results = await Promise.all(options.combine.map(readResultFile));
  const result = combineResults(results, await planOf(options, null));
  const directory = await makeRunFolder(options.out, 'capacity-combined', new Date());
  await writeAll(result, directory, null);
  return { result, directory };
}

/** Writes the reports of a run, and its tables alone as a file that can be pasted into a planning document. */
async function writeAll(result: RunResult, directory: string, profile: Profile | null): Promise<void> {
  const { writeReports } = await import('../report/writeReports.ts');
  const { capacityMarkdown } = await import('../report/capacity/capacityMarkdown.ts');
  const formats = new Set(['json' as const, ...(profile?.output.formats ?? (['html', 'markdown'] as const))]);
  await writeReports(result, directory, [...formats]);
  await writeFile(join(directory, 'planning.md'), `${capacityMarkdown(result.capacity)}\n`);
}

async function metaOf(profiles: readonly [Profile, ...Profile[]], startedAt: Date) {
  const { newRunTag } = await import('../load/runTag.ts');
  const { workersOf } = await import('../load/loadPlan.ts');
  const { searchProfileOf } = await import('../capacity/runCapacity.ts');
  const [{ name, seed, target, capacity }] = profiles;
  const datacenter = profiles.map((profile) => profile.target.datacenter).join(', ');
  return {
    run: { id: newRunTag(), profile: name, seed, startedAt: startedAt.toISOString() },
    target: { baseUrl: target.baseUrl, datacenter, release: target.release, session: target.session },
    tool: {
      version: toolVersion(),
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      cpus: navigator.hardwareConcurrency,
    },
    profile: JSON.parse(JSON.stringify(profiles[0])),
    workers: workersOf(searchProfileOf(profiles[0])),
    plannedSeconds: capacity.maxDurationSeconds * profiles.length,
  };
}

/** A probe in a line, as it ends. */
function attemptLine(datacenter: string, attempt: Attempt): string {
  const rate = `${attempt.ratePerSecond.toFixed(1)}/s`.padStart(9);
  const p99 = `p99 ${(attempt.p99Us / 1000).toFixed(0)} ms`.padStart(12);
  return `${datacenter}  ${attempt.stage.padEnd(7)} ${rate}  ${String(attempt.seconds).padStart(3)} s ${p99}  ${attempt.why}`;
}
