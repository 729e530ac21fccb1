import Type from 'typebox';

/**
 * `H` of the design: a histogram's summary with the histogram itself, so that results can be merged and compared.
 * All values in µs; of an empty histogram they are 0 and `count` is 0.
 */
export const LatencySummary = Type.Object({
  unit: Type.Literal('us'),
  count: Type.Integer(),
  min: Type.Number(),
  mean: Type.Number(),
  p50: Type.Number(),
  p75: Type.Number(),
  p90: Type.Number(),
  p95: Type.Number(),
  p99: Type.Number(),
  p999: Type.Number(),
  max: Type.Number(),
  /** HdrHistogram V2, compressed, base64. */
  hdr: Type.String(),
});
export type LatencySummary = Type.Static<typeof LatencySummary>;
