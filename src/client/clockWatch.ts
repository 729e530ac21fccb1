import { uptime } from 'node:os';
import type { AbsenceKind } from '../result/absence.ts';

/** The clocks of this machine and of this thread, ms each, from any origin. */
export interface ClockReadings {
  /** The scale of every instant of an exchange; does not go on while the machine sleeps. */
  monotonicMs(): number;
  /** What people set. */
  wallMs(): number;
  /** Since the machine was started, its sleep included. */
  sinceBootMs(): number;
  /** Processor time that was spent. */
  threadCpuMs(): number;
  processCpuMs(): number;
}

/** Time in which this thread was not there. */
export interface NoticedAbsence {
  readonly what: AbsenceKind | 'busy';
  /** By the monotonic clock. */
  readonly beganMs: number;
  readonly endedMs: number;
  /** How long it was; longer than from its begin to its end where the monotonic clock did not count it. */
  readonly lengthMs: number;
}

/** Who can say when this thread was not there. */
export interface Watch {
  /** How many were noticed so far. */
  readonly absences: number;
  /** What was noticed after the first so many. */
  absencesAfter(count: number): readonly NoticedAbsence[];
  /** How long it was not there in all, of absences that had not ended at an instant of the monotonic clock. */
  awaySinceMs(instantMs: number): number;
}

/** Of a clock that nobody waits for. */
export const neverAway: Watch = { absences: 0, absencesAfter: () => [], awaySinceMs: () => 0 };

/** How often the clocks are compared. */
const tickMs = 200;
/** What differs by less is taken for a busy machine, which the event loop's delay tells of. */
export const leastAbsenceMs = 1000;
/** A thread that worked for this share of the time was busy, and not stopped. */
const busyShare = 0.5;
/** Others of the process ran meanwhile, when it spent this share of the time. */
const othersShare = 0.05;
const mostKept = 200;

/**
 * Watches the clocks of one thread: monotonic against the wall, against the time since the machine was started, and
 * against processor time. What they do not agree about is an absence: the process or the thread was stopped, the machine
 * slept, a clock was set.
 */
export class ClockWatch implements Watch {
  readonly #readings: ClockReadings;
  readonly #absences: NoticedAbsence[] = [];
  readonly #listeners = new Set<(lengthMs: number) => void>();
  #dropped = 0;
  #seen: Seen;
  #timer: NodeJS.Timeout | null = null;

  constructor(readings: ClockReadings = ownReadings) {
    this.#readings = readings;
    this.#seen = this.#read();
  }

  /** Compares the clocks from now on, as often as it takes to tell the second. */
  start(): this {
    this.#timer ??= setInterval(() => this.look(), tickMs).unref();
    return this;
  }

  get absences(): number {
    this.look();
    return this.#dropped + this.#absences.length;
  }

  absencesAfter(count: number): readonly NoticedAbsence[] {
    this.look();
    return this.#absences.slice(Math.max(0, count - this.#dropped));
  }

  awaySinceMs(instantMs: number): number {
    this.look();
    if (this.#absences.length === 0) return 0;
    return this.#absences
      .filter(({ what, endedMs }) => what !== 'clock-back' && endedMs > instantMs)
      .reduce((sum, { lengthMs }) => sum + lengthMs, 0);
  }

  /** Calls `onAway` with how much of an absence the monotonic clock has counted, as soon as one is noticed. */
  onAway(onAway: (countedMs: number) => void): () => void {
    this.#listeners.add(onAway);
    return () => void this.#listeners.delete(onAway);
  }

  /** Compares the clocks now: bytes may be read before the timer has its turn. */
  look(): void {
    const nowMs = this.#readings.monotonicMs();
    const wallMs = this.#readings.wallMs();
    const elapsedMs = nowMs - this.#seen.monotonicMs;
    const isSteady = elapsedMs < leastAbsenceMs && Math.abs(wallMs - this.#seen.wallMs - elapsedMs) < leastAbsenceMs;
    if (isSteady) {
      // The others are read where something is wrong alone: reading them costs more.
      if (elapsedMs >= tickMs / 2) {
        this.#seen = { ...this.#seen, monotonicMs: nowMs, wallMs };
        this.#seen.threadCpuMs = this.#readings.threadCpuMs();
        this.#seen.processCpuMs = this.#readings.processCpuMs();
        this.#seen.sinceBootMs += elapsedMs;
      }
      return;
    }
    const before = this.#seen;
    this.#seen = this.#read();
    this.#compare(before, this.#seen);
  }

  #compare(before: Seen, now: Seen): void {
    const elapsedMs = now.monotonicMs - before.monotonicMs;
    const sinceBootMs = now.sinceBootMs - before.sinceBootMs;
    const wallMs = now.wallMs - before.wallMs;
    const add = (what: NoticedAbsence['what'], lengthMs: number): void => {
      const length = { what, beganMs: before.monotonicMs, endedMs: now.monotonicMs, lengthMs };
      this.#absences.push(length);
      if (this.#absences.length <= mostKept) return;
      this.#absences.shift();
      this.#dropped++;
    };
    const uncountedMs = sinceBootMs - elapsedMs;
    if (uncountedMs >= leastAbsenceMs) add('machine', uncountedMs);
    else if (-uncountedMs >= leastAbsenceMs) add('clock', -uncountedMs);
    const stoodMs = Math.min(elapsedMs, sinceBootMs);
    if (stoodMs >= leastAbsenceMs) add(this.#whoStood(before, now, stoodMs), stoodMs);
    // The wall clock goes on with whichever of the two counted more.
    const setMs = wallMs - Math.max(elapsedMs, sinceBootMs);
    if (setMs >= leastAbsenceMs) add('clock', setMs);
    else if (-setMs >= leastAbsenceMs) add('clock-back', -setMs);
    if (elapsedMs >= leastAbsenceMs) for (const tell of this.#listeners) tell(elapsedMs);
  }

  #whoStood(before: Seen, now: Seen, stoodMs: number): NoticedAbsence['what'] {
    if (now.threadCpuMs - before.threadCpuMs >= busyShare * stoodMs) return 'busy';
    return now.processCpuMs - before.processCpuMs >= othersShare * stoodMs ? 'thread' : 'process';
  }

  #read(): Seen {
    const { monotonicMs, wallMs, sinceBootMs, threadCpuMs, processCpuMs } = this.#readings;
    return {
      monotonicMs: monotonicMs(),
      wallMs: wallMs(),
      sinceBootMs: sinceBootMs(),
      threadCpuMs: threadCpuMs(),
      processCpuMs: processCpuMs(),
    };
  }
}

type Seen = { -readonly [Clock in keyof ClockReadings]: number };

const ownReadings: ClockReadings = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  sinceBootMs: () => uptime() * 1000,
  threadCpuMs: () => milliseconds(process.threadCpuUsage()),
  processCpuMs: () => milliseconds(process.cpuUsage()),
};

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

let ofThisThread: ClockWatch | null = null;

/** The one watch of this thread. */
export function clockWatch(): ClockWatch {
  ofThisThread ??= new ClockWatch().start();
  return ofThisThread;
}
