import { newRunTag } from '../judging/tokens.ts';
import type { WalkedService } from '../load/runTally.ts';
import { carryOut, type Stops } from '../load/shard/carryOut.ts';
import type { Profile } from '../profile/profile.ts';
import { type DuetFindings, type DuetSide, duetSides } from '../result/duetResult.ts';
import type { Reason } from '../result/reason.ts';
import { type DuetDelta, duetLaw } from '../result/tally/duetTally.ts';
import type { DuetGenerators } from './duetWork.ts';

/** What two walks of the same service differ in. */
export interface LearntDifferences {
  /** Names of what means nothing. */
  readonly names: readonly string[];
  readonly summary: DuetFindings['learnt'];
}

/** Respondents who only look think for this long: many walks are better than natural ones. */
const thinkMs = 20;
/** Walks that are under way when the time is over are waited for. */
const longestEndSeconds = 5;

const nothing: LearntDifferences = { names: [], summary: { kinds: 0, compared: 0 } };

/**
 * Lets each side walk against itself, and learns of the base what differs all the same: ids, instants, orders that are
 * drawn. The candidate comes to its turn for the sake of the clock alone: a service that was walked before the other would
 * be warmer, and look faster by some percent.
 *
 * @throws ToolError when a side cannot be used at all, or a part of the generators cannot be started
 */
export async function learnDifferences(
  generators: DuetGenerators,
  sides: Readonly<Record<DuetSide, Pick<WalkedService, 'profile' | 'baseUrl'>>>,
  onLost: (reason: Reason) => void,
  stops: Stops,
): Promise<LearntDifferences> {
  const { learnSeconds } = sides.base.profile.duet;
  if (learnSeconds === 0 || sides.base.profile.load.model !== 'open') return nothing;
  const tallies = { base: duetLaw.empty(), candidate: duetLaw.empty() };
  for (const side of duetSides) {
    const looking = lookingProfile(sides[side].profile, learnSeconds);
    const twin = () =>
      ({
        profile: looking,
        baseUrl: sides[side].baseUrl,
        runTag: newRunTag(),
        schedule: 'stages',
        keepCompletions: false,
      }) as const;
    const plan = { sides: { base: twin(), candidate: twin() }, learnt: [] };
    const listener = { onSecond: (second: DuetDelta) => void duetLaw.add(tallies[side], second), onLost };
    await carryOut(generators, plan, looking.load.gracefulStopSeconds, listener, stops);
  }
  const { names } = tallies.base;
  return { names, summary: { kinds: names.length, compared: tallies.base.counts.compared } };
}

/** Two respondents at once on one service must keep its rate budget together. */
function lookingProfile(profile: Profile, learnSeconds: number): Profile {
  const { load, respondent, target } = profile;
  if (load.model !== 'open') return profile;
  const arrivalsPerSecond = Math.max(...load.stages.map((stage) => stage.arrivalsPerSecond));
  const budget = target.rateBudget;
  return {
    ...profile,
    respondent: { ...respondent, thinkTimeMs: { distribution: 'fixed', value: thinkMs } },
    target: {
      ...target,
      rateBudget:
        budget === null
          ? null
          : {
              perKeyPerMinute: Math.ceil(budget.perKeyPerMinute / 2),
              perOrganizationPerMinute: Math.ceil(budget.perOrganizationPerMinute / 2),
            },
    },
    load: {
      ...load,
      stages: [{ durationSeconds: learnSeconds, arrivalsPerSecond, ramp: 'step' }],
      warmupSeconds: 0,
      gracefulStopSeconds: Math.min(load.gracefulStopSeconds, longestEndSeconds),
    },
  };
}
