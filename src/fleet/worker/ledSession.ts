import { setTimeout as pause } from 'node:timers/promises';
import { epochNowMs } from '../../client/clock.ts';
import { duetWork } from '../../duet/duetWork.ts';
import { ToolError } from '../../errors.ts';
import { loadWork } from '../../load/shard/loadWork.ts';
import type { Channel, Dropped, Opened } from '../channel.ts';
import { type Conversation, conversation, type FleetKey } from '../fleetKey.ts';
import { duetCodec, loadCodec } from '../messageCodec.ts';
import type { MessageStream } from '../messageStream.ts';
import { type Answer, type Join, type Prepare, readBeat } from '../messages.ts';
import { followedPlan, type OwnRules } from './followedPlan.ts';
import { Outbox, WorkerRun } from './workerRun.ts';

/** What a worker is, as the runs that it serves need it. */
export interface WorkerSelf {
  readonly id: string;
  readonly key: FleetKey;
  readonly threads: number;
  readonly rules: OwnRules;
  readonly stream: MessageStream;
  say(text: string): void;
}

/** How long a worker that leaves waits until NATS has what it told. */
const lastWordsMs = 1000;

/** How often it is looked whether the leader is still there. Ticks are counted, not time: a machine that slept waits. */
export const tickMs = 250;

/** The time that a worker spends under one leader: one run after the other, until that is over. */
export class Session {
  readonly id: string;
  readonly leader: string;
  readonly #self: WorkerSelf;
  readonly #silenceMs: number;
  readonly #conversation: Conversation;
  readonly #beats: Channel;
  /** Messages that the leader has not sealed, or not for now. */
  readonly dropped: Dropped;
  /** Runs that were made ready: each plan is good for once. */
  readonly #runs = new Set<string>();
  #run: WorkerRun | null = null;
  #lastAsk = 0;
  #lastBeat = -1;
  #silentTicks = 0;

  /** @param nonce what the worker drew while it waited */
  constructor(join: Join, nonce: string, self: WorkerSelf, dropped: Dropped) {
    this.id = join.session;
    this.leader = join.leader;
    this.#silenceMs = join.silenceMs;
    this.#self = self;
    this.#conversation = conversation(self.key, { id: self.id, nonce }, join.session);
    this.#beats = self.key.channel('beats', join.session);
    this.dropped = dropped;
  }

  /** What the leader of this session asks: `null` for anything else, and for what it has asked before. */
  open(message: Uint8Array): Opened | null {
    const ask = this.#conversation.asks.open(message);
    if (ask === null || ask.sequence <= this.#lastAsk) return null;
    this.#lastAsk = ask.sequence;
    this.#silentTicks = 0;
    return ask;
  }

  /** Makes ready for a plan. @throws ToolError for one that this worker will not follow */
  async prepare(plan: Prepare): Promise<Answer> {
    const { threads, rules, stream, say } = this.#self;
    if (this.#runs.has(plan.run)) throw new ToolError('USAGE', 'it had this run before');
    if (plan.part.count !== threads) throw new ToolError('USAGE', `it has ${threads} threads, not ${plan.part.count}`);
    const { run, worker, part, learnt } = plan;
    this.#runs.add(run);
    const [base, candidate] = await followedPlan(plan, rules, this.#conversation.keys);
    if (base === undefined) throw new ToolError('PROFILE', 'the plan names no service');
    await this.#run?.close();
    const sender = { run, worker, channel: this.#conversation.messages(run, worker) };
    const outbox = new Outbox((number, message) => stream.send(sender, number, message));
    this.#run =
      candidate === undefined
        ? await WorkerRun.prepare(run, loadWork(base), loadCodec, part, outbox, this.dropped)
        : await WorkerRun.prepare(
            run,
            duetWork({ sides: { base, candidate }, learnt }),
            duetCodec,
            part,
            outbox,
            this.dropped,
          );
    const targets = [base, ...(candidate === undefined ? [] : [candidate])].map(({ baseUrl }) => baseUrl);
    say(`run ${run} of ${base.profile.name} against ${targets.join(' and ')}`);
    return { kind: 'ready' };
  }

  begin(run: string, startEpochMs: number): Answer {
    const heardEpochMs = epochNowMs();
    if (this.#run?.run !== run) throw new ToolError('USAGE', 'it has no such run');
    this.#run.begin(startEpochMs);
    return { kind: 'begun', heardEpochMs };
  }

  /** Does what a beat of the leader says. @returns why the session is over; `null` while it goes on */
  async follow(message: Uint8Array): Promise<string | null> {
    const opened = this.#beats.open(message);
    const beat = opened === null || opened.sequence <= this.#lastBeat ? null : readBeat(opened.content);
    if (opened === null || beat === null) {
      this.dropped.add();
      return null;
    }
    this.#lastBeat = opened.sequence;
    this.#silentTicks = 0;
    if (beat.lost.includes(this.#self.id)) return 'the leader has given this worker up';
    const run = this.#run;
    if (run !== null && beat.run === run.run) run.follow(beat);
    else if (run !== null) await this.close();
    return beat.over ? '' : null;
  }

  /** Ends what goes on. */
  async close(): Promise<void> {
    const run = this.#run;
    this.#run = null;
    await run?.close();
  }

  /** @returns why the session is over; `null` while it goes on */
  tick(): string | null {
    this.#silentTicks++;
    if (this.#silentTicks * tickMs <= this.#silenceMs) return null;
    return `nothing was heard of the leader for ${Math.round(this.#silenceMs / 1000)} s`;
  }

  /** The connection was lost: NATS, or the leader, may not have what was told. */
  reconnected(): void {
    this.#run?.outbox.again();
  }

  /** Stops what goes on, and tells the leader why, for as long as that may take. */
  async leave(why: string): Promise<void> {
    const run = this.#run;
    await run?.leave(why);
    await Promise.race([run?.outbox.flushed(), pause(lastWordsMs)]);
  }
}
