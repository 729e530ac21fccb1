import { setTimeout as pause } from 'node:timers/promises';
import type { NumberedSecond, ShardRange, ShardWork } from '../../load/shard/shards.ts';
import { ShardThreads } from '../../load/shard/shardThreads.ts';
import { reasonWords } from '../../result/reasonWords.ts';
import type { Dropped } from '../channel.ts';
import { type MessageCodec, messageOfEnd } from '../messageCodec.ts';
import { type Beat, lineOf, type WorkerMessage } from '../messages.ts';

const retryMs = 250;

/**
 * What a worker tells of one run: each message until NATS has acknowledged it, and again when NATS may have lost it, as
 * long as the leader has not summed it.
 */
export class Outbox {
  readonly #deliver: (number: number, message: WorkerMessage) => Promise<void>;
  readonly #kept = new Map<number, WorkerMessage>();
  readonly #underway = new Set<number>();
  #number = 0;
  #isClosed = false;

  /** @param deliver has NATS keep a message with its number */
  constructor(deliver: (number: number, message: WorkerMessage) => Promise<void>) {
    this.#deliver = deliver;
  }

  add(message: WorkerMessage): void {
    const number = this.#number++;
    this.#kept.set(number, message);
    void this.#send(number, message);
  }

  /** The leader has these seconds. */
  confirm(summedSeconds: number): void {
    for (const [number, message] of this.#kept) {
      if ('delta' in message && message.delta.second < summedSeconds) this.#kept.delete(number);
    }
  }

  /** Tells everything again that the leader may not have. */
  again(): void {
    for (const [number, message] of this.#kept) void this.#send(number, message);
  }

  /** Tells nothing any more. */
  close(): void {
    this.#isClosed = true;
    this.#kept.clear();
  }

  /** Resolves when NATS has everything. */
  async flushed(): Promise<void> {
    while (this.#underway.size > 0) await pause(retryMs / 10);
  }

  async #send(number: number, message: WorkerMessage): Promise<void> {
    if (this.#underway.has(number)) return;
    this.#underway.add(number);
    while (!this.#isClosed && this.#kept.has(number)) {
      try {
        await this.#deliver(number, message);
        break;
      } catch {
        // NATS is away, or starts again: it is told when it is back.
        await pause(retryMs);
      }
    }
    this.#underway.delete(number);
  }
}

/** The threads of any kind of work, once they are ready. */
type ReadyThreads = Pick<ShardThreads<NumberedSecond>, 'beginAt' | 'setRateFrom' | 'stop' | 'terminate'>;

/** A worker's part of one run: its threads, and what it tells of them. */
export class WorkerRun {
  readonly run: string;
  readonly #threads: ReadyThreads;
  /** What it tells. */
  readonly outbox: Outbox;
  #rates = 0;
  #stops = 0;
  #hasBegun = false;
  #hasEnded = false;

  private constructor(run: string, threads: ReadyThreads, outbox: Outbox) {
    this.run = run;
    this.#threads = threads;
    this.outbox = outbox;
  }

  /** Starts its threads and waits until they are ready. @throws ToolError when the target cannot be used at all */
  static async prepare<Second extends NumberedSecond>(
    name: string,
    work: ShardWork<Second>,
    codec: MessageCodec<Second>,
    part: ShardRange,
    outbox: Outbox,
    dropped: Dropped,
  ): Promise<WorkerRun> {
    let seconds = 0;
    const threads = await ShardThreads.start(work, part, {
      onSecond: (second) => {
        seconds++;
        outbox.add(codec.messageOf(second));
      },
      onLost: (reason) => outbox.add({ kind: 'trouble', why: lineOf(reasonWords(reason)) }),
    });
    const run = new WorkerRun(name, threads, outbox);
    void threads.finished().then((outcome) => {
      run.#hasEnded = true;
      if (dropped.count > 0) outbox.add({ kind: 'dropped', count: dropped.count });
      outbox.add(messageOfEnd({ seconds, outcome }));
    });
    return run;
  }

  /** @param startEpochMs by the clock of this machine */
  begin(startEpochMs: number): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#threads.beginAt(startEpochMs);
  }

  /** Does what the leader wants by now, and was not done before; of what comes too early the next beat tells again. */
  follow({ rates, stops, summedSeconds }: Beat): void {
    if (!this.#hasBegun) return;
    for (const { arrivalsPerSecond, fromMs } of rates.slice(this.#rates)) {
      this.#threads.setRateFrom(arrivalsPerSecond, fromMs);
    }
    for (const { graceMs } of stops.slice(this.#stops)) this.#threads.stop(graceMs);
    this.#rates = Math.max(this.#rates, rates.length);
    this.#stops = Math.max(this.#stops, stops.length);
    this.outbox.confirm(summedSeconds);
  }

  /** Stops its load at once, and tells the leader why, where there is one. */
  async leave(why: string): Promise<void> {
    if (this.#hasEnded) return;
    this.outbox.add({ kind: 'left', why });
    await this.#threads.terminate();
  }

  /** Ends what is left of it: nobody waits for it any more. */
  async close(): Promise<void> {
    this.outbox.close();
    if (!this.#hasEnded) await this.#threads.terminate();
  }
}
