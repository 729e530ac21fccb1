import type { RunResult } from '../../result/runResult.ts';
import { errorsOf, requestsOf } from '../quantities.ts';

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
  const requests = requestsOf(result);
  return {
    side,
    id: result.run.id,
    verdict: result.verdict,
    release: result.target.release,
    startedAt: result.run.startedAt,
    requests,
    errorShare: requests === 0 ? 0 : errorsOf(result) / requests,
  };
}
