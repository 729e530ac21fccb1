import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import { latencyBoundsSeconds } from './metricList.ts';
import type { Labels, MetricFamily, SeriesTable } from './seriesTable.ts';

type HrTime = DataPoint<number>['startTime'];

/** The metrics of a table as they stand, as OpenTelemetry has them: cumulative, named as for Prometheus. */
export function metricsOf(table: SeriesTable, resource: Resource, version: string): ResourceMetrics {
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
