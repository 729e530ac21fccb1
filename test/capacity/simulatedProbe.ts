import type { ProbeSecond, RateProbe } from '../../src/capacity/rateProbe.ts';
import { timelineBucketOf } from '../../src/result/timelineLatency.ts';
import type { Random, SimulatedService } from './simulatedService.ts';

export interface SimulatedCrowd {
  readonly requestsPerWalk: number;
  readonly thinkSeconds: number;
  readonly arrivals: 'even' | 'poisson';
  /** Arrivals a second that the simulated generator can begin: beyond that it says so, and all that it begins is late. */
  readonly generatorPerSecond?: number;
  /** Seconds of the clock in which something else keeps the generator's machine busy: it sees every answer late. */
  readonly generatorTroubleSeconds?: readonly number[];
}

interface Walker {
  left: number;
  intendedSeconds: number;
  stopped: boolean;
}

type SimulatedEvent = { readonly atSeconds: number } & (
  | { readonly kind: 'arrive'; readonly plan: number }
  | { readonly kind: 'send'; readonly walker: Walker; readonly intendedSeconds: number }
  | { readonly kind: 'served' }
  | { readonly kind: 'answer'; readonly walker: Walker; readonly outcome: 'ok' | 'throttled' | 'refused' }
);

/** By so much a machine that is busy with something else sees an answer late. */
const busyLateSeconds = 0.6;

/** A binary heap of events, earliest first. */
class EventQueue {
  private readonly heap: SimulatedEvent[] = [];

  get earliestSeconds(): number {
    return this.heap[0]?.atSeconds ?? Number.POSITIVE_INFINITY;
  }

  push(event: SimulatedEvent): void {
    const heap = this.heap;
    let i = heap.length;
    heap.push(event);
    while (i > 0) {
      const up = (i - 1) >> 1;
      const parent = heap[up];
      if (parent === undefined || parent.atSeconds <= event.atSeconds) break;
      heap[i] = parent;
      i = up;
    }
    heap[i] = event;
  }

  pop(): SimulatedEvent | undefined {
    const heap = this.heap;
    const first = heap[0];
    const moved = heap.pop();
    if (first === undefined || moved === undefined || heap.length === 0) return first;
    let i = 0;
    for (;;) {
      const left = heap[2 * i + 1];
      const right = heap[2 * i + 2];
      if (left === undefined) break;
      const [child, at] =
        right !== undefined && right.atSeconds < left.atSeconds ? [right, 2 * i + 2] : [left, 2 * i + 1];
      if (child.atSeconds >= moved.atSeconds) break;
      heap[i] = child;
      i = at;
    }
    heap[i] = moved;
    return first;
  }
}

/** Offers walks to a simulated service on a simulated clock: a second takes no time to wait for. */
export class SimulatedProbe implements RateProbe {
  nowSeconds = 0;
  /** Highest rate that was ever set, and for how many seconds each rate was offered. */
  readonly offered = new Map<number, number>();
  private readonly events = new EventQueue();
  private readonly queue: Walker[] = [];
  private head = 0;
  private ratePerSecond = 0;
  private generatorFreeAtSeconds = 0;
  private plan = 0;
  private walkers = new Set<Walker>();
  private busy = false;
  private counts = emptyCounts();
  private readonly service: SimulatedService;
  private readonly crowd: SimulatedCrowd;
  private readonly random: Random;

  constructor(service: SimulatedService, crowd: SimulatedCrowd, random: Random) {
    this.service = service;
    this.crowd = crowd;
    this.random = random;
  }

  setRate(ratePerSecond: number): void {
    this.ratePerSecond = ratePerSecond;
    this.plan += 1;
    if (ratePerSecond > 0) this.planArrival();
  }

  endWalks(): void {
    for (const walker of this.walkers) walker.stopped = true;
  }

  async nextSecond(): Promise<ProbeSecond> {
    const until = Math.floor(this.nowSeconds + 1e-9) + 1;
    this.offered.set(this.ratePerSecond, (this.offered.get(this.ratePerSecond) ?? 0) + 1);
    while (this.events.earliestSeconds <= until) {
      const event = this.events.pop();
      if (event === undefined) break;
      this.nowSeconds = event.atSeconds;
      this.happen(event);
    }
    this.nowSeconds = until;
    return this.takeSecond(until);
  }

  async close(): Promise<void> {}

  private planArrival(): void {
    const gap = (this.crowd.arrivals === 'even' ? 1 : -Math.log(1 - this.random())) / this.ratePerSecond;
    this.events.push({ kind: 'arrive', atSeconds: this.nowSeconds + gap, plan: this.plan });
  }

