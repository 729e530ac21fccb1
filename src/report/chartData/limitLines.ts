import type { ThresholdResult } from '../../result/runResult.ts';

/** A threshold that has a place in a chart over time. */
export interface LimitLine {
  readonly expression: string;
  readonly passed: boolean;
  /** Null for all endpoints together. */
  readonly endpoint: string | null;
  /** `latency`: limit in µs; `errors`: as a share of the requests. */
  readonly of: 'latency' | 'errors';
  readonly limit: number;
}

const drawable = /^(?:endpoint\(([\w-]+)\)\.)?(latency\.(?:p[\d.]+|max|mean)|errors\.rate)\s*[<>]/;

/** Thresholds of experienced latency and of the error rate, as lines; what has no place in a chart is left out. */
export function limitLines(thresholds: readonly ThresholdResult[]): LimitLine[] {
  return thresholds.flatMap(({ expression, passed, limit }) => {
    const match = drawable.exec(expression.trim());
    if (match === null) return [];
    const of = match[2] === 'errors.rate' ? 'errors' : 'latency';
    return [{ expression, passed, endpoint: match[1] ?? null, of, limit } as const];
  });
}
