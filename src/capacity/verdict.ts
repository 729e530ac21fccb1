import type { RunJudgement } from '../judging/run/judgeRun.ts';
import type { CapacityResult } from '../result/capacityResult.ts';
import type { Reason } from '../result/reason.ts';

/**
 * The verdict of capacities (design, How a run is judged): FAIL where a datacenter carries nothing, or too little for
 * the plan; INVALID where the generator or a limiter was measured instead of the service, or nothing was; a plan that
 * "at least" satisfies stands. Every datacenter is among the reasons; `unproven` are those that nothing follows from.
 *
 * @param troubles why nothing follows from what was measured: an interrupted search, a survey that lets nobody in
 */
export function capacityVerdict(
  capacities: readonly CapacityResult[],
  troubles: readonly Reason[] = [],
): Pick<RunJudgement, 'verdict' | 'reasons'> & { readonly unproven: readonly Reason[] } {
  const failing: Reason[] = [];
  const unproven: Reason[] = [];
  const enough: Reason[] = [];
  for (const { datacenter, plan, limitedBy, sustainablePerSecond, reasons } of capacities) {
    const nothing = sustainablePerSecond.best === 0;
    const measured: Reason = { code: 'capacity', datacenter, reading: reasons[0] ?? '' };
    const planned: Reason = plan === null ? measured : { ...measured, reading: plan.reading };
    if (plan?.verdict === 'no') failing.push(planned);
    else if (limitedBy === 'service' && nothing) failing.push(measured);
    else if (plan?.verdict === 'yes') enough.push(planned);
    else if (plan?.verdict === 'unclear') unproven.push(planned);
    else if (limitedBy === 'generator' || limitedBy === 'limiter' || nothing) unproven.push(measured);
    else enough.push(planned);
  }
  if (troubles.length === 0 && capacities.length === 0) unproven.push({ code: 'no-capacity' });
  const reasons = [...troubles, ...failing, ...unproven, ...enough];
  const judged = { reasons, unproven: [...troubles, ...unproven] };
  if (troubles.length > 0) return { verdict: 'INVALID', ...judged };
  if (failing.length > 0) return { verdict: 'FAIL', ...judged };
  return { verdict: unproven.length > 0 ? 'INVALID' : 'PASS', ...judged };
}
