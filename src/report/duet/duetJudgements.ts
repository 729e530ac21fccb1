import type { DuetFindings, DuetReason } from '../../result/duetResult.ts';
import { duetSides } from '../../result/duetResult.ts';
import type { Judgements } from '../../result/judgements.ts';
import type { ShiftVerdict } from '../compare/shift.ts';

/** What a duet found, for its four judgements. */
interface DuetFound {
  readonly regressions: number;
  /** Differences that nobody expects, or no longer. */
  readonly differences: number;
  readonly latency: ShiftVerdict;
  /** Why nothing follows from it, or not enough. */
  readonly invalid: readonly DuetReason[];
}

/**
 * The four judgements of a duet (docs/verdict.md): promises that the candidate breaks and the base keeps; its thresholds are that
 * it is no slower and does nothing unexpected; the target is there where both sides are.
 */
export function duetJudgements(
  findings: DuetFindings,
  { regressions, differences, latency, invalid }: DuetFound,
): Judgements {
  const missed = differences + (latency === 'SLOWER' ? 1 : 0);
  const sides = duetSides.flatMap((side) => findings[side].judgements?.target ?? []);
  const sum = (which: 'requests' | 'answers'): number => sides.reduce((total, side) => total + side[which], 0);
  const isLooked = findings.pairs.compared > 0;
  return {
    promises: {
      judgement: regressions > 0 ? 'broken' : isLooked ? 'kept' : 'not looked at',
      lookedAt: findings.candidate.judgements?.promises.lookedAt ?? 0,
      broken: regressions,
    },
    thresholds: { judgement: missed > 0 ? 'missed' : 'met', met: missed > 0 ? 0 : 1, missed, untold: 0 },
    measurement: {
      judgement: invalid.length > 0 ? 'void' : 'stands',
      because: [...new Set(invalid.map(({ code }) => code))],
    },
    target: {
      judgement: sides.some(({ judgement }) => judgement === 'away') ? 'away' : 'there',
      requests: sum('requests'),
      answers: sum('answers'),
    },
  };
}
