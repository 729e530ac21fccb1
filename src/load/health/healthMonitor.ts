import { type EventLoopUtilization, monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks';
import type { HealthDelta } from '../../result/tally/delta.ts';
import { LatencyCounts } from '../../result/tally/latencyCounts.ts';

/** How often the event loop is sampled; a sample that comes on time shows this much, which is taken off. */
const sampleEveryMs = 5;
const percentileSteps = [50, 75, 90, 95, 99, 99.9] as const;

/** Watches the thread that it runs in: CPU, event loop, garbage collection, memory (design: the generator watches itself). */
export class HealthMonitor {
  readonly #delay: ReturnType<typeof monitorEventLoopDelay> = monitorEventLoopDelay({ resolution: sampleEveryMs });
  readonly #collections: PerformanceObserver;
  #collectingMs = 0;
  #longestCollectionMs = 0;
  #cpu = process.threadCpuUsage();
  #utilization: EventLoopUtilization = performance.eventLoopUtilization();
  #sinceMs = performance.now();
  #lastMemoryMiB = 0;

  constructor() {
    this.#delay.enable();
    this.#collections = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        this.#collectingMs += duration;
        this.#longestCollectionMs = Math.max(this.#longestCollectionMs, duration);
      }
    });
    this.#collections.observe({ entryTypes: ['gc'] });
  }

  /** What was seen since the last call. @param sockets connections open now */
  take(sockets: number): HealthDelta {
    const nowMs = performance.now();
    const elapsedMs = Math.max(1, nowMs - this.#sinceMs);
    const cpu = process.threadCpuUsage(this.#cpu);
    const { active } = performance.eventLoopUtilization(this.#utilization);
    const delta: HealthDelta = {
      cpuPercent: percent((cpu.user + cpu.system) / 1000, elapsedMs),
      busyPercent: percent(active, elapsedMs),
      eventLoopDelayP99Ms: this.#lateMs(99),
      garbageCollectionMs: this.#collectingMs,
      longestCollectionMs: this.#longestCollectionMs,
      sockets,
      memoryMiB: this.#memoryMiB(),
      startLateness: [],
      eventLoopDelay: this.#delayPairs(),
    };
    this.#delay.reset();
    this.#collectingMs = 0;
    this.#longestCollectionMs = 0;
    this.#cpu = process.threadCpuUsage();
    this.#utilization = performance.eventLoopUtilization();
    this.#sinceMs = nowMs;
    return delta;
  }

  close(): void {
    this.#delay.disable();
    this.#collections.disconnect();
  }

  /** Where no file can be opened any more, as last seen: that is no reason for a thread to end. */
  #memoryMiB(): number {
    try {
      this.#lastMemoryMiB = process.memoryUsage.rss() / 2 ** 20;
    } catch {}
    return this.#lastMemoryMiB;
  }

  #lateMs(percentile: number): number {
    if (this.#delay.count === 0) return 0;
    return Math.max(0, this.#delay.percentile(percentile) / 1e6 - sampleEveryMs);
  }

  /** The second's delays in the buckets of every other series, as many as there were samples. */
  #delayPairs(): number[] {
    const counts = new LatencyCounts();
    const samples = this.#delay.count;
    let before = 0;
    for (const percentile of percentileSteps) {
      const upTo = Math.floor((percentile / 100) * samples);
      for (; before < upTo; before++) counts.record(this.#lateMs(percentile) * 1000);
    }
    for (; before < samples; before++) counts.record(Math.max(0, this.#delay.max / 1e6 - sampleEveryMs) * 1000);
    return counts.pairs();
  }
}

function percent(partMs: number, ofMs: number): number {
  return Math.max(0, (100 * partMs) / ofMs);
}
