import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SecondRecorder } from '../../../src/load/metrics/secondRecorder.ts';
import type { Exchange } from '../../../src/result/exchange.ts';
import { emptyDelta, mergeDeltas } from '../../../src/result/tally/mergeDeltas.ts';
import { Tally } from '../../../src/result/tally/tally.ts';

function exchangeOf(latencyMs: number, changes: Partial<Exchange> = {}): Exchange {
  const sentMs = 1000;
  return {
    endpoint: 'take',
    method: 'GET',
    path: '/a/api/v2/surveys/1001/take',
    requestBody: null,
    intendedMs: sentMs,
    sentMs,
    firstByteMs: sentMs + latencyMs / 2,
    endMs: sentMs + latencyMs,
    failure: null,
    httpStatus: 200,
    headers: [],
    bodyText: '{}',
    json: {},
    connectionIdleMs: 3,
    ...changes,
  };
}

function recorder(): SecondRecorder {
  return new SecondRecorder({ walkEnded() {}, exchangeEnded() {} });
}

const latencies = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 30 });

test('the ten slowest of a run are kept, whichever thread and second they came in', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(latencies, latencies), { minLength: 1, maxLength: 6 }), (seconds) => {
      const shards = [recorder(), recorder()] as const;
      const tally = new Tally();
      for (const [second, parts] of seconds.entries()) {
        const [first, other] = shards.map((shard, at) => {
          for (const latencyMs of parts[at] ?? []) shard.onExchange(exchangeOf(latencyMs), 'ok', 'walk');
          return { ...emptyDelta(second, true), ...shard.take(true) };
        });
        if (first !== undefined && other !== undefined) tally.add(mergeDeltas([first, other]));
      }
      const all = seconds.flat(2).sort((a, b) => b - a);
      const kept = (tally.slowest.get('take') ?? []).map(({ experiencedUs }) => Math.round(experiencedUs / 1000));
      expect(kept).toEqual(all.slice(0, 10));
    }),
    { numRuns: 200 },
  );
});

test('each is told with its instants, and with what went on in its second', () => {
  const shard = recorder();
  shard.onExchange(exchangeOf(900), 'ok', 'walk');
  const warmup = { ...emptyDelta(0, false), ...shard.take(false) };
  shard.onExchange(exchangeOf(40), 'ok', 'walk');
  shard.onExchange(exchangeOf(60, { sentMs: Number.NaN, firstByteMs: Number.NaN, httpStatus: 0 }), 'timeout', 'walk');
  shard.onExchange(exchangeOf(70), 'serverError', 'walk');
  const health = { cpuPercent: 1, busyPercent: 1, garbageCollectionMs: 0, sockets: 1, memoryMiB: 1, startLateness: [] };
  const second = { ...emptyDelta(1, true), ...shard.take(true), active: 7 };
  const tally = new Tally();
  tally.add(warmup);
  tally.add({ ...second, health: [{ ...health, eventLoopDelay: [], eventLoopDelayP99Ms: 12 }] });
  const told = { second: 1, active: 7, requests: 3, eventLoopDelayP99Ms: 12, connectionIdleMs: 3 };
  expect(tally.slowest.get('take')).toEqual([
    {
      ...told,
      experiencedUs: 60_000,
      serviceUs: null,
      firstByteUs: null,
      httpStatus: 0,
      intendedEpochMs: performance.timeOrigin + 1000,
    },
    {
      ...told,
      experiencedUs: 40_000,
      serviceUs: 40_000,
      firstByteUs: 20_000,
      httpStatus: 200,
      intendedEpochMs: performance.timeOrigin + 1000,
    },
  ]);
});
