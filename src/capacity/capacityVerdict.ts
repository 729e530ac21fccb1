import type { CapacityResult } from '../result/capacityResult.ts';
import type { Judgements } from '../result/judgements.ts';
import type { Reason } from '../result/reason.ts';
import type { RunResult } from '../result/runResult.ts';
import { judgedBy, type RunVerdict } from '../result/verdictAndExitCode.ts';

/** What capacities say together. */
export interface CapacityJudgement {
  readonly verdict: RunVerdict;
  readonly reasons: readonly Reason[];
  readonly judgements: Judgements;
  /** Whether something follows from it, and what stands in the way. */
  readonly performance: NonNullable<RunResult['validity']>['performance'];
}

/**
 * Judges capacities (docs/verdict.md): each datacenter is a threshold. It is missed where nothing is carried, or too little for
 * the plan; it cannot be told where the generator or a limiter was measured instead of the service, or nothing was; a plan
 * that "at least" satisfies stands. Every datacenter is among the reasons.
 *
 * @param target whether it was there; a search judges no promise, as it asks too much on purpose
 * @param troubles why nothing follows from what was measured: an interrupted search, a survey that lets nobody in
 */
export function capacityVerdict(
  capacities: readonly CapacityResult[],
  { target, promises }: Pick<Judgements, 'target' | 'promises'>,
  troubles: readonly Reason[] = [],
): CapacityJudgement {
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
    else if (plan?.verdict !== undefined) unproven.push(planned);
    else if (limitedBy === 'generator' || limitedBy === 'limiter' || nothing) unproven.push(measured);
    else enough.push(planned);
  }
  if (troubles.length === 0 && capacities.length === 0) unproven.push({ code: 'no-capacity' });
  const isVoid = troubles.length > 0;
  // Where this machine was the limit, what was measured is the least that is carried.
  const isBounded = capacities.some(({ limitedBy }) => limitedBy === 'generator');
  const judgements: Judgements = {
    promises: { ...promises, judgement: 'not looked at' },
    // Walks that fail at the end of a search were asked too much; who carried something was there.
    target: capacities.some(({ sustainablePerSecond }) => sustainablePerSecond.best > 0)
      ? { ...target, judgement: 'there' }
      : target,
    thresholds: {
      judgement:
        isVoid || (failing.length === 0 && unproven.length > 0)
          ? 'cannot be told'
          : failing.length > 0
            ? 'missed'
            : 'met',
      met: isVoid ? 0 : enough.length,
      missed: isVoid ? 0 : failing.length,
      untold: isVoid ? capacities.length : unproven.length,
    },
    measurement: {
      judgement: isVoid ? 'void' : isBounded ? 'bounds' : 'stands',
      because: isVoid ? [...new Set(troubles.map(({ code }) => code))] : isBounded ? ['capacity'] : [],
    },
  };
  const { verdict } = judgedBy(judgements);
  const isInvalid = verdict === 'INVALID';
  return {
    verdict,
    reasons: [...troubles, ...failing, ...unproven, ...enough],
    judgements,
    performance: { valid: !isInvalid, reasons: isInvalid ? [...troubles, ...unproven] : [] },
  };
}
