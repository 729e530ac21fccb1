import { type DuetPlan, DuetSecondSum } from '../../duet/duetWork.ts';
import { ToolError } from '../../errors.ts';
import {
  type Generators,
  type NumberedSecond,
  type ShardRange,
  type Shards,
  type ShardsListener,
  shareOut,
  type WholePlan,
} from '../../load/shard/shards.ts';
import type { FleetResult } from '../../result/fleetResult.ts';
import type { Reason } from '../../result/reason.ts';
import type { DuetDelta } from '../../result/tally/duetTally.ts';
import { SecondSum } from '../../result/tally/mergeDeltas.ts';
import { connectFleet, type FleetAddress, letGo, subjectsOf } from '../bus.ts';
import { Dropped, droppedWhy } from '../channel.ts';
import { FleetKey } from '../fleetKey.ts';
import { duetCodec, loadCodec } from '../messageCodec.ts';
import { MessageStream } from '../messageStream.ts';
import { Beats } from './beats.ts';
import { FleetShards, type HeardRun } from './fleetShards.ts';
import type { FleetPlan, LedWorker, Speech } from './ledWorker.ts';
import { type Gathering, type Joined, joinedWorkers, listedWorkers } from './roster.ts';

/** How a fleet is led. */
export interface FleetOptions extends Gathering {
  readonly address: FleetAddress;
  /** So many workers may be lost before the run proves nothing. */
  readonly allowLost: number;
  /** A worker that nothing is heard of for so long is lost. */
  readonly lostAfterSeconds: number;
}

/** A worker stops its load on its own before its leader gives it up: nobody's load is ever taken for lost while it goes on. */
const shareOfSilence = 2 / 3;
/** Starts that may be further apart are said. */
const noticeableMs = 50;

/** The workers that one leader leads, from the call to the end: what runs plans on many machines. */
export class Fleet implements Generators {
  readonly #speech: Speech;
  readonly #options: FleetOptions;
  readonly #stream: MessageStream;
  readonly #beats: Beats;
  readonly #workers: readonly LedWorker[];
  #isConnected = true;
  #catchUp: () => Promise<void> = async () => {};
  #onLost: ShardsListener['onLost'] = () => {};
  #lost = 0;

  private constructor({ speech, workers }: Joined, options: FleetOptions, stream: MessageStream) {
    const { connection, key, session } = speech;
    this.#speech = speech;
    this.#options = options;
    this.#stream = stream;
    this.#workers = workers;
    const subjects = subjectsOf(options.address.fleet);
    this.#beats = new Beats(connection, subjects.beat(session), key.channel('beats', session));
  }

  /**
   * Waits until all who are wanted are there, makes them this leader's, and measures their clocks.
   *
   * @throws ToolError USAGE, NATS_UNREACHABLE, WORKERS_MISSING, WORKER_LOST
   */
  static async gather(options: FleetOptions): Promise<Fleet> {
    const { address, onNotice, lostAfterSeconds } = options;
    const subjects = subjectsOf(address.fleet);
    const key = FleetKey.of(address.environment, address.fleet);
    const dropped = new Dropped(() => onNotice(`fleet ${address.fleet}: a message was dropped, ${droppedWhy}`));
    const connection = await connectFleet(address, key, 'canvass leader');
    let fleet: Fleet | null = null;
    try {
      const stream = await MessageStream.open(connection, subjects, address.environment);
      const silenceMs = lostAfterSeconds * 1000 * shareOfSilence;
      const joined = await joinedWorkers({ connection, key, dropped, subjects }, options, silenceMs);
      fleet = new Fleet(joined, options, stream);
      await Promise.all(joined.workers.map((worker) => worker.measureClock()));
      onNotice(`fleet ${address.fleet}: ${listedWorkers(joined.workers.map((worker) => worker.standing))}`);
      void fleet.#followConnection();
      return fleet;
    } catch (error) {
      if (fleet === null) await letGo(connection);
      else await fleet.close();
      throw error;
    }
  }

  get threads(): number {
    return this.#alive().reduce((sum, { present }) => sum + present.threads, 0);
  }

