import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import { bucketFloorUs } from '../../result/histogramPercentiles.ts';
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  latencyBoundsSeconds,
  type MetricName,
  metricList,
} from './metricList.ts';

export type Labels = Readonly<Record<string, string>>;

interface Series<Value> {
  readonly labels: Labels;
  value: Value;
}

/** Counts by bucket, the last of what is above all bounds, with their sum in seconds. */
type Spread = Histogram & { sum: number };

/**
 * The metrics of all runs of a process as they stand: written once a second, read by whoever serves or pushes them. The
 * instruments of OpenTelemetry's own SDK take one latency at a time, and none back; here a whole second's are added at once.
 */
export class SeriesTable {
  /** When its counters began. */
  readonly #startTime = hrTime();
  readonly #numbers = new Map<MetricName, Map<string, Series<number>>>();
  readonly #spreads = new Map<MetricName, Map<string, Series<Spread>>>();

  /** Adds to a counter. */
  add(name: CounterName, labels: Labels, by: number): void {
    seriesOf(this.#numbers, name, labels, () => 0).value += by;
  }

  /** Sets a gauge. */
  set(name: GaugeName, labels: Labels, value: number): void {
    seriesOf(this.#numbers, name, labels, () => 0).value = value;
  }

  /** Sets those series of a gauge to 0 that these labels are part of. */
  clear(name: GaugeName, part: Labels): void {
    const wanted = Object.entries(part);
    for (const series of this.#numbers.get(name)?.values() ?? [])
      if (wanted.every(([label, value]) => series.labels[label] === value)) series.value = 0;
  }

  /** Adds latencies, pairs [bucket, count, …] of `LatencyCounts`, to a histogram. @param sign −1 takes them off */
  spread(name: HistogramName, labels: Labels, pairs: readonly number[], sign: 1 | -1 = 1): void {
    if (pairs.length === 0) return;
    const { value } = seriesOf(this.#spreads, name, labels, emptySpread);
    const { boundaries, counts } = value.buckets;
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const seconds = middleSeconds(pairs[i] ?? 0);
      const count = sign * (pairs[i + 1] ?? 0);
      const above = boundaries.findIndex((bound) => seconds <= bound);
      const bucket = above < 0 ? boundaries.length : above;
      counts[bucket] = (counts[bucket] ?? 0) + count;
      value.count += count;
      value.sum += count * seconds;
    }
  }

  /** All that has a series, in the order of the list, as OpenTelemetry has it: cumulative, named as for Prometheus. */
  metrics(): MetricData[] {
    return (Object.keys(metricList) as MetricName[]).flatMap((name) => this.#metric(name));
  }

  /** {@link metrics}, as they are exported. */
  exported(resource: Resource, version: string): ResourceMetrics {
    return { resource, scopeMetrics: [{ scope: { name: 'canvass', version }, metrics: this.metrics() }] };
  }

  #metric(name: MetricName): MetricData[] {
    const { kind, help } = metricList[name];
    const common = {
      descriptor: { name, description: help, unit: unitOf(name), valueType: 1 },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    } as const;
    const numbers = this.#points(this.#numbers.get(name));
    const spreads = this.#points(this.#spreads.get(name));
    if (numbers.length + spreads.length === 0) return [];
    switch (kind) {
      case 'counter':
        return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: numbers }];
      case 'gauge':
        return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: numbers }];
      case 'histogram':
        return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: spreads }];
    }
  }

  #points<Value>(series: ReadonlyMap<string, Series<Value>> = new Map()): DataPoint<Value>[] {
    const times = { startTime: this.#startTime, endTime: hrTime() };
    return [...series.values()].map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }));
  }
}

function seriesOf<Value>(
  metrics: Map<MetricName, Map<string, Series<Value>>>,
  name: MetricName,
  labels: Labels,
  none: () => Value,
): Series<Value> {
  const all = metrics.get(name) ?? new Map<string, Series<Value>>();
  metrics.set(name, all);
  const key = JSON.stringify(labels);
  const series = all.get(key) ?? { labels, value: none() };
  all.set(key, series);
  return series;
}

function emptySpread(): Spread {
  const boundaries = [...latencyBoundsSeconds];
  return { buckets: { boundaries, counts: [...boundaries.map(() => 0), 0] }, count: 0, sum: 0 };
}

/** The middle of a bucket: off by no more than a thousandth. */
function middleSeconds(bucket: number): number {
  return (bucketFloorUs(bucket) + bucketFloorUs(bucket + 1) - 1) / 2e6;
}

/** In the units of UCUM, as OpenTelemetry names them. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's';
  return name.endsWith('_bytes') ? 'By' : '1';
}

/** Now, as OpenTelemetry has it. */
function hrTime(): DataPoint<number>['startTime'] {
  const epochMs = Date.now();
  return [Math.floor(epochMs / 1000), Math.round((epochMs % 1000) * 1e6)];
}
