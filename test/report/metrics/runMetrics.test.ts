import { expect, test } from 'vitest';
import { type MetricName, metricList } from '../../../src/report/metrics/metricList.ts';
import { RunMetrics } from '../../../src/report/metrics/runMetrics.ts';
import { SeriesTable } from '../../../src/report/metrics/seriesTable.ts';
import { sampleDelta } from '../../support/sampleDeltas.ts';
import { watchedRun, watchedTable } from '../../support/watchedRun.ts';

/** The series of a metric. */
function pointsOf(table: SeriesTable, name: MetricName) {
  return table.metrics().find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
}

/** The values of a metric by the labels that tell its series apart. */
function valuesOf(table: SeriesTable, name: MetricName): Record<string, number> {
  const key = (labels: Readonly<Record<string, unknown>>) =>
    metricList[name].labels.map((label) => labels[label]).join(' ');
  return Object.fromEntries(pointsOf(table, name).map(({ attributes, value }) => [key(attributes), Number(value)]));
}

test('every metric of the list is told of an eventful run, in the order of the list, each with its labels', () => {
  const metrics = watchedTable(1).metrics();
  expect(metrics.map(({ descriptor }) => descriptor.name)).toEqual(Object.keys(metricList));
  const ofRun = ['run', 'profile', 'datacenter', 'release'];
  for (const { descriptor, dataPoints } of metrics)
    for (const { attributes } of dataPoints)
      expect(Object.keys(attributes)).toEqual([...ofRun, ...metricList[descriptor.name as MetricName].labels]);
});

test('counters add up, gauges tell the newest second', () => {
  const table = watchedTable(3);
  expect(valuesOf(table, 'canvass_respondents_started_total')).toEqual({ '': 30 });
  expect(valuesOf(table, 'canvass_respondents_active')).toEqual({ '': 30 });
  expect(valuesOf(table, 'canvass_run_elapsed_seconds')).toEqual({ '': 3 });
  expect(valuesOf(table, 'canvass_requests_total')).toEqual({ 'take ok': 9, 'take timeout': 3, 'take serverError': 6 });
  expect(valuesOf(table, 'canvass_responses_total')).toEqual({ 'take 200': 9, 'take 500': 6 });
  expect(valuesOf(table, 'canvass_checks_total')).toEqual({ '': 126 });
  const [[violated, times] = []] = Object.entries(valuesOf(table, 'canvass_violations_total'));
  expect([violated, times]).toEqual([expect.stringMatching(/^[A-Z][\w.-]+ true$/i), 9]);
  expect(valuesOf(table, 'canvass_generator_busy_ratio')).toEqual({ '': 0.95 });
  expect(valuesOf(table, 'canvass_generator_saturated')).toEqual({ '': 1 });
  expect(valuesOf(table, 'canvass_generator_cpu_ratio')['']).toBeCloseTo(0.4);
  expect(valuesOf(table, 'canvass_generator_garbage_collection_seconds_total')['']).toBeCloseTo(0.09);
  expect(valuesOf(table, 'canvass_run_phase')).toEqual({ running: 0, finished: 1 });
});

test('latency is told by outcome: a time-out is no success, though it counts among what was experienced', () => {
  const table = watchedTable(1);
  const told = pointsOf(table, 'canvass_request_duration_seconds').map(({ attributes, value }) => {
    if (typeof value === 'number' || !('buckets' in value) || !('boundaries' in value.buckets))
      throw new Error('a histogram');
    const filled = value.buckets.counts.flatMap((each, bucket) => (each === 0 ? [] : [bucket]));
    return [attributes.outcome, value.count, Math.round((value.sum ?? 0) * 100), filled];
  });
  expect(told).toEqual([
    // Up to 5, 50 and 500 ms.
    ['ok', 3, 44, [2, 5, 11]],
    ['timeout', 1, 900, [16]],
    ['serverError', 2, 1, [3]],
  ]);
  const latency = valuesOf(table, 'canvass_latency_seconds');
  expect(latency['50']).toBeCloseTo(0.04, 3);
  expect(latency['100']).toBeCloseTo(9, 1);
});

test('runs of one process keep apart, and so do the sides of a duet', () => {
  const table = new SeriesTable();
  const base = new RunMetrics(table, { ...watchedRun(), kind: 'duet', side: 'base' });
  const candidate = new RunMetrics(table, { ...watchedRun(), kind: 'duet', side: 'candidate' });
  base.second(sampleDelta({ arrivals: 5 }));
  candidate.second(sampleDelta({ arrivals: 7 }));
  base.finished('PASS');
  const started = pointsOf(table, 'canvass_respondents_started_total');
  expect(started.map(({ attributes, value }) => [attributes.side, value])).toEqual([
    ['base', 5],
    ['candidate', 7],
  ]);
  const phases = pointsOf(table, 'canvass_run_phase');
  expect(phases.map(({ attributes, value }) => [attributes.side, attributes.phase, value])).toEqual([
    ['base', 'running', 0],
    ['candidate', 'running', 1],
    ['base', 'finished', 1],
  ]);
});
