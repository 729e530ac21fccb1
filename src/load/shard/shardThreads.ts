import type { Worker } from 'node:worker_threads';
import { epochNowMs } from '../../client/clock.ts';
import { ToolError, wordsOf } from '../../errors.ts';
import { machineWatch } from '../health/machineWork.ts';
import { loadWork } from './loadWork.ts';
import { SecondsSum } from './secondsSum.ts';
import type { Generators, NumberedSecond, Shards, ShardsListener, ShardsOutcome, ShardWork } from './shards.ts';
import { outcomeOf, type ShardRange, wholeRange } from './shards.ts';
import type { FromShard, ToShard } from './threadBody.ts';

/** Threads begin together, this long after all of them are ready. */
const leadMs = 100;
/** A changed rate is told this long before it counts, so that all threads change at the same instant. */
const rateLeadMs = 50;
/** How often threads are looked after. Ticks are counted, not time: a machine that slept has lost nobody. */
const tickMs = 1000;
/** Every thread tells of each second: one that tells of none for so many ticks stands still, and is ended. */
const mostSilentTicks = 15;
/** What a thread that was stopped may take beyond the time it was given. */
const stopTicks = 3;

interface Thread<Second> {
  readonly worker: Worker;
  /** Ticks since it was last heard. */
  silentTicks: number;
  /** The first half of the second under way. */
  half: Second | null;
  /** What it handed over at its end. */
  outcome: ShardsOutcome | null;
}

/** Threads of this process as what runs plans. */
export function localThreads(threads: number): Generators {
  return {
    threads,
    start: (plan, listener) => ShardThreads.start(loadWork(plan), wholeRange(threads), listener),
  };
}

/** The generating threads of a run: one a shard, begun together, their seconds summed as they come. */
export class ShardThreads<Second extends NumberedSecond> implements Shards {
  readonly #work: ShardWork<Second>;
  readonly #threads: readonly Thread<Second>[];
  readonly #listener: ShardsListener<Second>;
  readonly #sum: SecondsSum<Second>;
  readonly #ended = Promise.withResolvers<void>();
  #startEpochMs = Number.POSITIVE_INFINITY;
  /** Ticks until threads that were stopped are ended. */
  #ticksLeft = Number.POSITIVE_INFINITY;
  #guard: NodeJS.Timeout | null = null;

  private constructor(work: ShardWork<Second>, workers: readonly Worker[], listener: ShardsListener<Second>) {
    this.#work = work;
    this.#threads = workers.map((worker) => ({ worker, silentTicks: 0, half: null, outcome: null }));
    this.#listener = listener;
    this.#sum = new SecondsSum(workers.length, work.secondSum, (second) => listener.onSecond(second));
  }

  /**
   * Starts the threads of some shards of a plan and waits until all of them are ready.
   *
   * @throws ToolError when the target cannot be used at all, or a thread cannot be started.
   */
  static async start<Second extends NumberedSecond>(
    work: ShardWork<Second>,
    { first, count, shards }: ShardRange,
    listener: ShardsListener<Second>,
  ): Promise<ShardThreads<Second>> {
    machineWatch.look();
    const workers = Array.from({ length: count }, (_, index) => work.startThread({ shard: first + index, shards }));
    try {
      await Promise.all(workers.map(readiness));
    } catch (error) {
      await Promise.all(workers.map((worker) => worker.terminate()));
      throw error;
    }
    machineWatch.look();
    const threads = new ShardThreads(work, workers, listener);
    threads.#listen();
    return threads;
  }

  begin(): void {
    this.beginAt(epochNowMs() + leadMs);
  }

  /** Lets all threads begin at one instant. @param startEpochMs `epochNowMs()` of then */
  beginAt(startEpochMs: number): void {
    this.#startEpochMs = startEpochMs;
    this.#tell({ kind: 'begin', startEpochMs });
    this.#guard ??= setInterval(() => this.#lookAfter(), tickMs);
  }

  setRate(arrivalsPerSecond: number): void {
    const elapsedMs = epochNowMs() - this.#startEpochMs;
    this.setRateFrom(arrivalsPerSecond, Math.max(0, elapsedMs + rateLeadMs));
  }

  /** Changes the rate of an adjustable plan at an instant, ms since the start. */
  setRateFrom(arrivalsPerSecond: number, fromMs: number): void {
    this.#tell({ kind: 'rate', arrivalsPerSecond, fromMs });
  }

  stop(graceMs: number): void {
    this.#ticksLeft = Math.min(this.#ticksLeft, Math.ceil((graceMs + this.#work.timeoutMs) / tickMs) + stopTicks);
    this.#tell({ kind: 'stop', graceMs });
  }

  /** Ends threads that stand still, in a page that takes for ever or for want of memory. */
  #lookAfter(): void {
    this.#ticksLeft--;
    for (const [part, thread] of this.#threads.entries()) {
      if (this.#sum.hasEnded(part)) continue;
      thread.silentTicks++;
      if (thread.silentTicks >= mostSilentTicks || this.#ticksLeft <= 0) void thread.worker.terminate();
    }
  }

  async terminate(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  async finished(): Promise<ShardsOutcome> {
    await this.#ended.promise;
    return outcomeOf(this.#threads.flatMap(({ outcome }) => (outcome === null ? [] : [outcome])));
  }

  #tell(message: ToShard): void {
    for (const [part, { worker }] of this.#threads.entries())
      if (!this.#sum.hasEnded(part)) worker.postMessage(message);
  }

  #listen(): void {
    for (const [part, thread] of this.#threads.entries()) {
      const { worker } = thread;
      let why = 'it ended without a word';
      worker.on('message', (message: FromShard<Second>) => {
        thread.silentTicks = 0;
        if (message.kind === 'half') {
          thread.half = message.second;
          this.#listener.onUnsummed?.(message.second);
        } else if (message.kind === 'second') {
          const second = this.#work.wholeSecond(thread.half, message.second);
          thread.half = null;
          this.#sum.add(part, second);
          if (this.#sum.second <= second.second) this.#listener.onUnsummed?.(second);
        } else if (message.kind === 'finished') thread.outcome = message.outcome;
      });
      worker.on('error', (error) => {
        why = wordsOf(error);
      });
      worker.on('exit', () => {
        if (thread.silentTicks >= mostSilentTicks || this.#ticksLeft <= 0) why = 'it stood still';
        if (thread.outcome === null) this.#listener.onLost({ code: 'thread-lost', why });
        if (thread.half !== null) this.#sum.add(part, thread.half);
        this.#sum.end(part);
        if (this.#sum.isOver) this.#end();
      });
    }
  }

  #end(): void {
    if (this.#guard !== null) clearInterval(this.#guard);
    this.#ended.resolve();
  }
}

/** Resolves when a thread says that it is ready. */
function readiness(worker: Worker): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const settle = (): void => {
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  };
  const onMessage = (message: FromShard<unknown>): void => {
    settle();
    if (message.kind === 'ready') resolve();
    else if (message.kind === 'failed' && message.code !== null) reject(new ToolError(message.code, message.message));
    else reject(new Error(message.kind === 'failed' ? message.message : `unexpected ${message.kind}`));
  };
  const onError = (error: unknown): void => {
    settle();
    reject(error);
  };
  const onExit = (): void => {
    settle();
    reject(new ToolError('WORKER_LOST', 'A generating thread ended while it was started.'));
  };
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  return promise;
}
