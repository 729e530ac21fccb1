import { describe, expect, it } from 'vitest';
import { type EndpointSum, endpointLaw } from '../../src/result/tally/delta.ts';
import type { LatencyCounts } from '../../src/result/tally/latencyCounts.ts';
import { Tally } from '../../src/result/tally/tally.ts';
import { sampleRandom } from '../support/sampleRandom.ts';
import { simulate, simulatedProfile } from '../support/simulatedRun.ts';

const percentiles = [50, 90, 99, 99.9] as const;

/** Runs a profile's load against a service with known delays; all endpoints together. */
function run(
  load: Record<string, unknown>,
  latencyMs: (nowMs: number) => number,
  connections = 1_000_000,
): { reported: EndpointSum; take: EndpointSum; itself: LatencyCounts; requests: number } {
  const tally = new Tally();
  const { clock, target } = simulate(simulatedProfile(load), latencyMs, connections, (delta) => tally.add(delta));
  clock.runTo(120_000);
  const reported = endpointLaw.empty();
  for (const endpoint of tally.endpoints.values()) endpointLaw.add(reported, endpointLaw.value(endpoint));
  return { reported, take: tally.endpoints.get('take') ?? reported, itself: target.itself, requests: target.requests };
}

function readings(counts: LatencyCounts): number[] {
  return percentiles.map((percentile) => counts.percentileUs(percentile) / 1000);
}

/** A service that takes 5 ms, and stops the world for 200 ms at the begin of every second. */
function stalling(nowMs: number): number {
  const readyMs = nowMs + 5;
  const intoSecondMs = readyMs % 1000;
  return intoSecondMs < 200 ? 5 + (200 - intoSecondMs) : 5;
}

const steady = { model: 'open', arrivals: 'poisson', stages: [{ durationSeconds: 30, arrivalsPerSecond: 400 }] };

describe('the truth of latencies', () => {
  it('is what a service with a known distribution did, to the bucket', () => {
    const uniform = sampleRandom(3);
    const { reported, itself, requests } = run(steady, () => -20 * Math.log(1 - uniform()));
    expect(requests).toBeGreaterThan(20_000);
    expect(reported.requests).toBe(requests);
    expect(reported.service.count).toBe(requests);
    percentiles.forEach((percentile) => {
      const own = itself.percentileUs(percentile);
      expect(Math.abs(reported.service.percentileUs(percentile) - own) / own).toBeLessThan(0.002);
      expect(Math.abs(reported.experienced.percentileUs(percentile) - own) / own).toBeLessThan(0.002);
    });
  });

  it('shows in experienced latency that the service stops the world for 200 ms every second', () => {
    const { take } = run(steady, stalling);
    // A fifth of the arrivals meet the stop and wait for the rest of it: latencies rise evenly from p80 to p100.
    const [p50 = 0, p90 = 0, p99 = 0, p999 = 0] = readings(take.experienced);
    expect(p50).toBeCloseTo(5, 1);
    expect(Math.abs(p90 - 105)).toBeLessThan(8);
    expect(Math.abs(p99 - 195)).toBeLessThan(5);
    expect(Math.abs(p999 - 205)).toBeLessThan(2);
  });

  it('shows it although few connections leave, of which service latency knows nothing', () => {
    const { take } = run(steady, stalling, 8);
    const [, p90 = 0] = readings(take.experienced);
    const [, servedP90 = 0] = readings(take.service);
    expect(p90).toBeGreaterThan(90);
    expect(servedP90).toBeLessThan(10);
  });

  it('would be missed by a population that waits along with the service', () => {
    const closed = { model: 'closed', stages: [{ durationSeconds: 30, respondents: 4 }] };
    const [, p90 = 0] = readings(run(closed, stalling).take.service);
    expect(p90).toBeLessThan(10);
  });
});
