import { ToolError } from '../errors.ts';
import { parsePercent } from '../profile/percent.ts';
import { mostArrivalsPerSecond } from '../profile/schema/block.ts';
import {
  type CapacityPoint,
  type CapacityResult,
  limitText,
  neededOf,
  perSecondText,
  type RateVerdict,
} from '../result/capacityResult.ts';
import { isSameRate, isVoid } from '../result/measuredRates.ts';
import { cameText } from './reasons.ts';

/** What a planner expects: the peak (respondents a second), and the reserve wanted above it, as a share of it. */
export interface PlanInput {
  readonly peakPerSecond: number;
  readonly headroom: number;
}

type Plan = NonNullable<CapacityResult['plan']>;

/** What is expected of each datacenter; null where no peak is named. */
export type PlanFor = (datacenter: string) => PlanInput | null;

/** What a rate is judged by. */
type Measured = Pick<CapacityResult, 'sustainablePerSecond' | 'limitedBy' | 'points' | 'search'>;

/** Whether a rate is carried, as far as is known, and what that rests on, as a clause. */
interface RateJudgement {
  readonly verdict: RateVerdict;
  readonly because: string;
}

/**
 * Whether a rate is carried: the one place that says so, whoever asks. Judged by the interval's cautious end, and carried only
 * where a longer probe held at it: what nothing confirms is no yes.
 */
export function judgeRate(answer: Measured, ratePerSecond: number): RateJudgement {
  const { low, high } = answer.sustainablePerSecond;
  if (high !== null && high < ratePerSecond)
    return {
      verdict: 'no',
      because: `at most ${perSecondText(high)} are carried, ${perSecondText(ratePerSecond - high)} too few`,
    };
  if (low < ratePerSecond) return { verdict: 'unclear', because: untold(answer) };
  const doubt = doubtOf(answer.points, ratePerSecond);
  if (doubt === null)
    return {
      verdict: 'yes',
      because: `at least ${perSecondText(low)} are carried, ${perSecondText(low - ratePerSecond)} more`,
    };
  const because = `${perSecondText(low)} seem to be carried, which is not confirmed, because ${doubt.because}`;
  return { verdict: doubt.isBroken ? 'unclear' : 'likely', because };
}

function untold({ sustainablePerSecond: { low, high }, ...answer }: Measured): string {
  if (high !== null) return `the capacity lies between ${perSecondText(low)} and ${perSecondText(high)}`;
  if (low === 0) return 'no capacity was measured';
  return `only "at least ${perSecondText(low)}" was measured, limited by the ${limitText(answer)}`;
}

const answers = { yes: 'yes', no: 'no', likely: 'so it seems', unclear: "can't tell" } as const;

/** Whether a capacity is enough for a peak, as it was asked, and then for the peak with its reserve. */
export function planOf(answer: Measured, input: PlanInput): Plan {
  const needed = neededOf(input);
  const atPeak = judgeRate(answer, input.peakPerSecond);
  const { verdict, because } = judgeRate(answer, needed);
  const told = ({ verdict, because }: RateJudgement): string => `${answers[verdict]}, ${because}`;
  const reserve =
    input.headroom === 0
      ? ''
      : ` With ${Math.round(100 * input.headroom)} % above it, ${perSecondText(needed)}: ` +
        `${because === atPeak.because ? answers[verdict] : told({ verdict, because })}.`;
  return {
    ...input,
    enough: verdict === 'yes',
    verdict,
    peakVerdict: atPeak.verdict,
    neededPerSecond: needed,
    marginPerSecond: answer.sustainablePerSecond.low - needed,
    reading: `The peak of ${perSecondText(input.peakPerSecond)}: ${told(atPeak)}.${reserve}`,
  };
}

/** Why no longer probe shows that a rate is carried, and whether one shows otherwise; null where one held at it, or above. */
function doubtOf(points: readonly CapacityPoint[], needed: number): { because: string; isBroken: boolean } | null {
  const longer = points.filter(({ stage }) => stage === 'confirm');
  // Of arrivals by chance fewer may come than were offered: they are those that are planned for.
  const reaches = ({ startedPerSecond, offeredPerSecond }: CapacityPoint): boolean => {
    const rate = Math.max(startedPerSecond, offeredPerSecond);
    return rate >= needed || isSameRate(rate, needed);
  };
  if (longer.some((point) => point.withinSlo && reaches(point))) return null;
  // One that told something says more than one that was void.
  const last =
    longer.findLast((point) => !point.withinSlo && !isVoid(point)) ?? longer.findLast((point) => !point.withinSlo);
  if (last === undefined) {
    const because = longer.length === 0 ? 'no longer probe was made' : 'no longer probe reached that rate';
    return { because, isBroken: false };
  }
  const isBroken = longer.some((point) => !point.withinSlo && !isVoid(point) && point.startedPerSecond <= needed);
  const rate = cameText(last.startedPerSecond, last.offeredPerSecond);
  if (last.outcome === 'cut') return { because: `the last longer probe, at ${rate}, was cut short`, isBroken };
  const [which, what] = isVoid(last) ? ['the last', 'was void'] : ['a', 'did not hold'];
  return { because: `${which} longer probe, at ${rate}, ${what}: ${last.reason}`, isBroken };
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 };

/** Reads `120/s`, `7200/min` or `432000/h` as respondents a second. @throws ToolError USAGE, also without a unit */
export function parsePeak(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*\/\s*(s|min|h)$/.exec(text.trim());
  const perSecond = Number(match?.[1]) / (unitSeconds[match?.[2] ?? ''] ?? Number.NaN);
  if (match === null || !(perSecond > 0 && perSecond <= mostArrivalsPerSecond))
    throw new ToolError(
      'USAGE',
      `--peak takes respondents by time, as 120/s, 7200/min or 432000/h (at most ${mostArrivalsPerSecond}/s), not "${text}"`,
    );
  return perSecond;
}

/** Reads `30%` as a share of 1. @throws ToolError USAGE, also without a unit */
export function parseHeadroom(text: string): number {
  return parsePercent('headroom', text, 1000);
}

/**
 * What the command line, and else the profile, expects; null where no peak is named.
 *
 * @param replayedPeak that of the traffic which the profile replays; null where it replays none
 */
export function planInputOf(
  options: { readonly peakPerSecond: number | null; readonly headroom: number | null },
  profile: { readonly peakPerSecond: number | null; readonly headroom: number } | null,
  replayedPeak: number | null,
): PlanInput | null {
  const peakPerSecond = options.peakPerSecond ?? profile?.peakPerSecond ?? replayedPeak;
  if (peakPerSecond === null) return null;
  return { peakPerSecond, headroom: options.headroom ?? profile?.headroom ?? 0.3 };
}