  private happen(event: SimulatedEvent): void {
    if (event.kind === 'arrive') {
      if (event.plan !== this.plan) return;
      const walker = { left: this.crowd.requestsPerWalk, intendedSeconds: this.nowSeconds, stopped: false };
      this.counts.arrivals += 1;
      this.walkers.add(walker);
      this.begin(walker);
      this.planArrival();
    } else if (event.kind === 'send') this.send(event.walker, event.intendedSeconds);
    else if (event.kind === 'served') this.serve();
    else this.answer(event.walker, event.outcome);
  }

  private get waiting(): number {
    return this.queue.length - this.head + (this.busy ? 1 : 0);
  }

  /** Sends the first request of a walk, when the generator comes to it. */
  private begin(walker: Walker): void {
    const { generatorPerSecond } = this.crowd;
    const atSeconds = Math.max(this.nowSeconds, this.generatorFreeAtSeconds);
    this.generatorFreeAtSeconds = atSeconds + 1 / (generatorPerSecond ?? Number.POSITIVE_INFINITY);
    this.events.push({ kind: 'send', atSeconds, walker, intendedSeconds: this.nowSeconds });
  }

  private send(walker: Walker, intendedSeconds: number): void {
    if (walker.stopped) {
      this.walkers.delete(walker);
      return;
    }
    walker.intendedSeconds = intendedSeconds;
    const admission = this.service.admit(this.waiting, this.nowSeconds);
    if (admission !== 'accepted') {
      this.events.push({ kind: 'answer', atSeconds: this.nowSeconds + 0.002, walker, outcome: admission });
      return;
    }
    this.queue.push(walker);
    if (!this.busy) this.beginNext();
  }

  private beginNext(): void {
    if (this.head >= this.queue.length) return;
    const pace = this.service.paceSeconds(this.waiting, this.nowSeconds);
    this.busy = true;
    this.events.push({ kind: 'served', atSeconds: this.nowSeconds + pace });
  }

  private serve(): void {
    const walker = this.queue[this.head];
    this.head += 1;
    if (this.head > 1000 && this.head * 2 > this.queue.length) {
      this.queue.splice(0, this.head);
      this.head = 0;
    }
    this.busy = false;
    if (walker !== undefined) {
      const atSeconds = this.nowSeconds + this.service.delaySeconds(this.nowSeconds);
      this.events.push({ kind: 'answer', atSeconds, walker, outcome: 'ok' });
    }
    this.beginNext();
  }

  private answer(walker: Walker, outcome: 'ok' | 'throttled' | 'refused'): void {
    const counts = this.counts;
    counts.requests += 1;
    if (outcome === 'throttled') counts.throttled += 1;
    else if (outcome === 'refused') counts.errors += 1;
    const late = this.isBusy(Math.ceil(this.nowSeconds)) ? busyLateSeconds : 0;
    const bucket = timelineBucketOf((this.nowSeconds + late - walker.intendedSeconds) * 1e6);
    counts.buckets.set(bucket, (counts.buckets.get(bucket) ?? 0) + 1);
    walker.left -= 1;
    if (outcome !== 'ok' || walker.left === 0 || walker.stopped) {
      this.walkers.delete(walker);
      if (!walker.stopped) counts.completed += 1;
      return;
    }
    if (this.crowd.thinkSeconds === 0) this.send(walker, this.nowSeconds);
    else {
      const atSeconds = this.nowSeconds + this.crowd.thinkSeconds;
      this.events.push({ kind: 'send', atSeconds, walker, intendedSeconds: atSeconds });
    }
  }

  private isBusy(second: number): boolean {
    return this.crowd.generatorTroubleSeconds?.includes(second) === true;
  }

  private takeSecond(second: number): ProbeSecond {
    const { buckets, ...counts } = this.counts;
    this.counts = emptyCounts();
    const endpoint = { requests: counts.requests, errors: counts.errors, buckets: [...buckets].flat() };
    const limit = this.crowd.generatorPerSecond ?? Number.POSITIVE_INFINITY;
    return {
      point: {
        second,
        ...counts,
        active: this.walkers.size,
        dropped: 0,
        expectedRejections: 0,
        violations: 0,
        p50: 0,
        p90: 0,
        p95: 0,
        p99: 0,
        max: 0,
        endpoints: { take: endpoint },
      },
      takenCores: null,
      generatorTrouble: counts.arrivals > limit || this.isBusy(second) ? 'one core was busy all the time' : null,
      isGeneratorAway: false,
    };
  }
}

function emptyCounts() {
  return { arrivals: 0, completed: 0, requests: 0, errors: 0, throttled: 0, buckets: new Map<number, number>() };
}
