import { newRunTag } from '../judging/tokens.ts';
import type { Profile } from '../profile/profile.ts';
import type { DuetFindings } from '../result/duetResult.ts';
import { type TwinWalk, walkTwins } from './walkTwins.ts';

/** What two walks of the same service differ in. */
export interface LearntDifferences {
  /** As `learntName` names them. */
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
 */
export async function learnDifferences(
  profile: Profile,
  baseUrl: string,
  stops: Pick<TwinWalk, 'interrupt' | 'abandon'>,
): Promise<LearntDifferences> {
  if (profile.duet.learnSeconds === 0 || profile.load.model !== 'open') return nothing;
  const looking = lookingProfile(profile);
  const side = () => ({ profile: looking, baseUrl, runTag: newRunTag(), keepCompletions: false });
  const outcome = await walkTwins({
    sides: { base: side(), candidate: side() },
    learnt: [],
    onSecond: () => {},
    enough: new AbortController().signal,
    ...stops,
  });
  if ('lost' in outcome) return nothing;
  const { names, counts } = outcome;
  return { names, summary: { kinds: names.length, compared: counts.compared } };
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
