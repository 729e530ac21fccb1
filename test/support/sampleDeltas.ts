import type { EndpointDelta, HealthDelta, SecondDelta } from '../../src/result/tally/delta.ts';
import { LatencyCounts } from '../../src/result/tally/latencyCounts.ts';
import { emptyDelta } from '../../src/result/tally/mergeDeltas.ts';

/** A measured second with what a test says happened in it. */
export function sampleDelta(changes: Partial<SecondDelta> = {}): SecondDelta {
  return { ...emptyDelta(changes.second ?? 0, true), ...changes };
}

/** One second of an endpoint: outcomes as given, every usable answer with the same latency in µs. */
export function sampleEndpoint(outcomes: Record<string, number>, latencyUs: number): EndpointDelta {
  const latencies = new LatencyCounts();
  for (let i = 0; i < (outcomes.ok ?? 0); i++) latencies.record(latencyUs);
  const rejected = new LatencyCounts();
  for (let i = 0; i < (outcomes.expectedRejection ?? 0); i++) rejected.record(latencyUs);
  const requests = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return {
    requests,
    outcomes,
    failures: {},
    httpStatuses: { 200: requests },
    experienced: latencies.pairs(),
    service: latencies.pairs(),
    firstByte: latencies.pairs(),
    rejected: rejected.pairs(),
  };
}

/** A second of a thread at ease, with what a test says otherwise. */
export function sampleHealth(changes: Partial<HealthDelta> = {}): HealthDelta {
  return {
    cpuPercent: 20,
    busyPercent: 20,
    eventLoopDelayP99Ms: 1,
    garbageCollectionMs: 0,
    sockets: 8,
    memoryMiB: 90,
    startLateness: [500, 10],
    eventLoopDelay: [500, 100],
    ...changes,
  };
}
