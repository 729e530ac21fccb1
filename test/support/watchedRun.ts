import { RunMetrics, type WatchedRun } from '../../src/report/metrics/runMetrics.ts';
import { SeriesTable } from '../../src/report/metrics/seriesTable.ts';
import type { SecondDelta } from '../../src/result/tally/delta.ts';
import { LatencyCounts } from '../../src/result/tally/latencyCounts.ts';
import { sampleDelta, sampleEndpoint, sampleHealth } from './sampleDeltas.ts';
import { capacityResult, failingResult } from './sampleResults.ts';

/** What a run is, for whoever watches it. @param name of its profile */
export function watchedRun(name = 'sample'): WatchedRun {
  const { run, target, tool } = failingResult();
  const meta = { run: { ...run, profile: name }, target, tool, profile: {}, workers: 2, plannedSeconds: 60 };
  return { kind: 'load', meta };
}

/** Latencies in ms as pairs of buckets. */
export function latencyPairs(...latenciesMs: readonly number[]): number[] {
  const counts = new LatencyCounts();
  for (const latencyMs of latenciesMs) counts.record(latencyMs * 1000);
  return counts.pairs();
}

/** A second in which everything happens that metrics tell of. */
export function eventfulSecond(second: number): SecondDelta {
  const [violation] = failingResult().violations;
  if (violation === undefined) throw new Error('a result with violations');
  return sampleDelta({
    second,
    arrivals: 12,
    dropped: 2,
    active: 30,
    ends: { completed: 6, failed: 1 },
    endpoints: {
      take: {
        ...sampleEndpoint({ ok: 3, timeout: 1, serverError: 2 }, 0),
        failures: { 'response-timeout': 1 },
        httpStatuses: { 200: 3, 500: 2 },
        experienced: latencyPairs(4, 40, 400, 9000),
        service: latencyPairs(3, 30, 300, 9000),
        firstByte: latencyPairs(2, 20, 200),
        byOutcome: { timeout: latencyPairs(9000), serverError: latencyPairs(6, 7) },
      },
    },
    connections: { connect: latencyPairs(5, 12), handshake: latencyPairs(9) },
    coverage: { ...sampleDelta().coverage, checked: { 'TAKE-HTTP-01': 40, 'PAGE-FIRST-01': 2 } },
    violations: [{ key: violation.id, gating: true, count: 3, walks: 1, first: second === 0 ? violation : null }],
    health: [sampleHealth(), sampleHealth({ cpuPercent: 60, busyPercent: 95, garbageCollectionMs: 30 })],
  });
}

/** Metrics of a run after so many eventful seconds, every metric among them. @param name of its profile */
export function watchedTable(seconds: number, name?: string): SeriesTable {
  const table = new SeriesTable();
  const metrics = new RunMetrics(table, watchedRun(name));
  for (let second = 0; second < seconds; second++) metrics.second(eventfulSecond(second));
  metrics.thresholds(failingResult().thresholds);
  metrics.fleet({ present: 2, wanted: 3 });
  metrics.probes(4, 9);
  for (const capacity of capacityResult().capacity) metrics.capacity(capacity);
  metrics.finished('FAIL');
  return table;
}
