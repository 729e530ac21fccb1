import { describe, expect, it } from 'vitest';
import { BudgetedTransport } from '../../src/client/rateLimitedTransport.ts';
import type { AnswerListener, ExchangeListener, OutgoingRequest, Transport } from '../../src/client/transport.ts';
import { answerOf } from '../support/judging.ts';
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
    const transport = new BudgetedTransport(() => inner, clock, budget, 1);
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
    const transport = new BudgetedTransport(() => inner, clock, budget, 1);
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
      const transport = new BudgetedTransport(() => inner, clock, budget, 3);
      for (let i = 0; i < 100; i++) transport.send(request('a'), listener);
    }
    clock.runTo(120_000);
    expect(busiestMinute(inner.left.map(({ atMs }) => atMs))).toBeLessThanOrEqual(60);
  });
});

/** Lets so many calls of a key through in each window, and refuses the others at once. */
function limited(clock: SimulatedClock, calls: number, windowMs: number, retryAfter: boolean) {
  const admitted: number[] = [];
  const refused: number[] = [];
  const ofWindow = new Map<number, number>();
  const make = (answers: AnswerListener): Transport => ({
    sockets: 0,
    send: (sent, listener) => {
      const nowMs = clock.nowMs();
      const window = Math.floor(nowMs / windowMs);
      const count = (ofWindow.get(window) ?? 0) + 1;
      ofWindow.set(window, count);
      const isRefused = count > calls;
      (isRefused ? refused : admitted).push(nowMs);
      const waitS = String(Math.ceil(((window + 1) * windowMs - nowMs) / 1000));
      const { exchange } = answerOf('take', '/x', {}, isRefused ? 429 : 200);
      const headers = isRefused && retryAfter ? ['retry-after', waitS] : [];
      clock.at(nowMs + 5, {
        onTimer: () => {
          const answer = { ...exchange, headers, endMs: clock.nowMs() };
          answers.onAnswer(listener, sent, answer);
          listener.onExchange(answer);
        },
      });
    },
    done: () => {},
    close: async () => {},
  });
  return { admitted, refused, make };
}

/** Someone who asks again and again, after a refusal too. */
function eager(transport: Transport): ExchangeListener {
  const asking: ExchangeListener = { onExchange: () => transport.send(request('a'), asking) };
  return asking;
}

describe('a limit that nobody named', () => {
  for (const { windowMs, retryAfter } of [
    { windowMs: 60_000, retryAfter: false },
    { windowMs: 60_000, retryAfter: true },
    { windowMs: 6000, retryAfter: false },
  ])
    it(`is learnt, ${windowMs / 1000} s a window, ${retryAfter ? 'with' : 'without'} Retry-After: nearly all is used, and little refused`, () => {
      const clock = new SimulatedClock();
      const service = limited(clock, 300, windowMs, retryAfter);
      const transport = new BudgetedTransport(service.make, clock, null, 1);
      for (let at = 0; at < 8; at++) transport.send(request('a'), eager(transport));
      clock.runTo(10 * windowMs);
      const later = (instants: readonly number[]) => instants.filter((at) => at >= 5 * windowMs).length;
      expect(later(service.admitted)).toBeGreaterThan(0.9 * 5 * 300);
      expect(later(service.refused)).toBeLessThan(20);
      const perMinute = transport.learntPerMinute(['a']) ?? 0;
      expect(perMinute * windowMs).toBeGreaterThan(0.9 * 300 * 60_000);
      expect(perMinute * windowMs).toBeLessThan(1.15 * 300 * 60_000);
    });

  it('is not learnt where nobody is refused, and holds no other key back', () => {
    const clock = new SimulatedClock();
    const service = limited(clock, 1000, 60_000, false);
    const transport = new BudgetedTransport(service.make, clock, null, 1);
    for (let at = 0; at < 900; at++) transport.send(request('a'), listener);
    clock.runTo(100);
    expect(transport.learntPerMinute(['a'])).toBeNull();
    for (let at = 0; at < 200; at++) transport.send(request('a'), listener);
    clock.runTo(200);
    const before = service.refused.length;
    expect(before).toBe(100);
    transport.send(request('a'), listener);
    transport.send(request('b'), listener);
    expect(service.refused.length).toBe(before + 1);
  });
});
