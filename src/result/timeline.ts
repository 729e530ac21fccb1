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
});
export type EndpointSecond = Type.Static<typeof EndpointSecond>;

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
});
export type TimelinePoint = Type.Static<typeof TimelinePoint>;

export const Timeline = Type.Object({ intervalSeconds: Type.Number(), points: Type.Array(TimelinePoint) });
export type Timeline = Type.Static<typeof Timeline>;

/** Sixteen buckets an octave: each is 4.4 % wide. */
export const timelineBucketsPerOctave = 16;

/** The timeline bucket of a latency in µs; everything below 1 µs is in bucket 0. */
export function timelineBucketOf(latencyUs: number): number {
  return latencyUs <= 1 ? 0 : Math.floor(Math.log2(latencyUs) * timelineBucketsPerOctave);
}

/** Lower edge of a timeline bucket, µs. */
export function timelineBucketFloorUs(bucket: number): number {
  return 2 ** (bucket / timelineBucketsPerOctave);
}
