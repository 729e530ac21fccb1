import { join } from 'node:path';
import { type DuetProgress, demandGenerators, runDuet } from '../duet/runDuet.ts';
import { ToolError } from '../errors.ts';
import { type Profile, plannedSecondsOf } from '../profile/profile.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import { compareTwins, type DuetJudgement } from '../report/compare/compareTwins.ts';
import { compareDefaults } from '../report/compare/shift.ts';
import { writeComparison, writeReports } from '../report/writeReports.ts';
import { duetSides } from '../result/duetResult.ts';
import { checkedProfile } from './checkProfiles.ts';
import { withMachines } from './runGenerators.ts';
import { inRun, type RunOptions } from './runLifeCycle.ts';
import type { RunWatch } from './runWatch.ts';
import { LookPlan } from './sequentialLooks.ts';

export type { DuetProgress };

export interface DuetOptions extends RunOptions {
  /** Base URLs, or names in datacenters.yaml. */
  readonly base: string;
  readonly candidate: string;
  /** Each `path=value`, for the candidate alone. */
  readonly candidateSet: readonly string[];
  /** Longest run in minutes where it goes on until it can tell; null to go by the profile's stages. */
  readonly untilSureMinutes: number | null;
  /** Share of 1; null for that of the profile. */
  readonly minimumEffect: number | null;
}

/** Twins of one thread: on one machine it is the services that are to be measured, and they need its cores. */
const localThreads = 1;

/**
 * Lets the same respondents walk two services at once, and says what the candidate does otherwise.
 *
 * @returns what was found, and the folder that it was written to
 * @throws ToolError for profiles that cannot be run, a folder that cannot be written
 */
export async function duet(options: DuetOptions, watch: RunWatch<DuetProgress>) {
  const profiles = profilesOf(options);
  const plan = {
    kind: 'duet',
    profiles: [profiles.base, profiles.candidate],
    threads: localThreads,
    plannedSeconds: plannedSecondsOf(profiles.base),
    name: `${profiles.base.name}-duet`,
  } as const;
  return await inRun(options, plan, watch, async ({ directory, targets: [base, candidate], generators }) => {
    const { twins } = generators;
    if (base.baseUrl === candidate?.baseUrl)
      watch.onNotice('Both sides are one service: this shows how much it differs from itself.');
    if (candidate === undefined) throw new TypeError('a duet has two sides');
    if ((options.fleet ?? null) !== null) await demandGenerators(twins, { base, candidate });
    const metrics = { base: base.metrics, candidate: candidate.metrics };
    const { duet } = profiles.base;
    const looks = options.untilSureMinutes === null ? null : new LookPlan();
    const judgement = (): DuetJudgement => ({
      minimumEffect: options.minimumEffect ?? duet.minimumEffect,
      falseAlarms: compareDefaults.falseAlarms,
      instanceNoise: duet.instanceNoise,
      look: looks?.look ?? 0,
      expected: duet.expected,
      today: new Date().toISOString().slice(0, 10),
    });
    const found = await runDuet({
      generators: twins,
      sides: { base, candidate },
      isEnough: looks === null ? null : (seconds, elapsed) => looks.isSure(seconds, elapsed, judgement),
      interrupt: watch.interrupt,
      abandon: watch.abandon,
      onProgress: (progress, second) => {
        const { progress: fleet } = generators;
        for (const side of duetSides) {
          metrics[side]?.second(second[side]);
          if (fleet !== null) metrics[side]?.fleet(fleet);
        }
        watch.onProgress({ ...progress, fleet });
      },
      onNotice: watch.onNotice,
    });
    const findings = {
      ...found,
      base: withMachines(found.base, generators.machines('base')),
      candidate: withMachines(found.candidate, generators.machines('candidate')),
    };
    const judged = { ...findings, seconds: looks?.last(findings.seconds) ?? findings.seconds };
    const comparison = compareTwins(judged, judgement(), directory);
    for (const side of duetSides) metrics[side]?.finished(comparison.verdict);
    for (const side of duetSides)
      await writeReports(findings[side], join(directory, side), ['json', ...profiles.base.output.formats]);
    await writeComparison(comparison, directory, ({ side }) => `${side}/report.html`);
    return { comparison, directory };
  });
}

function profilesOf(options: DuetOptions): { base: Profile; candidate: Profile } {
  const { profile: request, untilSureMinutes } = options;
  if (request.baseUrl !== null || request.datacenter !== null)
    throw new ToolError(
      'USAGE',
      'canvass duet takes both services as arguments: leave out --base-url and --datacenter',
    );
  for (const spelt of options.candidateSet)
    if (!/^(target|surveys|admin)\b/.test(spelt.trim()))
      throw new ToolError(
        'USAGE',
        `--candidate-set ${spelt.split('=')[0]}: twins walk alike, so only keys of target, surveys and admin may differ`,
      );
  const places = { base: placeOf(options.base), candidate: placeOf(options.candidate) };
  const base = checkedProfile({ ...request, ...places.base });
  const key = request.environment.CANVASS_CANDIDATE_API_KEY ?? '';
  const candidate = checkedProfile({
    ...request,
    ...places.candidate,
    seed: base.seed,
    isCandidate: true,
    set: [...request.set, ...options.candidateSet],
    environment: key === '' ? request.environment : { ...request.environment, CANVASS_API_KEY: key },
  });
  demandTwins(base, candidate);
  if (untilSureMinutes === null) return { base, candidate };
  return { base: prolonged(base, untilSureMinutes * 60), candidate: prolonged(candidate, untilSureMinutes * 60) };
}

/** A base URL, or a name in datacenters.yaml. @throws ToolError USAGE for what can only be a profile */
function placeOf(named: string): Pick<ProfileRequest, 'baseUrl' | 'datacenter'> {
  if (/\.ya?ml$/.test(named)) {
    const said = `${named} is a profile, and stands where a service is named: canvass duet BASE CANDIDATE ${named}`;
    throw new ToolError('USAGE', `${said}, each a base URL or a name in datacenters.yaml`);
  }
  const isUrl = named === 'embedded' || named.includes('://');
  return { baseUrl: isUrl ? named : null, datacenter: isUrl ? null : named };
}

/** @throws ToolError for sides that the same respondents cannot walk. */
function demandTwins(base: Profile, candidate: Profile): void {
  if (base.load.model !== 'open')
    throw new ToolError('PROFILE', 'a duet needs arrivals by rate: write `load: { model: open, stages: … }`');
  const [ours, theirs] = [base.surveys.walk, candidate.surveys.walk];
  if (ours.length !== theirs.length || ours.some(({ weight }, at) => weight !== theirs[at]?.weight))
    throw new ToolError(
      'PROFILE',
      'surveys.walk of base and candidate need the same number of surveys with the same weights: those in the same place are walked by twins',
    );
}

/** The last stage goes on until `seconds` are over; traffic of a file begins again. */
function prolonged(profile: Profile, seconds: number): Profile {
  const { load } = profile;
  if (load.model !== 'open') return profile;
  const planned = plannedSecondsOf(profile);
  const more = Math.max(0, seconds - planned);
  if (typeof load.arrivals !== 'string') {
    const again = Array.from({ length: 1 + Math.ceil(more / planned) }, () => load.stages).flat();
    return { ...profile, load: { ...load, stages: again } };
  }
  const last = load.stages.length - 1;
  const stages = load.stages.map((stage, at) =>
    at === last ? { ...stage, durationSeconds: stage.durationSeconds + more } : stage,
  );
  return { ...profile, load: { ...load, stages } };
}
