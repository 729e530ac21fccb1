import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
  JsHistogram,
} from 'hdr-histogram-js';
import Type from 'typebox';

/** Ten minutes in µs: what a histogram can hold; longer latencies are recorded as this (design, Latency). */
export const highestLatencyUs = 600_000_000;

/** An empty latency histogram: µs, 3 significant digits, up to ten minutes. All of them can be added to each other. */
export function emptyHistogram(): Histogram {
  return build({
    bitBucketSize: 32,
    autoResize: true,
    lowestDiscernibleValue: 1,
    highestTrackableValue: highestLatencyUs,
    numberOfSignificantValueDigits: 3,
  });
}

/** Records a latency in µs: rounded, and bounded to what a histogram can hold. */
export function recordLatency(histogram: Histogram, latencyUs: number, count = 1): void {
  histogram.recordValueWithCount(Math.min(highestLatencyUs, Math.max(0, Math.round(latencyUs))), count);
}

/** The summary of a histogram with the histogram itself, as results carry it. No percentile exceeds the maximum. */
export function summaryOf(histogram: Histogram): LatencySummary {
  const count = histogram.totalCount;
  const max = count === 0 ? 0 : histogram.maxValue;
  // In one go: the library looks at every bucket for each percentile, and twice for the mean.
  const buckets = bucketsIn(histogram);
  let total = 0;
  const reached = buckets.map((bucket) => {
    total += bucket.count;
    return total;
  });
  const at = (percentile: number): number => {
    const wanted = rankOf(percentile, count);
    const found = buckets[reached.findIndex((so) => so >= wanted)];
    if (found === undefined) return 0;
    return Math.min(max, percentile === 0 ? found.lowestUs : found.highestUs);
  };
  return {
    unit: 'us',
    count,
    min: at(0),
    mean: count === 0 ? 0 : buckets.reduce((sum, bucket) => sum + bucket.us * bucket.count, 0) / count,
    p50: at(50),
    p75: at(75),
    p90: at(90),
    p95: at(95),
    p99: at(99),
    p999: at(99.9),
    max,
    hdr: encodeIntoCompressedBase64(histogram),
  };
}

/** How many of the recorded, counted from the smallest, a percentile (0 to 100) takes. */
export function rankOf(percentile: number, total: number): number {
  return Math.max(1, Math.ceil((Math.min(100, percentile) / 100) * total - 1e-9));
}

/** The histogram of a summary. Throws what the decoder throws when `hdr` is not a histogram. */
export function histogramOf(summary: LatencySummary): Histogram {
  return decodeFromCompressedBase64(summary.hdr, 32, false, highestLatencyUs);
}

/** The buckets of a summary that hold anything, by their index, ascending. */
export function recordedBuckets(summary: LatencySummary) {
  return bucketsIn(histogramOf(summary));
}

/** @returns `us`: the middle of the values that a bucket is of */
function bucketsIn(histogram: Histogram) {
  if (!(histogram instanceof JsHistogram) || histogram.totalCount === 0) return [];
  const buckets: { bucket: number; us: number; lowestUs: number; highestUs: number; count: number }[] = [];
  const last = histogram.countsArrayIndex(histogram.maxValue);
  for (let bucket = 0; bucket <= last; bucket++) {
    const count = histogram.getCountAtIndex(bucket);
    if (count === 0) continue;
    const value = histogram.valueFromIndex(bucket);
    const [lowestUs, highestUs] = [histogram.lowestEquivalentValue(value), histogram.highestEquivalentValue(value)];
    buckets.push({ bucket, us: histogram.medianEquivalentValue(value), lowestUs, highestUs, count });
  }
  return buckets;
}

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
