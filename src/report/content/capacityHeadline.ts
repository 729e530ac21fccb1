import type { CapacityResult } from '../../result/capacityResult.ts';
import { capacityRateText } from './capacityContent.ts';

function carriedText({ datacenter, sustainablePerSecond }: CapacityResult): string {
  const { low, best, high } = sustainablePerSecond;
  if (best === 0 && high === null) return `${datacenter} was not measured`;
  const rate = `${capacityRateText(best)} respondents a second`;
  return high === null
    ? `${datacenter} carries at least ${rate}`
    : `${datacenter} carries ${rate} (${capacityRateText(low)} to ${capacityRateText(high)})`;
}

/** What a capacity run found, in a line. */
export function capacityHeadline(capacities: readonly CapacityResult[]): string {
  return capacities.length === 0 ? 'No capacity was found.' : `${capacities.map(carriedText).join('; ')}.`;
}

/** What a planner does with what was found. */
export function capacityNext(capacities: readonly CapacityResult[]): string[] {
  return capacities.some(({ plan }) => plan !== null)
    ? ['Paste planning.md, which lies beside this report, into the planning document.']
    : ['Judge it by the peak that you expect: canvass capacity --combine THIS/result.json --peak 120/s --headroom 30%'];
}
