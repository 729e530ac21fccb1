import { Worker } from 'node:worker_threads';
import { ToolError } from '../../errors.ts';
import type { LedgerColumns } from '../../respondent/audit/completionLedger.ts';
import type { RunResult } from '../../result/runResult.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';
import { mergeDeltas } from '../../result/tally/mergeDeltas.ts';
import type { FromShard, ToShard } from './messages.ts';
import { packPlan, type ShardPlan } from './shardPlan.ts';

/** Who hears of all threads together. */
export interface ThreadsListener {
  /** Once for every second, in order, summed over the threads. */
  onSecond(delta: SecondDelta): void;
  /** A thread has ended before its work was done. The others go on. */
  onLost(why: string): void;
}

/** What threads hand over at their end. */
export interface ThreadsOutcome {
  /** The completions that were kept, one ledger a thread. */
  readonly completions: readonly LedgerColumns[];
  /** What administration calls created. */
  readonly created: RunResult['created'];
}

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

const threadFile = new URL(import.meta.url.endsWith('.ts') ? './shardThread.ts' : './shardThread.js', import.meta.url);

interface Thread {
  readonly worker: Worker;
  ended: boolean;
  readonly waiting: SecondDelta[];
  /** Ticks since it was last heard. */
  silentTicks: number;
}

/** The generating threads of a run: one a shard, begun together, their seconds summed as they come. */
export class ShardThreads {
  readonly #threads: readonly Thread[];
  readonly #listener: ThreadsListener;
  readonly #completions: LedgerColumns[] = [];
  readonly #created: RunResult['created'] = [];
  readonly #ended = Promise.withResolvers<void>();
  readonly #timeoutMs: number;
  #startEpochMs = Number.POSITIVE_INFINITY;
  #second = 0;
  /** Ticks until threads that were stopped are ended. */
  #ticksLeft = Number.POSITIVE_INFINITY;
  #guard: NodeJS.Timeout | null = null;

  private constructor(workers: readonly Worker[], listener: ThreadsListener, timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#threads = workers.map((worker) => ({ worker, ended: false, waiting: [], silentTicks: 0 }));
    this.#listener = listener;
  }

  /**
   * Starts threads and waits until all of them are ready.
   *
   * @throws ToolError when the target cannot be used at all, or a thread cannot be started.
   */
  static async start(plan: Omit<ShardPlan, 'shard'>, listener: ThreadsListener): Promise<ShardThreads> {
    const workers = Array.from(
      { length: plan.shards },
      (_, shard) =>
        new Worker(threadFile, { workerData: packPlan({ ...plan, shard }), name: `canvass shard ${shard}` }),
    );
    try {
      await Promise.all(workers.map(readiness));
    } catch (error) {
      await Promise.all(workers.map((worker) => worker.terminate()));
      throw error;
    }
    const threads = new ShardThreads(workers, listener, plan.profile.target.timeoutMs);
    threads.#listen();
    return threads;
  }

  /** Lets all threads begin at the same instant. @returns that instant, ms since the epoch */
  begin(): number {
    this.#startEpochMs = performance.timeOrigin + performance.now() + leadMs;
    this.#tell({ kind: 'begin', startEpochMs: this.#startEpochMs });
    this.#guard ??= setInterval(() => this.#lookAfter(), tickMs);
    return this.#startEpochMs;
  }

  /** Changes the rate of an adjustable plan. */
  setRate(arrivalsPerSecond: number): void {
    const elapsedMs = performance.timeOrigin + performance.now() - this.#startEpochMs;
    this.#tell({ kind: 'rate', arrivalsPerSecond, fromMs: Math.max(0, elapsedMs + rateLeadMs) });
  }

  /** Lets walks under way end within `graceMs`, then stops them. */
  stop(graceMs: number): void {
    this.#ticksLeft = Math.min(this.#ticksLeft, Math.ceil((graceMs + this.#timeoutMs) / tickMs) + stopTicks);
    this.#tell({ kind: 'stop', graceMs });
  }

  /** Ends threads that stand still, in a page that takes for ever or for want of memory. */
  #lookAfter(): void {
    this.#ticksLeft--;
    for (const thread of this.#threads) {
      if (thread.ended) continue;
      thread.silentTicks++;
      if (thread.silentTicks >= mostSilentTicks || this.#ticksLeft <= 0) void thread.worker.terminate();
    }
  }

  /** Ends all threads at once; what they have not told is lost. */
  async terminate(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  /** Resolves when every thread has ended and every second was told. */
  async finished(): Promise<ThreadsOutcome> {
    await this.#ended.promise;
    return { completions: this.#completions, created: this.#created };
  }

  #tell(message: ToShard): void {
    for (const { worker, ended } of this.#threads) if (!ended) worker.postMessage(message);
  }

  #listen(): void {
    for (const thread of this.#threads) {
      const { worker } = thread;
      let finished = false;
      let why = 'it ended without a word';
      worker.on('message', (message: FromShard) => {
        thread.silentTicks = 0;
        if (message.kind === 'second') thread.waiting.push(message.delta);
        else if (message.kind === 'finished') {
          finished = true;
          if (message.completions !== null) this.#completions.push(message.completions);
          this.#created.push(...message.created);
        }
        this.#sumSeconds();
      });
      worker.on('error', (error) => {
        why = error instanceof Error ? error.message : String(error);
      });
      worker.on('exit', () => {
        thread.ended = true;
        if (thread.silentTicks >= mostSilentTicks || this.#ticksLeft <= 0) why = 'it stood still';
        if (!finished) this.#listener.onLost(why);
        this.#sumSeconds();
      });
    }
  }

  /** Tells every second of which all threads that still run have told. */
  #sumSeconds(): void {
    for (;;) {
      if (this.#threads.some(({ ended, waiting }) => !ended && waiting.length === 0)) return;
      const parts = this.#threads.flatMap(({ waiting }) =>
        waiting[0]?.second === this.#second ? [waiting.shift()] : [],
      );
      const [first, ...others] = parts.filter((part) => part !== undefined);
      if (first === undefined) break;
      this.#second++;
      this.#listener.onSecond(mergeDeltas([first, ...others]));
    }
    if (!this.#threads.every(({ ended }) => ended)) return;
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
  const onMessage = (message: FromShard): void => {
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
