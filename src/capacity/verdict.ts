import type { CapacityResult } from '../result/capacityResult.ts';
import type { RunResult } from '../result/runResult.ts';

/**
 * The verdict of capacities (design, How a run is judged): FAIL where a datacenter carries nothing, or too little for
 * the plan; INVALID where the generator or a limiter was measured instead of the service, or nothing was; a plan that
 * "at least" satisfies stands.
 */
export function capacityVerdict(capacities: readonly CapacityResult[]): Pick<RunResult, 'verdict' | 'reasons'> {
  const failing: string[] = [];
  const unproven: string[] = [];
  for (const { datacenter, plan, limitedBy, sustainablePerSecond, reasons } of capacities) {
    const first = reasons[0] ?? '';
    if (plan?.verdict === 'no') failing.push(`${datacenter}: ${plan.reading}`);
    else if (limitedBy === 'service' && sustainablePerSecond.best === 0) failing.push(`${datacenter}: ${first}`);
    else if (plan?.verdict === 'yes') continue;
    else if (plan?.verdict === 'unclear') unproven.push(`${datacenter}: ${plan.reading}`);
    else if (limitedBy === 'generator' || limitedBy === 'limiter') unproven.push(`${datacenter}: ${first}`);
    else if (sustainablePerSecond.best === 0) unproven.push(`${datacenter}: ${first}`);
  }
  if (capacities.length === 0) return { verdict: 'INVALID', reasons: ['No capacity was measured.'] };
  if (failing.length > 0) return { verdict: 'FAIL', reasons: [...failing, ...unproven] };
  if (unproven.length > 0) return { verdict: 'INVALID', reasons: unproven };
  const reasons = capacities.flatMap(({ datacenter, plan, reasons: [first = ''] }) => [
    `${datacenter}: ${plan?.reading ?? first}`,
  ]);
  return { verdict: 'PASS', reasons };
}
