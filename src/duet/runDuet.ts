import { rateLimit } from '../judging/run/rateLimitedRun.ts';
import { newRunTag } from '../judging/tokens.ts';
import { RunTally, type WalkedService } from '../load/runTally.ts';
import { carryOut } from '../load/shard/carryOut.ts';
import type { WholePlan } from '../load/shard/shards.ts';
import type { Profile } from '../profile/profile.ts';
import { type DuetFindings, type DuetSide, duetSides, type PairSecond } from '../result/duetResult.ts';
import type { FleetProgress } from '../result/progress.ts';
import type { Reason } from '../result/reason.ts';
import type { RunResult } from '../result/runResult.ts';
import { type DuetDelta, differenceRows, duetLaw } from '../result/tally/duetTally.ts';
import type { DuetGenerators } from './duetWork.ts';
import { learnDifferences } from './learnDifferences.ts';

/** How a duet is carried out. */
export interface DuetRun {
  /** What lets the twins walk: a thread of this process, or a fleet. */
  readonly generators: DuetGenerators;
  readonly sides: Readonly<Record<DuetSide, WalkedService>>;
  /** Asked after each second with all pairs so far: whether no more is needed. Null to go by the schedule alone. */
  readonly isEnough: ((seconds: readonly PairSecond[], elapsedSeconds: number) => boolean) | null;
  readonly interrupt: AbortSignal;
  readonly abandon: AbortSignal;
  /** After each second, with what that second alone was. */
  onProgress(progress: DuetProgress, second: DuetDelta['sides']): void;
  onNotice(notice: string): void;
}

/** How a duet goes on. */
export interface DuetProgress {
  readonly elapsedSeconds: number;
  readonly plannedSeconds: number;
  readonly requests: number;
  readonly violations: Readonly<Record<DuetSide, number>>;
  /** Of a duet on many machines. */
  readonly fleet?: FleetProgress | null;
}

/**
 * Lets the base walk against itself, and then both services at once, as the base's profile says.
 *
 * @throws ToolError for a threshold that is not understood, or what makes a target unusable. One that does not answer is
 *   no error: it gives a result.
 */
export async function runDuet({
  generators,
  sides,
  isEnough,
  interrupt,
  abandon,
  onProgress,
  onNotice,
}: DuetRun): Promise<DuetFindings> {
  const { base } = sides;
  const troubles: Reason[] = [];
  const onLost = (reason: Reason): void => {
    if (!abandon.aborted) troubles.push(reason);
  };
  const { learnSeconds } = base.profile.duet;
  if (learnSeconds > 0)
    onNotice(
      `First each side walks against itself for ${learnSeconds} s, to learn what differs anyway, and to be as warm…`,
    );
  const walked = (side: DuetSide): WholePlan => planOf(sides[side], base.profile, '', false);
  const looks = { base: walked('base'), candidate: walked('candidate') };
  const learnt = await learnDifferences(generators, looks, onLost, { interrupt, abandon });
  const begun = (side: WalkedService): Promise<RunTally> => RunTally.begin(side, side.meta.run.id);
  const runs = { base: await begun(base), candidate: await begun(sides.candidate) };
  const planAt = (side: DuetSide): WholePlan =>
    planOf(sides[side], base.profile, sides[side].meta.run.id, runs[side].keepsCompletions);
  const plan = { sides: { base: planAt('base'), candidate: planAt('candidate') }, learnt: learnt.names };
  const tally = duetLaw.empty();
  const seconds: PairSecond[] = [];
  const enough = new AbortController();
  const onSecond = (second: DuetDelta): void => {
    for (const side of duetSides) runs[side].add(second.sides[side]);
    duetLaw.add(tally, second);
    seconds.push(...second.pairs);
    onProgress(progressOf(runs), second.sides);
    if (isEnough?.(seconds, runs.base.tally.seconds) === true) enough.abort();
  };
  const stops = { enough: enough.signal, interrupt, abandon };
  const { completions } = await carryOut(
    generators,
    plan,
    base.profile.load.gracefulStopSeconds,
    { onSecond, onLost },
    stops,
  ).catch(async (error: unknown) => {
    await Promise.all(duetSides.map((side) => runs[side].close()));
    throw error;
  });
  const resultOf = async (side: DuetSide): Promise<RunResult> => {
    const run = runs[side];
    const own = [...troubles];
    const walks = {
      completions: completions[duetSides.indexOf(side)] ?? [],
      created: [],
      interrupt,
      isAbandoned: abandon.aborted,
    };
    const audit = await run.audit({ ...walks, onNotice: () => {} }, own);
    own.push(...rateLimit(run.tally, run.timeline));
    return run.result({ interrupted: interrupt.aborted, audit, created: [], troubles: own });
  };
  const [baseResult, candidateResult] = await Promise.all([resultOf('base'), resultOf('candidate')]);
  return {
    base: baseResult,
    candidate: candidateResult,
    pairs: tally.counts,
    seconds,
    differences: differenceRows(tally),
    learnt: learnt.summary,
  };
}

/** Says what the machines of a fleet lack for either service before anything is sent. @throws ToolError */
export async function demandGenerators(
  generators: DuetGenerators,
  { base, candidate }: DuetRun['sides'],
): Promise<void> {
  const tried = (side: WalkedService): WholePlan => planOf(side, base.profile, newRunTag(), false);
  const plan = { sides: { base: tried(base), candidate: tried(candidate) }, learnt: [] };
  const twins = await generators.start(plan, { onSecond: () => {}, onLost: () => {} });
  await twins.terminate();
}

/** @param base whose behaviour both sides have. */
function planOf(
  { profile, baseUrl }: WalkedService,
  { load, respondent }: Profile,
  runTag: string,
  keepCompletions: boolean,
): WholePlan {
  return { profile: { ...profile, load, respondent }, baseUrl, runTag, schedule: 'stages', keepCompletions };
}

const distinctOf = ({ tally }: RunTally): number => tally.violations.distinct(() => false);

function progressOf({ base, candidate }: Readonly<Record<DuetSide, RunTally>>): DuetProgress {
  return {
    elapsedSeconds: base.tally.seconds,
    plannedSeconds: base.service.meta.plannedSeconds,
    requests: [...base.tally.endpoints.values(), ...candidate.tally.endpoints.values()].reduce(
      (sum, { requests }) => sum + requests,
      0,
    ),
    violations: { base: distinctOf(base), candidate: distinctOf(candidate) },
  };
}