  /** Workers that are there, and those that were. */
  get counts(): { readonly present: number; readonly wanted: number } {
    return { present: this.#alive().length, wanted: this.#workers.length };
  }

  start(plan: WholePlan, listener: ShardsListener): Promise<Shards> {
    const heard = { run: plan.runTag, plan, secondSum: () => new SecondSum(), codec: loadCodec };
    return this.#start({ sides: [plan], learnt: [] }, heard, listener);
  }

  /** Makes everything ready for twins. What workers did before is no part of the result. @throws ToolError */
  startTwins({ sides, learnt }: DuetPlan, listener: ShardsListener<DuetDelta>): Promise<Shards> {
    for (const worker of this.#workers) worker.forget();
    const heard = { run: sides.base.runTag, plan: sides.base, secondSum: () => new DuetSecondSum(), codec: duetCodec };
    return this.#start({ sides: [sides.base, sides.candidate], learnt }, heard, listener);
  }

  async #start<Second extends NumberedSecond>(
    plan: FleetPlan,
    heard: HeardRun<Second>,
    listener: ShardsListener<Second>,
  ): Promise<Shards> {
    const workers = this.#alive();
    if (workers.length === 0) throw new ToolError('WORKER_LOST', 'all workers of the fleet were lost');
    const ranges = shareOut(workers.map(({ present }) => present.threads));
    const parts = workers.map((worker, index) => ({
      worker,
      range: ranges[index] ?? { first: 0, count: 0, shards: 0 },
    }));
    this.#onLost = (reason) => listener.onLost(reason);
    this.#beats.set({ run: heard.run, rates: [], stops: [], summedSeconds: 0 });
    const shards = new FleetShards(
      {
        stream: this.#stream,
        beats: this.#beats,
        silenceMs: this.#options.lostAfterSeconds * 1000,
        dropped: this.#speech.dropped,
        isConnected: () => this.#isConnected,
        begun: () => this.#sayStart(),
        lose: (worker, afterSeconds, why, range) => this.#lose(worker, afterSeconds, why, range),
      },
      heard,
      parts,
      listener,
    );
    this.#catchUp = () => shards.catchUp();
    try {
      const { environment } = this.#options.address;
      await Promise.all(
        parts.map(({ worker, range }, index) => worker.prepare(plan, { index, part: range, environment })),
      );
    } catch (error) {
      await shards.terminate();
      throw error;
    }
    return shards;
  }

  #lose(worker: LedWorker, afterSeconds: number, why: string, { count, shards }: ShardRange): void {
    worker.lost = { afterSeconds, why };
    this.#lost++;
    this.#beats.set({ lost: [...this.#beats.state.lost, worker.present.id] });
    const percent = Math.round((1000 * count) / shards) / 10;
    const code = this.#lost <= this.#options.allowLost ? 'worker-lost-allowed' : 'worker-lost';
    const reason: Reason = { code, worker: worker.name, afterSeconds, sharePercent: percent, why };
    this.#options.onNotice(
      `worker ${worker.name} is lost after ${afterSeconds} s, with ${percent} % of the load: ${why}`,
    );
    this.#onLost(reason);
  }

  /** What is known of its machines, for the result. @param service of the plan: the candidate of a duet is the second */
  resultAt(service: 0 | 1): FleetResult {
    return {
      name: this.#options.address.fleet,
      droppedMessages: this.#speech.dropped.count,
      startApartMs: this.#startApartMs(),
      workers: this.#workers.map((worker) => worker.resultAt(service)),
    };
  }

  /** Two that were each so far off may have been both together. */
  #startApartMs(): number {
    const [most = 0, second = 0] = this.#workers.map(({ startDoubtMs }) => startDoubtMs).sort((a, b) => b - a);
    return most + second;
  }

  #sayStart(): void {
    const apartMs = this.#startApartMs();
    if (apartMs <= noticeableMs) return;
    this.#options.onNotice(`workers may have started up to ${Math.round(apartMs)} ms apart`);
  }

  /** Lets all go. */
  async close(): Promise<void> {
    this.#beats.end();
    const { connection } = this.#speech;
    await letGo(connection);
  }

  #alive(): LedWorker[] {
    return this.#workers.filter(({ lost }) => lost === null);
  }

  async #followConnection(): Promise<void> {
    for await (const { type } of this.#speech.connection.status()) {
      if (type === 'disconnect') this.#isConnected = false;
      if (type !== 'reconnect') continue;
      this.#isConnected = true;
      await this.#catchUp();
    }
  }
}
