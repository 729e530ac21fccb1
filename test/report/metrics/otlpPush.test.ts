import { afterEach, expect, test, vi } from 'vitest';
import { latencyBoundsSeconds, metricList } from '../../../src/report/metrics/metricList.ts';
import { OtlpPush } from '../../../src/report/metrics/otlpPush.ts';
import { prometheusText } from '../../../src/report/metrics/prometheus.ts';
import { type Collector, type Pushed, startCollector } from '../../support/collector.ts';
import { freePort } from '../../support/freePort.ts';
import { peerManners, startHostilePeer } from '../../support/hostilePeer.ts';
import { watchedTable } from '../../support/watchedRun.ts';

let collector: Collector;
afterEach(async () => {
  vi.unstubAllEnvs();
  await collector.close();
});

function pusherTo(url: string, table = watchedTable(2)) {
  const troubles: string[] = [];
  const push = new OtlpPush(table, { url, version: '1.2.3', onTrouble: (why) => troubles.push(why) });
  return { push, troubles };
}

const metricsOf = ({ resourceMetrics }: Pushed) =>
  resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));

/** Series as Prometheus writes them: `name{label="value",…} 1`. */
function seriesOf(pushed: Pushed): string[] {
  const line = (
    name: string,
    { attributes }: (typeof pushed)['resourceMetrics'][0]['resource'],
    value: number,
    le = '',
  ) => {
    const labels = attributes.map(({ key, value }) => `${key}="${value.stringValue}"`);
    return `${name}{${[...labels, ...(le === '' ? [] : [`le="${le}"`])].join(',')}} ${value}`;
  };
  return metricsOf(pushed).flatMap(({ name, sum, gauge, histogram }) => [
    ...[...(sum?.dataPoints ?? []), ...(gauge?.dataPoints ?? [])].map((point) =>
      line(name, point, point.asDouble ?? 0),
    ),
    ...(histogram?.dataPoints ?? []).flatMap((point) => {
      const bounds = [...latencyBoundsSeconds.map(String), '+Inf'];
      const below = (at: number) => point.bucketCounts.slice(0, at + 1).reduce((sum, count) => sum + count, 0);
      const buckets = bounds.map((le, at) => line(`${name}_bucket`, point, below(at), le));
      return [line(`${name}_count`, point, point.count), line(`${name}_sum`, point, point.sum), ...buckets];
    }),
  ]);
}

test('what is pushed is what Prometheus is told, by the definitions of OpenTelemetry', async () => {
  collector = await startCollector();
  const table = watchedTable(2);
  const { push, troubles } = pusherTo(`${collector.url}/v1/metrics`, table);
  await push.close();
  expect(troubles).toEqual([]);
  const [first] = collector.pushes;
  expect(first?.path).toBe('/v1/metrics');
  expect(collector.pushes).toHaveLength(1);
  if (first === undefined) throw new Error('nothing was pushed');
  const text = prometheusText(table);
  expect(seriesOf(first.pushed)).toEqual(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
  const metrics = metricsOf(first.pushed);
  expect(metrics.map(({ name }) => name)).toEqual(Object.keys(metricList));
  for (const { sum, histogram } of metrics) {
    for (const totals of [sum, histogram])
      expect(totals?.aggregationTemporality ?? 'AGGREGATION_TEMPORALITY_CUMULATIVE').toBe(
        'AGGREGATION_TEMPORALITY_CUMULATIVE',
      );
    expect(sum?.isMonotonic ?? true).toBe(true);
  }
  const unitOf = (wanted: string) => metrics.find(({ name }) => name === wanted)?.unit;
  expect(unitOf('canvass_request_duration_seconds')).toBe('s');
  expect(unitOf('canvass_generator_memory_bytes')).toBe('By');
  expect(unitOf('canvass_generator_garbage_collection_seconds_total')).toBe('s');
  const [point] = metrics[0]?.gauge?.dataPoints ?? [];
  expect(point?.timeUnixNano).toBeGreaterThanOrEqual(point?.startTimeUnixNano ?? Number.NaN);
  expect(Math.abs((point?.timeUnixNano ?? 0) / 1e6 - Date.now())).toBeLessThan(60_000);
});

test('headers and attributes are those of the variables that OpenTelemetry defines', async () => {
  collector = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20distinctive-token');
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment=beta');
  const { push } = pusherTo(`${collector.url}/v1/metrics`);
  await push.close();
  const [first] = collector.pushes;
  expect(first?.headers.authorization).toBe('Bearer distinctive-token');
  const attributes = first?.pushed.resourceMetrics[0]?.resource.attributes.map(({ key, value }) => [
    key,
    value.stringValue,
  ]);
  expect(attributes).toEqual(
    expect.arrayContaining([
      ['service.name', 'canvass'],
      ['service.version', '1.2.3'],
      ['deployment.environment', 'beta'],
    ]),
  );
});

test('a collector that refuses is told of once, without its words and without a header', async () => {
  collector = await startCollector(401);
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20distinctive-token');
  const { push, troubles } = pusherTo(`${collector.url}/v1/metrics`);
  for (let pushes = 1; pushes <= 3; pushes++) {
    push.push();
    await expect.poll(() => collector.pushes.length).toBe(pushes);
    // The answer is heard of a moment later.
    await expect.poll(() => push.isPushing).toBe(false);
  }
  expect(troubles).toEqual(['it answered with HTTP 401']);
  collector.status = 200;
  push.push();
  await push.close();
  expect(collector.pushes).toHaveLength(5);
  expect(troubles).toHaveLength(1);
});

test('one that is not there, and one that never answers, hold up nobody', async () => {
  collector = await startCollector(null);
  const absent = pusherTo(`http://127.0.0.1:${await freePort()}/v1/metrics`);
  const silent = pusherTo(`${collector.url}/v1/metrics`);
  // While a push is under way, another one is left out: totals lose nothing.
  for (let pushes = 0; pushes < 5; pushes++) silent.push.push();
  await Promise.all([absent.push.close(), silent.push.close()]);
  expect(absent.troubles).toEqual(['ECONNREFUSED']);
  expect(silent.troubles).toEqual(['it did not answer in time']);
  expect(collector.pushes).toHaveLength(1);
});

test.each(peerManners)(
  'a collector that %s has lost a push in the end, and no connection of it is left',
  async (manner) => {
    collector = await startCollector();
    const peer = await startHostilePeer(manner);
    const { push, troubles } = pusherTo(`${peer.baseUrl}/v1/metrics`);
    push.push();
    await push.close();
    expect(troubles).toHaveLength(1);
    expect(troubles[0]).toMatch(/^(it did not answer in time|[A-Z_]+)$/);
    await peer.close();
  },
);
