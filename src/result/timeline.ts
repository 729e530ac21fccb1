import Type from 'typebox';

/** Counts and latency of one endpoint within one second. */
export const EndpointSecond = Type.Object({
  requests: Type.Integer(),
  errors: Type.Integer(),
  /**
   * Experienced latency as sparse pairs [bucket, count, …], buckets of `timelineBucketOf`: fine enough for heat maps
   * and for resampling percentiles by second.
   */
  buckets: Type.Array(Type.Integer()),
  /** How requests came out that did not succeed, by outcome: kinds of error, throttled, expected rejections. */
  outcomes: Type.Optional(Type.Record(Type.String(), Type.Integer())),
});
export type EndpointSecond = Type.Static<typeof EndpointSecond>;

/** The generator in one second: the worst of its threads. */
export const GeneratorSecond = Type.Object({
  /** How busy a thread was, percent of one core. */
  busyPercent: Type.Number(),
  /** How late respondents were started or the event loop came round, 99th percentile, ms. */
  latenessMs: Type.Number(),
});
export type GeneratorSecond = Type.Static<typeof GeneratorSecond>;

/** One second of a run. Percentiles are of experienced latency over all endpoints, µs; 0 where nothing was measured. */
export const TimelinePoint = Type.Object({
  second: Type.Integer(),
  arrivals: Type.Integer(),
  dropped: Type.Integer(),
  active: Type.Integer(),
  completed: Type.Integer(),
  requests: Type.Integer(),
  errors: Type.Integer(),
  throttled: Type.Integer(),
  expectedRejections: Type.Integer(),
  violations: Type.Integer(),
  p50: Type.Number(),
  p90: Type.Number(),
  p95: Type.Number(),
  p99: Type.Number(),
  max: Type.Number(),
  endpoints: Type.Record(Type.String(), EndpointSecond),
  generator: Type.Optional(GeneratorSecond),
});
export type TimelinePoint = Type.Static<typeof TimelinePoint>;

export const Timeline = Type.Object({ intervalSeconds: Type.Number(), points: Type.Array(TimelinePoint) });
export type Timeline = Type.Static<typeof Timeline>;
