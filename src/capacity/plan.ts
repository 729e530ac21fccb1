import { ToolError } from '../errors.ts';
import { parsePercent } from '../profile/percent.ts';
import { mostArrivalsPerSecond } from '../profile/schema/block.ts';
import { type CapacityPoint, type CapacityResult, limitText } from '../result/capacityResult.ts';
import { isSameRate, isVoid } from '../result/measuredRates.ts';
import { cameText, rateText } from './reasons.ts';

/** What a planner expects: the peak (respondents a second), and the reserve wanted above it, as a share of it. */
export interface PlanInput {
  readonly peakPerSecond: number;
  readonly headroom: number;
}

type Plan = NonNullable<CapacityResult['plan']>;

/** What is expected of each datacenter; null where no peak is named. */
export type PlanFor = (datacenter: string) => PlanInput | null;

/** What a plan is judged by. */
type Measured = Pick<CapacityResult, 'sustainablePerSecond' | 'limitedBy' | 'points' | 'search'>;

/**
 * Whether a capacity is enough for a peak with its reserve, and by how much: judged by the interval's cautious end. It is
 * enough only where a longer probe held at what is needed: what nothing confirms is no yes.
 */
export function planOf(answer: Measured, input: PlanInput): Plan {
  const { low, high } = answer.sustainablePerSecond;
  const needed = input.peakPerSecond * (1 + input.headroom);
  const marginPerSecond = low - needed;
  const doubt = low >= needed ? doubtOf(answer.points, needed) : null;
  const verdict = low >= needed && doubt === null ? 'yes' : high !== null && high < needed ? 'no' : 'unclear';
  const wanted =
    `${rateText(needed)} are needed: the peak of ${rateText(input.peakPerSecond)} and ` +
    `${Math.round(100 * input.headroom)} % above it`;
  const percent = Math.abs(Math.round((100 * marginPerSecond) / needed));
  const readings = {
    yes: `Yes. ${wanted}; at least ${rateText(low)} are carried, ${rateText(marginPerSecond)} (${percent} %) more.`,
    no:
      `No. ${wanted}; at most ${rateText(high ?? low)} are carried, ${rateText(needed - (high ?? low))} too few ` +
      `(at the peak itself ${low >= input.peakPerSecond ? 'it would still hold' : 'it would not hold'}).`,
    unclear:
      doubt !== null
        ? `Can't tell. ${wanted}; ${rateText(low)} seem to be carried, which is not confirmed, because ${doubt}.`
        : high === null && low === 0
          ? `Can't tell. ${wanted}, and no capacity was measured.`
          : high === null
            ? `Can't tell. ${wanted}; only "at least ${rateText(low)}" was measured, limited by the ${limitText(answer)}.`
            : `Can't tell. ${wanted}, and the capacity lies between ${rateText(low)} and ${rateText(high)}.`,
  };
  return {
    ...input,
    enough: verdict === 'yes',
    verdict,
    neededPerSecond: needed,
    marginPerSecond,
    reading: readings[verdict],
  };
}

/** Why no longer probe shows that a rate is carried; null where one held at it, or above. */
function doubtOf(points: readonly CapacityPoint[], needed: number): string | null {
  const longer = points.filter(({ stage }) => stage === 'confirm');
  const reaches = ({ startedPerSecond: rate }: CapacityPoint): boolean => rate >= needed || isSameRate(rate, needed);
  if (longer.some((point) => point.withinSlo && reaches(point))) return null;
  // One that told something says more than one that was void.
  const last =
    longer.findLast((point) => !point.withinSlo && !isVoid(point)) ?? longer.findLast((point) => !point.withinSlo);
  if (last === undefined) return longer.length === 0 ? 'no longer probe was made' : 'no longer probe reached that rate';
  return `${isVoid(last) ? 'the last' : 'a'} longer probe, at ${cameText(last.startedPerSecond, last.offeredPerSecond)}, ${isVoid(last) ? 'was void' : 'did not hold'}: ${last.reason}`;
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
