import { newRunTag } from '../judging/tokens.ts';
import type { Profile } from '../profile/profile.ts';
import type { DuetFindings } from '../result/duetResult.ts';
import type { Reason } from '../result/reason.ts';
import { DuetTally } from '../result/tally/duetTally.ts';
import type { DuetGenerators } from './duetPlan.ts';
import { type TwinStops, walkTwins } from './walkTwins.ts';

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
 * Lets the base walk against itself, and learns what differs all the same: ids, instants, orders that are drawn.
 *
 * @param baseUrl the base URL that is really used.
 * @throws ToolError when it cannot be used at all, or a part of the generators cannot be started
 */
export async function learnDifferences(
  generators: DuetGenerators,
  profile: Profile,
  baseUrl: string,
  onLost: (reason: Reason) => void,
  stops: TwinStops,
): Promise<LearntDifferences> {
  if (profile.duet.learnSeconds === 0 || profile.load.model !== 'open') return nothing;
  const looking = lookingProfile(profile);
  const side = () =>
    ({ profile: looking, baseUrl, runTag: newRunTag(), schedule: 'stages', keepCompletions: false }) as const;
  const tally = new DuetTally();
  const plan = { sides: { base: side(), candidate: side() }, learnt: [] };
  await walkTwins(generators, plan, { onSecond: (second) => tally.add(second), onLost }, stops);
  const names = [...tally.names];
  return { names, summary: { kinds: names.length, compared: tally.counts.compared } };
}

/** Two respondents at once on one service must keep its rate budget together. */
function lookingProfile(profile: Profile): Profile {
  const { load, respondent, target, duet } = profile;
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
      stages: [{ durationSeconds: duet.learnSeconds, arrivalsPerSecond, ramp: 'step' }],
      warmupSeconds: 0,
      gracefulStopSeconds: Math.min(load.gracefulStopSeconds, longestEndSeconds),
    },
  };
}
