import type { CapacityResult } from '../result/capacityResult.ts';
import { rateText } from './reasons.ts';

/** What a planner expects: the peak (respondents a second), and the reserve wanted above it, as a share of it. */
export interface PlanInput {
  readonly peakPerSecond: number;
  readonly headroom: number;
}

type Plan = NonNullable<CapacityResult['plan']>;

/** Whether a capacity is enough for a peak with its reserve, and by how much: judged by the interval's cautious end. */
export function planOf(answer: Pick<CapacityResult, 'sustainablePerSecond' | 'limitedBy'>, input: PlanInput): Plan {
  const { low, high } = answer.sustainablePerSecond;
  const needed = input.peakPerSecond * (1 + input.headroom);
  const marginPerSecond = low - needed;
  const verdict = low >= needed ? 'yes' : high !== null && high < needed ? 'no' : 'unclear';
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
      high === null && low === 0
        ? `Can't tell. ${wanted}, and no capacity was measured.`
        : high === null
          ? `Can't tell. ${wanted}; only "at least ${rateText(low)}" was measured, limited by the ${answer.limitedBy}.`
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
