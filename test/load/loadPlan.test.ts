import { describe, expect, it } from 'vitest';
import { BudgetedTransport } from '../../src/client/budgetedTransport.ts';
import type { ExchangeListener, OutgoingRequest, Transport } from '../../src/client/transport.ts';
import { budgetConflict } from '../../src/load/loadPlan.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import { SimulatedClock } from '../support/simulatedClock.ts';

const listener: ExchangeListener = { onExchange: () => {} };

function request(key: string): OutgoingRequest {
  return { endpoint: 'take', method: 'GET', path: '/x', headers: ['api-key', key], body: null, intendedMs: 0 };
}

/** A transport that notes when, and with which key, requests leave. */
function noting(clock: SimulatedClock): Transport & { readonly left: { atMs: number; key: string }[] } {
  const left: { atMs: number; key: string }[] = [];
  return {
    left,
    sockets: 0,
    send: ({ headers }) => left.push({ atMs: clock.nowMs(), key: headers[1] ?? '' }),
    done: () => {},
    close: async () => {},
  };
}

/** The most that left within any 60 s. */
function busiestMinute(instants: readonly number[]): number {
  return Math.max(0, ...instants.map((from) => instants.filter((at) => at >= from && at < from + 60_000).length));
}

describe('a rate budget', () => {
  it('is kept for each key and for all together, in every minute', () => {
    const clock = new SimulatedClock();
    const inner = noting(clock);
    const budget = { perKeyPerMinute: 30, perOrganizationPerMinute: 50 };
    const transport = new BudgetedTransport(inner, clock, budget, 1);
    for (let i = 0; i < 200; i++) transport.send(request(i % 2 === 0 ? 'a' : 'b'), listener);
    expect(inner.left.length).toBe(1);
    clock.runTo(180_000);
    const ofKey = (wanted: string) => inner.left.filter(({ key }) => key === wanted).map(({ atMs }) => atMs);
    expect(inner.left.length).toBeGreaterThan(140);
    expect(busiestMinute(inner.left.map(({ atMs }) => atMs))).toBeLessThanOrEqual(50);
    expect(busiestMinute(ofKey('a'))).toBeLessThanOrEqual(30);
    expect(busiestMinute(ofKey('b'))).toBeLessThanOrEqual(30);
  });

  it('holds nothing back that is within it', () => {
    const clock = new SimulatedClock();
    const inner = noting(clock);
    const budget = { perKeyPerMinute: 60, perOrganizationPerMinute: 600 };
    const transport = new BudgetedTransport(inner, clock, budget, 1);
    for (let second = 0; second < 10; second++) {
      clock.runTo(second * 1000);
      transport.send(request('a'), listener);
    }
    expect(inner.left.map(({ atMs }) => atMs)).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000]);
  });

  it('is shared by the shards of a run', () => {
    const clock = new SimulatedClock();
    const inner = noting(clock);
    const budget = { perKeyPerMinute: 60, perOrganizationPerMinute: 600 };
    for (let shard = 0; shard < 3; shard++) {
      const transport = new BudgetedTransport(inner, clock, budget, 3);
      for (let i = 0; i < 100; i++) transport.send(request('a'), listener);
    }
    clock.runTo(120_000);
    expect(busiestMinute(inner.left.map(({ atMs }) => atMs))).toBeLessThanOrEqual(60);
  });

  it('that a schedule cannot keep is said before the run', () => {
    const profile = (arrivalsPerSecond: number) =>
      resolveProfile({
        target: {
          baseUrl: 'http://survey.test',
          apiKeys: ['key-one', 'key-two'],
          authorization: 'a test',
          rateBudget: { perKeyPerMinute: 300, perOrganizationPerMinute: 2400 },
        },
        surveys: { walk: [{ id: 1 }] },
        load: { stages: [{ durationSeconds: 60, arrivalsPerSecond }] },
      });
    expect(budgetConflict(profile(5))).toBeNull();
    expect(budgetConflict(profile(6))).toMatchObject({ neededPerMinute: 720, allowedPerMinute: 600 });
  });
});
