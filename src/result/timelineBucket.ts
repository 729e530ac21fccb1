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
