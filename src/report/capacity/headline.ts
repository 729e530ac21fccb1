import type { CapacityResult } from '../../result/capacityResult.ts';
import { sustainableText } from './comparison.ts';

/** What a capacity run found, in a line. */
export function capacityHeadline(capacities: readonly CapacityResult[]): string {
  if (capacities.length === 0) return 'No capacity was found.';
  const found = capacities.map((capacity) => `${capacity.datacenter} carries ${sustainableText(capacity)} respondents`);
  return `${found.join('; ')}.`;
}
