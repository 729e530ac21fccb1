import { epochNowMs } from '../../client/clock.ts';
import { wordsOf } from '../../errors.ts';
import { SecondsSum } from '../../load/shard/secondsSum.ts';
import {
  type NumberedSecond,
  outcomeOf,
  type ShardRange,
  type Shards,
  type ShardsListener,
  type ShardsOutcome,
  type WholePlan,
} from '../../load/shard/shards.ts';
import type { SumOfSecond } from '../../result/tally/mergeDeltas.ts';
import type { Dropped } from '../channel.ts';
import { endOf, type MessageCodec, type WorkEnd } from '../messageCodec.ts';
import type { MessageListener, MessageStream } from '../messageStream.ts';
import type { WorkerMessage } from '../messages.ts';
import type { Beats } from './beats.ts';
import { type LedWorker, startInstantMs } from './ledWorker.ts';
import { arrivalsByShard, PlanAccount } from './planAccount.ts';

/** Numbers from 0 on that were heard, in any order, some twice: as many as are missing is what is kept. */
export class Heard {
  #next = 0;
  readonly #ahead = new Set<number>();

  /** @returns whether it is new */
  add(number: number): boolean {
    if (number < this.#next || this.#ahead.has(number)) return false;
    if (number > this.#next) {
      this.#ahead.add(number);
      return true;
    }
    do this.#next++;
    while (this.#ahead.delete(this.#next));
    return true;
  }

  /** Whether one was heard and another before it was not. */
  get hasGap(): boolean {
    return this.#ahead.size > 0;
  }
}

/** How often workers are looked after. Ticks are counted, not time: a leader that slept has lost nobody. */
const tickMs = 250;
/** Ticks with a gap in what a worker told, after which the stream is read again. */
const gapTicks = 8;
/** A changed rate is told this long before it counts, so that it is known everywhere by then. */
const rateLeadMs = 250;

/** What the shards of a run know of the fleet that runs it. */
export interface LedFleet {
  readonly stream: MessageStream;
  readonly beats: Beats;
  readonly silenceMs: number;
  readonly dropped: Dropped;
  isConnected(): boolean;
  /** All were told of the start. */
  begun(): void;
  /** A worker is given up. */
  lose(worker: LedWorker, afterSeconds: number, why: string, part: ShardRange): void;
}

/** What a fleet runs, as its leader hears of it. */
export interface HeardRun<Second> {
  readonly run: string;
  /** What is walked: of twins the base, whose load both have. */
  readonly plan: WholePlan;
  secondSum(): SumOfSecond<Second>;
  readonly codec: MessageCodec<Second>;
}

interface Part {
  readonly worker: LedWorker;
  readonly range: ShardRange;
  readonly heard: Heard;
  readonly account: PlanAccount;
  silentTicks: number;
  gapTicks: number;
  seconds: number;
  /** What it has told at its end; `null` while it goes on. */
  end: WorkEnd | null;
  /** Whether a part of it was lost: then less is told than was planned. */
  isMaimed: boolean;
}

/** The shards of one run on the machines of a fleet. */
export class FleetShards<Second extends NumberedSecond> implements Shards {
  readonly #fleet: LedFleet;
  readonly #heard: HeardRun<Second>;
  readonly #parts: readonly Part[];
  readonly #listener: ShardsListener<Second>;
  readonly #sum: SecondsSum<Second>;
  readonly #hearer: MessageListener;
  readonly #ended = Promise.withResolvers<void>();
  readonly #unlisten: () => void;
  #startEpochMs = Number.POSITIVE_INFINITY;
  #guard: NodeJS.Timeout | null = null;
  #isReading = false;
  /** Arrivals of the plan; not looked at before somebody has ended. */
  #dueByShard: readonly number[] | null = null;

  /** @param parts the workers that are ready for the plan, each with its shards */
  constructor(
    fleet: LedFleet,
    heard: HeardRun<Second>,
    parts: readonly { readonly worker: LedWorker; readonly range: ShardRange }[],
    listener: ShardsListener<Second>,
  ) {
    this.#fleet = fleet;
    this.#heard = heard;
    this.#listener = listener;
    this.#parts = parts.map(({ worker, range }) => ({
      worker,
      range,
      heard: new Heard(),
      account: new PlanAccount(heard.plan),
      silentTicks: 0,
      gapTicks: 0,
      seconds: 0,
      end: null,
      isMaimed: false,
    }));
    this.#sum = new SecondsSum(parts.length, heard.secondSum, (second) => {
      listener.onSecond(second);
      fleet.beats.note({ summedSeconds: second.second + 1 });
    });
    this.#hearer = {
      channels: parts.map(({ worker }, index) => worker.messages(heard.run, index)),
      onMessage: (index, number, message) => this.#onMessage(index, number, message),
      onDropped: () => fleet.dropped.add(),
    };
    this.#unlisten = fleet.stream.listen(heard.run, this.#hearer);
  }

  begin(): void {
    this.#startEpochMs = startInstantMs(this.#parts.map(({ worker }) => worker));
    const begun = this.#parts.map(({ worker }, index) =>
      worker.begin(this.#heard.run, this.#startEpochMs).catch((error: unknown) => {
        this.#lose(index, wordsOf(error));
      }),
    );
    void Promise.all(begun).then(() => this.#fleet.begun());
    this.#guard = setInterval(() => this.#lookAfter(), tickMs);
  }

  setRate(arrivalsPerSecond: number): void {
    const fromMs = Math.max(0, epochNowMs() - this.#startEpochMs + rateLeadMs);
    const { beats } = this.#fleet;
    beats.set({ rates: [...beats.state.rates, { fromMs, arrivalsPerSecond }] });
  }

  stop(graceMs: number): void {
    const { beats } = this.#fleet;
    beats.set({ stops: [...beats.state.stops, { graceMs }] });
  }

  async terminate(): Promise<void> {
    this.#fleet.beats.set({ run: null });
    for (const index of this.#parts.keys()) this.#end(index);
  }

  async finished(): Promise<ShardsOutcome> {
    await this.#ended.promise;
    return outcomeOf(this.#parts.flatMap(({ end }) => (end === null ? [] : [end.outcome])));
  }

  /** Reads again what NATS has kept: the connection was lost meanwhile. */
  async catchUp(): Promise<void> {
    if (this.#isReading || this.#sum.isOver) return;
    this.#isReading = true;
    await this.#fleet.stream.again(this.#heard.run, this.#hearer).catch(() => {});
    this.#isReading = false;
  }

  #onMessage(index: number, number: number, message: WorkerMessage): void {
    const part = this.#parts[index];
    // One that was given up.
    if (part === undefined || this.#sum.hasEnded(index)) return;
    if (!part.heard.add(number)) return;
    part.silentTicks = 0;
    const { codec } = this.#heard;
    const second = codec.secondOf(message);
    if (second !== null) {
      part.seconds++;
      const deltas = codec.deltasOf(second);
      const [walked] = deltas;
      if (walked !== undefined) part.account.add(walked);
      part.worker.note(deltas);
      this.#sum.add(index, second);
    } else if (message.kind === 'trouble') {
      part.isMaimed = true;
      this.#listener.onLost({ code: 'thread-lost', why: `on worker ${part.worker.name}: ${message.why}` });
    } else if (message.kind === 'dropped') part.worker.dropped = Math.max(part.worker.dropped, message.count);
    else if (message.kind === 'left') this.#lose(index, message.why);
    else part.end ??= endOf(message);
    if (part.end === null || part.seconds < part.end.seconds) return;
    this.#holdToPlan(part);
    this.#end(index);
  }

  /** Has said what of its account cannot be. */
  #holdToPlan({ account, range, worker, seconds, isMaimed }: Part): void {
    if (isMaimed) return;
    this.#dueByShard ??= arrivalsByShard(this.#heard.plan, range.shards);
    const due = this.#dueByShard?.slice(range.first, range.first + range.count).reduce((sum, each) => sum + each, 0);
    const wrong = account.contradiction(seconds, due ?? null, this.#fleet.beats.state.stops.length > 0);
    if (wrong !== null) this.#listener.onLost({ code: 'worker-contradicts-plan', worker: worker.name, ...wrong });
  }

  #lookAfter(): void {
    if (!this.#fleet.isConnected()) return;
    for (const [index, part] of this.#parts.entries()) {
      if (this.#sum.hasEnded(index)) continue;
      part.silentTicks++;
      part.gapTicks = part.heard.hasGap ? part.gapTicks + 1 : 0;
      if (part.gapTicks % gapTicks === gapTicks - 1) void this.catchUp();
      const silentMs = part.silentTicks * tickMs;
      if (silentMs > this.#fleet.silenceMs)
        this.#lose(index, `nothing was heard of it for ${Math.round(silentMs / 1000)} s`);
    }
  }

  #lose(index: number, why: string): void {
    const part = this.#parts[index];
    if (part === undefined || this.#sum.hasEnded(index)) return;
    this.#fleet.lose(part.worker, this.#sum.second, why, part.range);
    this.#end(index);
  }

  #end(index: number): void {
    this.#sum.end(index);
    if (!this.#sum.isOver) return;
    if (this.#guard !== null) clearInterval(this.#guard);
    this.#unlisten();
    this.#fleet.beats.set({ run: null, rates: [], stops: [], summedSeconds: 0 });
    this.#fleet.stream.forget(this.#heard.run).catch(() => {});
    this.#ended.resolve();
  }
}
