import Type from 'typebox';

/** One offered rate with what came of it. Rates are arrivals a second, latencies µs, other rates shares of 1. */
export const CapacityPoint = Type.Object({
  offeredPerSecond: Type.Number(),
  startedPerSecond: Type.Number(),
  completedPerSecond: Type.Number(),
  active: Type.Number(),
  seconds: Type.Number(),
  p50: Type.Number(),
  p95: Type.Number(),
  p99: Type.Number(),
  errorRate: Type.Number(),
  throttledRate: Type.Number(),
  withinSlo: Type.Boolean(),
  /** Which stage of the search asked: climb, bisect, confirm. */
  stage: Type.String(),
  reason: Type.String(),
});
export type CapacityPoint = Type.Static<typeof CapacityPoint>;

/** What one datacenter carries within its SLO (design, Run result). Rates are respondents (arrivals) a second. */
export const CapacityResult = Type.Object({
  datacenter: Type.String(),
  sustainablePerSecond: Type.Object({ low: Type.Number(), best: Type.Number(), high: Type.Number() }),
  confidence: Type.Number(),
  limitedBy: Type.Union([
    Type.Literal('service'),
    Type.Literal('generator'),
    Type.Literal('limiter'),
    Type.Literal('ceiling'),
  ]),
  /** In words: why this is the answer, "at least N" where the service was not the limit. */
  reasons: Type.Array(Type.String()),
  /** Respondents at once at the best rate. */
  atOnce: Type.Number(),
  slo: Type.Array(Type.String()),
  /** Universal Scalability Law: X(n) = λn / (1 + σ(n−1) + κn(n−1)); null when there are too few points. */
  fit: Type.Union([
    Type.Object({
      lambda: Type.Number(),
      sigma: Type.Number(),
      kappa: Type.Number(),
      residual: Type.Number(),
      reading: Type.String(),
      kneePerSecond: Type.Union([Type.Number(), Type.Null()]),
    }),
    Type.Null(),
  ]),
  points: Type.Array(CapacityPoint),
  plan: Type.Union([
    Type.Object({
      peakPerSecond: Type.Number(),
      headroom: Type.Number(),
      enough: Type.Boolean(),
      marginPerSecond: Type.Number(),
      reading: Type.String(),
    }),
    Type.Null(),
  ]),
});
export type CapacityResult = Type.Static<typeof CapacityResult>;
