import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import { latencyBoundsSeconds } from './metricList.ts';
import type { Labels, MetricFamily, SeriesTable } from './seriesTable.ts';

/** A collector that takes longer has lost a push, and holds up nobody. */
const longestPushMs = 2000;

interface OtlpPushOptions {
  /** Of a collector, with the path of its metrics. */
  readonly url: string;
  readonly version: string;
  /** Called once, when a push does not get through; the run goes on. */
  readonly onTrouble: (why: string) => void;
}

/**
 * Pushes the metrics of a table to a collector, by OpenTelemetry's own exporter: one push at a time. What is counted is
 * cumulative, so a push that was left out because the one before took long has lost nothing. Headers (a token, say) are
 * those of `OTEL_EXPORTER_OTLP_HEADERS`, which the exporter reads by itself.
 */
export class OtlpPush {
  readonly #table: SeriesTable;
  readonly #options: OtlpPushOptions;
  readonly #exporter: OTLPMetricExporter;
  readonly #resource: ReturnType<typeof resourceFromAttributes>;
  #pushing: Promise<void> | null = null;
  #hasToldTrouble = false;
  #didFail = false;

  constructor(table: SeriesTable, options: OtlpPushOptions) {
    this.#table = table;
    this.#options = options;
    this.#exporter = new OTLPMetricExporter({ url: options.url, timeoutMillis: longestPushMs });
    const own = resourceFromAttributes({ 'service.name': 'canvass', 'service.version': options.version });
    this.#resource = own.merge(detectResources({ detectors: [envDetector] }));
  }

  get isPushing(): boolean {
    return this.#pushing !== null;
  }

  /** Pushes what there is now, unless a push is under way. Never throws, and takes its time by itself. */
  push(): void {
    this.#pushing ??= this.#push().finally(() => {
      this.#pushing = null;
    });
  }

  /** Pushes what there is at the end; resolves when that has got through, or has taken too long. */
  async close(): Promise<void> {
    await this.#pushing;
    if (!this.#didFail) await this.#push();
    await this.#exporter.shutdown().catch(() => {});
  }

  #push(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const metrics = otlpMetrics(this.#table, this.#resource, this.#options.version);
    this.#exporter.export(metrics, ({ code, error }) => {
      this.#didFail = code !== 0;
      if (this.#didFail && !this.#hasToldTrouble) this.#options.onTrouble(reasonOf(error));
      this.#hasToldTrouble ||= this.#didFail;
      resolve();
    });
    return promise;
  }
}

/** Why a push failed, without a word that the collector, or whoever answered in its place, has chosen. */
function reasonOf(error: Error | undefined): string {
  const code: unknown = error !== undefined && 'code' in error ? error.code : null;
  if (typeof code === 'number') return `it answered with HTTP ${code}`;
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : 'it did not answer in time';
}

type HrTime = DataPoint<number>['startTime'];

/** The metrics of a table as they stand, as an exporter of OpenTelemetry takes them: cumulative, named as for Prometheus. */
function otlpMetrics(table: SeriesTable, resource: Resource, version: string): ResourceMetrics {
  const startTime = hrTime(table.sinceEpochMs);
  const endTime = hrTime(Date.now());
  const point = <Value>(attributes: Labels, value: Value): DataPoint<Value> => ({
    startTime,
    endTime,
    attributes: { ...attributes },
    value,
  });
  const metrics = table.families().map((family) => metricData(family, point));
  return { resource, scopeMetrics: [{ scope: { name: 'canvass', version }, metrics }] };
}

function metricData(
  family: MetricFamily,
  point: <Value>(labels: Labels, value: Value) => DataPoint<Value>,
): MetricData {
  const { name, help } = family;
  const common = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: 1 },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  } as const;
  switch (family.kind) {
    case 'counter':
      return {
        ...common,
        dataPointType: DataPointType.SUM,
        isMonotonic: true,
        dataPoints: family.series.map(({ labels, value }) => point(labels, value)),
      };
    case 'gauge':
      return {
        ...common,
        dataPointType: DataPointType.GAUGE,
        dataPoints: family.series.map(({ labels, value }) => point(labels, value)),
      };
    case 'histogram':
      return {
        ...common,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: family.series.map(({ labels, counts, count, sumSeconds }) =>
          point(labels, {
            buckets: { boundaries: [...latencyBoundsSeconds], counts: [...counts] },
            count,
            sum: sumSeconds,
          }),
        ),
      };
  }
}

/** In the units of UCUM, as OpenTelemetry names them. */
function unitOf(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's';
  return name.endsWith('_bytes') ? 'By' : '1';
}

function hrTime(epochMs: number): HrTime {
  return [Math.floor(epochMs / 1000), Math.round((epochMs % 1000) * 1e6)];
}
