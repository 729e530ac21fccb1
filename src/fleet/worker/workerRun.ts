import type { ShardRange } from '../../load/schedule/shard.ts';
import type { WholePlan } from '../../load/shard/shards.ts';
import { ShardThreads } from '../../load/shard/shardThreads.ts';
import { reasonWords } from '../../result/reasonWords.ts';
import type { Beat } from '../messages.ts';
import { packLedger } from '../packedLedger.ts';
import type { Outbox } from './outbox.ts';

/** A worker's part of one run: its threads, and what it tells of them. */
export class WorkerRun {
  readonly run: string;
  readonly #threads: ShardThreads;
  readonly #outbox: Outbox;
  #rates = 0;
  #stops = 0;
  #hasBegun = false;
  #hasEnded = false;

  private constructor(run: string, threads: ShardThreads, outbox: Outbox) {
    this.run = run;
    this.#threads = threads;
    this.#outbox = outbox;
  }

  /** Starts its threads and waits until they are ready. @throws ToolError when the target cannot be used at all */
  static async prepare(plan: WholePlan, part: ShardRange, outbox: Outbox): Promise<WorkerRun> {
    let seconds = 0;
    const threads = await ShardThreads.start(plan, part, {
      onSecond: (delta) => {
        seconds++;
        outbox.add({ kind: 'second', delta });
      },
      onLost: (reason) => outbox.add({ kind: 'trouble', why: reasonWords(reason) }),
    });
    const run = new WorkerRun(plan.runTag, threads, outbox);
    void threads.finished().then(({ completions, created }) => {
      run.#hasEnded = true;
      outbox.add({ kind: 'finished', seconds, completions: completions.map(packLedger), created });
    });
    return run;
  }

  /** @param startEpochMs by the clock of this machine */
  begin(startEpochMs: number): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#threads.beginAt(startEpochMs);
  }

  /** Does what the leader wants by now, and was not done before. */
  follow({ rates, stops, summedSeconds }: Beat): void {
    for (const { arrivalsPerSecond, fromMs } of rates.slice(this.#rates)) {
      this.#threads.setRateFrom(arrivalsPerSecond, fromMs);
    }
    for (const { graceMs } of stops.slice(this.#stops)) this.#threads.stop(graceMs);
    this.#rates = Math.max(this.#rates, rates.length);
    this.#stops = Math.max(this.#stops, stops.length);
    this.#outbox.confirm(summedSeconds);
  }

  /** The connection was lost: NATS, or the leader, may not have what was told. */
  tellAgain(): void {
    this.#outbox.again();
  }

  /** Stops its load at once, and tells the leader why, where there is one. */
  async leave(why: string): Promise<void> {
    if (this.#hasEnded) return;
    this.#outbox.add({ kind: 'left', why });
    await this.#threads.terminate();
  }

  /** Ends what is left of it: nobody waits for it any more. */
  async close(): Promise<void> {
    this.#outbox.close();
    if (!this.#hasEnded) await this.#threads.terminate();
  }

  /** Resolves when NATS has everything that it told. */
  flushed(): Promise<void> {
    return this.#outbox.flushed();
  }
}
