import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SecondRecorder } from '../../../src/load/metrics/secondRecorder.ts';
import type { Exchange } from '../../../src/result/exchange.ts';
import { LatencyCounts } from '../../../src/result/tally/latencyCounts.ts';
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
    { numRuns: 60 },
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
      othersSilentMs: null,
      intendedEpochMs: performance.timeOrigin + 1000,
    },
    {
      ...told,
      experiencedUs: 40_000,
      serviceUs: 40_000,
      firstByteUs: 20_000,
      httpStatus: 200,
      othersSilentMs: 0,
      intendedEpochMs: performance.timeOrigin + 1000,
    },
  ]);
});

test('each tells its trace, and for how long nobody else was answered meanwhile', () => {
  const shard = recorder();
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  for (const endMs of [1010, 1020, 1300, 1310]) shard.onExchange(exchangeOf(endMs - 1000, { endMs }), 'ok', 'walk');
  // What ended before it was sent is no silence of its own.
  shard.onExchange(exchangeOf(0, { sentMs: 1100, intendedMs: 1000, endMs: 1320, traceparent }), 'ok', 'walk');
  const slowest = shard.take(true).endpoints.take?.slowest ?? [];
  expect(slowest.map(({ traceId, othersSilentMs }) => [traceId, othersSilentMs])).toEqual([
    [undefined, 0],
    [undefined, 0],
    [undefined, 280],
    [undefined, 280],
    ['4bf92f3577b34da6a3ce929d0e0e4736', 200],
  ]);
});

test('latency by outcome holds what the other series leave out or mix, and adds up over threads', () => {
  const shards = [recorder(), recorder()].map((shard, at) => {
    shard.onExchange(exchangeOf(10), 'ok', 'walk');
    shard.onExchange(exchangeOf(20 + at), 'serverError', 'walk');
    if (at === 0) shard.onExchange(exchangeOf(30), 'timeout', 'walk');
    return { ...emptyDelta(0, true), ...shard.take(true) };
  });
  const [first, other] = shards;
  if (first === undefined || other === undefined) throw new Error('two shards');
  const { byOutcome = {} } = mergeDeltas([first, other]).endpoints.take ?? {};
  const counts = Object.entries(byOutcome).map(([outcome, pairs]) => {
    const all = new LatencyCounts();
    all.addPairs(pairs);
    return [outcome, all.count, Math.round(all.maxUs / 1000)];
  });
  expect(counts.sort()).toEqual([
    ['serverError', 2, 21],
    ['timeout', 1, 30],
  ]);
});
