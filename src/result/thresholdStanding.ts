import type { FourJudgements } from './judgements.ts';
import type { ThresholdResult } from './runResult.ts';

/** How a threshold stands, in the words of the judgement that all of them make together. */
export type ThresholdStanding = FourJudgements['thresholds'];

/**
 * How a threshold stands, in every place that judges or says it. It cannot be told where nothing of it was measured, or
 * where something else than the service may have missed it.
 */
export function thresholdStanding({
  passed,
  value,
  untold,
}: Pick<ThresholdResult, 'passed' | 'value' | 'untold'>): ThresholdStanding {
  if (passed) return 'met';
  return value === null || untold !== undefined ? 'cannot be told' : 'missed';
}

/** The thresholds of a run that were missed. */
export function missedThresholds(thresholds: readonly ThresholdResult[]): ThresholdResult[] {
  return thresholds.filter((each) => thresholdStanding(each) === 'missed');
}
