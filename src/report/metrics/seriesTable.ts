import { bucketFloorUs } from '../../result/tally/latencyCounts.ts';
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  latencyBoundsSeconds,
  type MetricName,
  metricList,
} from './metricList.ts';

export type Labels = Readonly<Record<string, string>>;

interface NumberSeries {
  readonly labels: Labels;
  value: number;
}

/** One histogram of a metric: counts by bucket, the last of what is above all bounds. */
export interface SpreadSeries {
  readonly labels: Labels;
  readonly counts: number[];
  count: number;
  sumSeconds: number;
}

/** A metric with all its series. */
export type MetricFamily = { readonly name: MetricName; readonly help: string } & (
  | { readonly kind: 'counter' | 'gauge'; readonly series: readonly NumberSeries[] }
  | { readonly kind: 'histogram'; readonly series: readonly SpreadSeries[] }
);

/** The metrics of all runs of a process as they stand: written once a second, read by whoever serves or pushes them. */
export class SeriesTable {
  /** When its counters began, ms since the epoch. */
  readonly sinceEpochMs = Date.now();
  readonly #numbers = new Map<MetricName, Map<string, NumberSeries>>();
  readonly #spreads = new Map<MetricName, Map<string, SpreadSeries>>();

  /** Adds to a counter. */
  add(name: CounterName, labels: Labels, by: number): void {
    this.#number(name, labels).value += by;
  }

  /** Sets a gauge. */
  set(name: GaugeName, labels: Labels, value: number): void {
    this.#number(name, labels).value = value;
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
    const none = (): SpreadSeries => ({
      labels,
      counts: latencyBoundsSeconds.map(() => 0).concat(0),
      count: 0,
      sumSeconds: 0,
    });
    const series = seriesOf(this.#spreads, name, labels, none);
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const seconds = middleSeconds(pairs[i] ?? 0);
      const count = sign * (pairs[i + 1] ?? 0);
      const above = latencyBoundsSeconds.findIndex((bound) => seconds <= bound);
      const bucket = above < 0 ? latencyBoundsSeconds.length : above;
      series.counts[bucket] = (series.counts[bucket] ?? 0) + count;
      series.count += count;
      series.sumSeconds += count * seconds;
    }
  }

  /** All metrics that have a series, in the order of the list. */
  families(): MetricFamily[] {
    const names = Object.keys(metricList) as MetricName[];
    const families = names.map((name): MetricFamily => {
      const { kind, help } = metricList[name];
      return kind === 'histogram'
        ? { name, help, kind, series: [...(this.#spreads.get(name)?.values() ?? [])] }
        : { name, help, kind, series: [...(this.#numbers.get(name)?.values() ?? [])] };
    });
    return families.filter(({ series }) => series.length > 0);
  }

  #number(name: MetricName, labels: Labels): NumberSeries {
    return seriesOf(this.#numbers, name, labels, () => ({ labels, value: 0 }));
  }
}

function seriesOf<Series>(
  metrics: Map<MetricName, Map<string, Series>>,
  name: MetricName,
  labels: Labels,
  none: () => Series,
): Series {
  let all = metrics.get(name);
  if (all === undefined) {
    all = new Map();
    metrics.set(name, all);
  }
  const key = JSON.stringify(labels);
  let series = all.get(key);
  if (series === undefined) {
    series = none();
    all.set(key, series);
  }
  return series;
}

/** The middle of a bucket: off by no more than a thousandth. */
function middleSeconds(bucket: number): number {
  return (bucketFloorUs(bucket) + bucketFloorUs(bucket + 1) - 1) / 2e6;
}
