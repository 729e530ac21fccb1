import type { RunResult } from '../../src/result/runResult.ts';
import type { SlowExchangeResult } from '../../src/result/slowest.ts';
import { failingResult } from './sampleResults.ts';

/** A trace id of one digit. */
export function traceId(digit: string): string {
  return digit.repeat(32);
}

function slowExchange(second: number, changes: Partial<SlowExchangeResult> = {}): SlowExchangeResult {
  return {
    intendedEpochMs: Date.UTC(2026, 2, 7, 10, 0, second),
    experiencedUs: second * 1e6,
    serviceUs: second * 1e6,
    firstByteUs: second * 5e5,
    connectionIdleMs: 0,
    httpStatus: 200,
    othersSilentMs: 0,
    traceId: traceId(String(second)),
    second,
    active: 40,
    requests: 200,
    eventLoopDelayP99Ms: 12,
    ...changes,
  };
}

/** A run that sent trace contexts, with slow exchanges. @param traceUrl where its traces are looked at */
export function tracedResult(traceUrl: string): RunResult {
  const result = failingResult();
  const slowest: Record<string, SlowExchangeResult[]> = {
    take: [5, 4, 3, 2, 1].map((second) =>
      slowExchange(second, second === 3 ? { serviceUs: null, firstByteUs: null, othersSilentMs: null } : {}),
    ),
    'submit-page': [
      slowExchange(7, { experiencedUs: 9e6, serviceUs: 8.5e6, othersSilentMs: 8900, traceId: traceId('9') }),
    ],
  };
  return {
    ...result,
    target: { ...result.target, traceUrl },
    endpoints: result.endpoints.map((each) => ({ ...each, slowest: slowest[each.endpoint] ?? [] })),
    violations: result.violations.map((violation) => ({
      ...violation,
      traceId: traceId('a'),
      witness: {
        ...violation.witness,
        steps: violation.witness.steps.map((step, at) => ({ ...step, traceId: traceId(String(at)) })),
      },
    })),
  };
}
