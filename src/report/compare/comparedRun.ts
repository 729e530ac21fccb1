import type { RunResult } from '../../result/runResult.ts';
import { errorShareOf, requestsOf } from '../measures.ts';

/** One run as a comparison names it. */
export interface ComparedRun {
  readonly side: 'baseline' | 'candidate';
  readonly id: string;
  readonly verdict: RunResult['verdict'];
  readonly release: string;
  readonly startedAt: string;
  readonly requests: number;
  readonly errorShare: number;
}

export function comparedRun(side: ComparedRun['side'], result: RunResult): ComparedRun {
  return {
    side,
    id: result.run.id,
    verdict: result.verdict,
    release: result.target.release,
    startedAt: result.run.startedAt,
    requests: requestsOf(result),
    errorShare: errorShareOf(result) ?? 0,
  };
}
