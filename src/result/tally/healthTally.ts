import type { Absence } from '../absence.ts';
import { pairsOf, percentileOfPairsUs } from '../histogramPercentiles.ts';
import type { GeneratorWatch, RunResult } from '../runResult.ts';
import type { GeneratorSecond } from '../timeline.ts';
import type { HealthDelta } from './delta.ts';
import { LatencyCounts } from './latencyCounts.ts';

/** A second in which a generating thread was this busy was at its limit. */
const limitPercent = 90;
/** Nor can a second be trusted in which respondents started, or the event loop came round, this late. */
const limitLatenessMs = 50;

/** How a thread stood in a second: as busy as its CPU time or its event loop, as late as its respondents or its event loop. */
export function generatorSecondOf(thread: HealthDelta): GeneratorSecond {
  const { busyPercent, cpuPercent, eventLoopDelayP99Ms, startLateness } = thread;
  return {
    busyPercent: Math.max(cpuPercent, busyPercent),
    latenessMs: Math.max(percentileOfPairsUs(startLateness, 99) / 1000, eventLoopDelayP99Ms),
  };
}

/** Whether a thread was at its limit in a second. */
export function isThreadBusy({ cpuPercent, busyPercent }: HealthDelta): boolean {
  return Math.max(cpuPercent, busyPercent) >= limitPercent;
}

/** Whether a thread came late in a second, its respondents or its event loop. */
export function isThreadLate(thread: HealthDelta): boolean {
  return generatorSecondOf(thread).latenessMs >= limitLatenessMs;
}

/** From here on what waits for a CPU because of others makes latencies theirs. */
const crowdedShare = 0.1;

/** Whether other work on its machine kept the generator, or the service there, from a CPU. */
export function isCrowded({ others }: HealthDelta): boolean {
  return others !== undefined && others.waitedShare >= crowdedShare;
}

/** What the generator's threads said of themselves, over measured seconds. */
export class HealthTally {
  readonly startLateness = new LatencyCounts();
  readonly eventLoopDelay = new LatencyCounts();
  garbageCollectionMs = 0;
  longestCollectionMs = 0;
  socketsPeak = 0;
  peakMemoryMiB = 0;
  /** Seconds of threads, and those of them at their limit, and why. */
  seconds = 0;
  busySeconds = 0;
  lateSeconds = 0;
  /** Those in which others kept it from a CPU, the cores that they then took in the mean, and all cores. */
  crowdedSeconds = 0;
  crowdedCores = 0;
  cores = 0;
  #cpuPercentSum = 0;

  /** Adds one second of all threads. */
  add(threads: readonly HealthDelta[]): void {
    for (const thread of threads) this.#addThread(thread);
    const sockets = threads.reduce((sum, { sockets }) => sum + sockets, 0);
    this.socketsPeak = Math.max(this.socketsPeak, sockets);
  }

  #addThread(delta: HealthDelta): void {
    this.seconds++;
    this.startLateness.addPairs(delta.startLateness);
    this.eventLoopDelay.addPairs(delta.eventLoopDelay);
    this.garbageCollectionMs += delta.garbageCollectionMs;
    this.longestCollectionMs = Math.max(this.longestCollectionMs, delta.longestCollectionMs ?? 0);
    this.peakMemoryMiB = Math.max(this.peakMemoryMiB, delta.memoryMiB);
    this.#cpuPercentSum += delta.cpuPercent;
    if (isThreadBusy(delta)) this.busySeconds++;
    if (isThreadLate(delta)) this.lateSeconds++;
    if (isCrowded(delta)) this.#addCrowded(1, delta.others?.tookCores ?? 0, delta.others?.cores ?? 0);
  }

  #addCrowded(seconds: number, tookCores: number, cores: number): void {
    const sum = this.crowdedCores * this.crowdedSeconds + tookCores * seconds;
    this.crowdedSeconds += seconds;
    this.crowdedCores = sum / Math.max(1, this.crowdedSeconds);
    this.cores = Math.max(this.cores, cores);
  }

  /** Adds what a finished run says of its threads; nothing of one that does not say. */
  addRun(health: RunResult['generator']): void {
    const { watch, garbageCollectionMs, longestCollectionMs = 0, socketsPeak, peakMemoryMiB, cpuPercent } = health;
    if (watch === undefined) return;
    this.seconds += watch.seconds;
    this.busySeconds += watch.busySeconds;
    this.lateSeconds += watch.lateSeconds;
    const { crowded } = watch;
    if (crowded !== undefined) this.#addCrowded(crowded.seconds, crowded.tookCores, crowded.cores);
    this.startLateness.addPairs(pairsOf(watch.startLateness));
    this.eventLoopDelay.addPairs(pairsOf(watch.eventLoopDelay));
    this.garbageCollectionMs += garbageCollectionMs;
    this.longestCollectionMs = Math.max(this.longestCollectionMs, longestCollectionMs);
    this.socketsPeak = Math.max(this.socketsPeak, socketsPeak);
    this.peakMemoryMiB = Math.max(this.peakMemoryMiB, peakMemoryMiB);
    this.#cpuPercentSum += cpuPercent * watch.seconds;
  }

  /** What `addRun` reads back, with what a tally knows of absences. */
  watch(absences: readonly Absence[]): GeneratorWatch {
    return {
      seconds: this.seconds,
      busySeconds: this.busySeconds,
      lateSeconds: this.lateSeconds,
      ...(this.crowdedSeconds === 0
        ? {}
        : { crowded: { seconds: this.crowdedSeconds, tookCores: this.crowdedCores, cores: this.cores } }),
      startLateness: this.startLateness.summary(),
      eventLoopDelay: this.eventLoopDelay.summary(),
      absences: [...absences],
    };
  }

  /** Mean CPU of a generating thread, percent of one core. */
  get cpuPercent(): number {
    return this.seconds === 0 ? 0 : this.#cpuPercentSum / this.seconds;
  }
}
