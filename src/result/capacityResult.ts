import Type from 'typebox';

/** One offered rate with what came of it. Rates are arrivals a second, latencies µs, other rates shares of 1. */
export const CapacityPoint = Type.Object({
  offeredPerSecond: Type.Number(),
  startedPerSecond: Type.Number(),
  completedPerSecond: Type.Number(),
  /**
   * What the service got done, in walks: its successful requests a second by the requests of a walk. In an overload walks
   * take ever longer, so that fewer end than the service has the work of done; this is its throughput.
   */
  carriedPerSecond: Type.Optional(Type.Number()),
  active: Type.Number(),
  /** Requests that waited for an answer at once, by Little's law: what the scaling law is fitted to. */
  requestsAtOnce: Type.Optional(Type.Number()),
  seconds: Type.Number(),
  p50: Type.Number(),
  p95: Type.Number(),
  p99: Type.Number(),
  errorRate: Type.Number(),
  throttledRate: Type.Number(),
  withinSlo: Type.Boolean(),
  /** What became of it; `generator`, `limiter` and `cut` say nothing of the service. */
  outcome: Type.Optional(Type.Enum(['held', 'broke', 'limiter', 'generator', 'cut'])),
  /** Which stage of the search asked: climb, bisect, confirm. */
  stage: Type.String(),
  reason: Type.String(),
});
export type CapacityPoint = Type.Static<typeof CapacityPoint>;

/** Percentiles of experienced latency (µs) at a rate; null below and beyond the rates that held, where none is known. */
export const LatencyForecast = Type.Object({
  ratePerSecond: Type.Number(),
  /** Whether it was measured at this rate; else it is read between two that were. */
  measured: Type.Optional(Type.Boolean()),
  p50: Type.Union([Type.Number(), Type.Null()]),
  p95: Type.Union([Type.Number(), Type.Null()]),
  p99: Type.Union([Type.Number(), Type.Null()]),
  reading: Type.String(),
});
export type LatencyForecast = Type.Static<typeof LatencyForecast>;

/**
 * Whether a rate is carried: `likely` where it was, and no longer probe at it told anything; `unclear` where the interval, or
 * an "at least", does not decide it.
 */
const rateVerdicts = ['yes', 'no', 'likely', 'unclear'] as const;
export type RateVerdict = (typeof rateVerdicts)[number];

/** What one datacenter carries within its SLO (design, Run result). Rates are respondents (arrivals) a second. */
export const CapacityResult = Type.Object({
  datacenter: Type.String(),
  /** Where it was reached; unknown of results of earlier versions. */
  baseUrl: Type.Optional(Type.String()),
  /** `high` is null where only "at least" can be said: the service was not what gave way. */
  sustainablePerSecond: Type.Object({
    low: Type.Number(),
    best: Type.Number(),
    high: Type.Union([Type.Number(), Type.Null()]),
  }),
  confidence: Type.Number(),
  limitedBy: Type.Enum(['service', 'generator', 'limiter', 'ceiling']),
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
      /** Root mean square of the relative distance between points and curve. */
      residual: Type.Number(),
      reading: Type.String(),
      kneePerSecond: Type.Union([Type.Number(), Type.Null()]),
    }),
    Type.Null(),
  ]),
  points: Type.Array(CapacityPoint),
  /** Latency to expect at a rate, read off the measured points. */
  forecast: Type.Optional(Type.Array(LatencyForecast)),
  /** What no reading of these points can say. */
  forecastLimits: Type.Optional(Type.String()),
  /** How it was found: probes that confirmed the answer, what the search cost, how a service came back. */
  search: Type.Optional(
    Type.Object({
      endedBy: Type.String(),
      method: Type.String(),
      confirmationsHeld: Type.Integer(),
      confirmSeconds: Type.Number(),
      seconds: Type.Number(),
      requests: Type.Integer(),
      /** A walk's length when nothing queues; null when none was measured. */
      walkSeconds: Type.Union([Type.Number(), Type.Null()]),
      requestsPerWalk: Type.Union([Type.Number(), Type.Null()]),
      /** How arrivals were spaced; unknown for results of earlier versions. */
      arrivals: Type.Optional(Type.Enum(['even', 'poisson'])),
    }),
  ),
  /** What the service did where the document is silent, for the comparison of datacenters: question to answers. */
  behaviour: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** What would hold at so many times the peak, and with another datacenter lost whose share comes here. */
  whatIf: Type.Optional(
    Type.Array(
      Type.Object({
        scale: Type.Union([Type.Number(), Type.Null()]),
        lost: Type.Union([Type.String(), Type.Null()]),
        ratePerSecond: Type.Number(),
        verdict: Type.Enum(rateVerdicts),
      }),
    ),
  ),
  plan: Type.Union([
    Type.Object({
      peakPerSecond: Type.Number(),
      headroom: Type.Number(),
      enough: Type.Boolean(),
      /** Of the peak with its reserve. */
      verdict: Type.Optional(Type.Enum(rateVerdicts)),
      /** Of the peak alone; unknown of results of earlier versions. */
      peakVerdict: Type.Optional(Type.Enum(rateVerdicts)),
      neededPerSecond: Type.Optional(Type.Number()),
      marginPerSecond: Type.Number(),
      reading: Type.String(),
    }),
    Type.Null(),
  ]),
});
export type CapacityResult = Type.Static<typeof CapacityResult>;

/** What is needed, respondents a second: the peak with its reserve. */
export function neededOf(
  plan: Pick<NonNullable<CapacityResult['plan']>, 'neededPerSecond' | 'peakPerSecond' | 'headroom'>,
): number {
  return plan.neededPerSecond ?? plan.peakPerSecond * (1 + plan.headroom);
}

/** Above this the points do not lie on the scaling law's curve. */
const poorResidual = 0.08;

/** Whether a fitted law says nothing of the service: a hard limit, a collapse or noise is no gradual slowing. */
export function isPoorFit({ residual }: { readonly residual: number }): boolean {
  return residual > poorResidual;
}

const endings: Readonly<Record<string, string>> = { ceiling: 'ceiling of the search', interrupted: 'interruption' };

/** What gave way first, or ended the search before anything did, as it goes on after “limited by the”. */
export function limitText({ limitedBy, search }: Pick<CapacityResult, 'limitedBy' | 'search'>): string {
  if (limitedBy === 'limiter') return 'rate limiter';
  return limitedBy === 'ceiling' ? (endings[search?.endedBy ?? ''] ?? 'end of the search') : limitedBy;
}

/** A capacity as every text has it, without its unit: hundredths below ten, tenths below a hundred, whole above. */
export function capacityRateText(perSecond: number): string {
  const digits = perSecond < 10 ? 2 : perSecond < 100 ? 1 : 0;
  return Number(perSecond.toFixed(digits)).toLocaleString('en-GB');
}

/** {@link capacityRateText} with its unit. */
export function perSecondText(perSecond: number): string {
  return `${capacityRateText(perSecond)}/s`;
}

/** What the law of a fit says that a service finishes a second with so many requests in it at once. */
export function lawPerSecond(
  { lambda, sigma, kappa }: Pick<NonNullable<CapacityResult['fit']>, 'lambda' | 'sigma' | 'kappa'>,
  atOnce: number,
): number {
  return (lambda * atOnce) / (1 + sigma * (atOnce - 1) + kappa * atOnce * (atOnce - 1));
}
