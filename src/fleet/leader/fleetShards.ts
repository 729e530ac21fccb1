import type { ShardRange } from '../../load/schedule/shard.ts';
import { SecondsSum } from '../../load/shard/secondsSum.ts';
import type { Shards, ShardsListener, ShardsOutcome, WholePlan } from '../../load/shard/shards.ts';
import type { LedgerColumns } from '../../respondent/audit/completionLedger.ts';
import type { RunResult } from '../../result/runResult.ts';
import { epochNowMs } from '../clockOffset.ts';
import type { Told } from '../messages.ts';
import { unpackLedger } from '../packedLedger.ts';
import type { ToldStream } from '../toldStream.ts';
import type { Beats } from './beats.ts';
import { Heard } from './heard.ts';
import { type LedWorker, startInstantMs } from './ledWorker.ts';

/** How often workers are looked after. Ticks are counted, not time: a leader that slept has lost nobody. */
const tickMs = 250;
/** Ticks with a gap in what a worker told, after which the stream is read again. */
const gapTicks = 8;
/** A changed rate is told this long before it counts, so that it is known everywhere by then. */
const rateLeadMs = 250;

/** What the shards of a run know of the fleet that runs it. */
export interface LedFleet {
  readonly session: string;
  readonly stream: ToldStream;
  readonly beats: Beats;
  readonly silenceMs: number;
  isConnected(): boolean;
  /** All were told of the start. */
  begun(): void;
  /** A worker is given up. */
  lose(worker: LedWorker, afterSeconds: number, why: string, part: ShardRange): void;
}

interface Part {
  readonly worker: LedWorker;
  readonly range: ShardRange;
  readonly heard: Heard;
  silentTicks: number;
  gapTicks: number;
  seconds: number;
  /** How many seconds it says it has told; `null` while it goes on. */
  finishedAfter: number | null;
}

/** The shards of one run on the machines of a fleet. */
export class FleetShards implements Shards {
  readonly #fleet: LedFleet;
  readonly #run: string;
  readonly #parts: readonly Part[];
  readonly #listener: ShardsListener;
  readonly #sum: SecondsSum;
  readonly #completions: LedgerColumns[] = [];
  readonly #created: RunResult['created'] = [];
  readonly #ended = Promise.withResolvers<void>();
  readonly #unlisten: () => void;
  #startEpochMs = Number.POSITIVE_INFINITY;
  #guard: NodeJS.Timeout | null = null;
  #isReading = false;

  /** @param parts the workers that are ready for the plan, each with its shards */
  constructor(
    fleet: LedFleet,
    { runTag }: WholePlan,
    parts: readonly { readonly worker: LedWorker; readonly range: ShardRange }[],
    listener: ShardsListener,
  ) {
    this.#fleet = fleet;
    this.#run = runTag;
    this.#listener = listener;
    this.#parts = parts.map(({ worker, range }) => ({
      worker,
      range,
      heard: new Heard(),
      silentTicks: 0,
      gapTicks: 0,
      seconds: 0,
      finishedAfter: null,
    }));
    this.#sum = new SecondsSum(parts.length, (delta) => {
      listener.onSecond(delta);
      fleet.beats.note({ summedSeconds: delta.second + 1 });
    });
    this.#unlisten = fleet.stream.listen(runTag, (index, told) => this.#onTold(index, told));
  }

  begin(): void {
    this.#startEpochMs = startInstantMs(this.#parts.map(({ worker }) => worker));
    const begun = this.#parts.map(({ worker }, index) =>
      worker.begin(this.#fleet.session, this.#run, this.#startEpochMs).catch((error: unknown) => {
        this.#lose(index, error instanceof Error ? error.message : String(error));
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
    return { completions: this.#completions, created: this.#created };
  }

  /** Reads again what NATS has kept: the connection was lost meanwhile. */
  async catchUp(): Promise<void> {
    if (this.#isReading || this.#sum.isOver) return;
    this.#isReading = true;
    await this.#fleet.stream.again(this.#run, (index, told) => this.#onTold(index, told)).catch(() => {});
    this.#isReading = false;
  }

  #onTold(index: number, told: Told): void {
    const part = this.#parts[index];
    // A stranger, or one that was given up.
    if (part === undefined || part.worker.present.id !== told.id || this.#sum.hasEnded(index)) return;
    if (!part.heard.add(told.number)) return;
    part.silentTicks = 0;
    switch (told.kind) {
      case 'second':
        part.seconds++;
        part.worker.note(told.delta);
        this.#sum.add(index, told.delta);
        break;
      case 'trouble':
        this.#listener.onLost({ code: 'thread-lost', why: `on worker ${part.worker.name}: ${told.why}` });
        break;
      case 'left':
        this.#lose(index, told.why);
        break;
      case 'finished':
        part.finishedAfter = told.seconds;
        for (const packed of told.completions) {
          const ledger = unpackLedger(packed);
          if (ledger !== null) this.#completions.push(ledger);
        }
        this.#created.push(...told.created);
        break;
    }
    if (part.finishedAfter !== null && part.seconds >= part.finishedAfter) this.#end(index);
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
    this.#fleet.stream.forget(this.#run).catch(() => {});
    this.#ended.resolve();
  }
}
