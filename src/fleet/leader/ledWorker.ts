import type { NatsConnection } from '@nats-io/transport-node';
import { epochNowMs } from '../../client/clock.ts';
import { ToolError, type ToolErrorCode, toolErrorCodes } from '../../errors.ts';
import type { ShardRange, WholePlan } from '../../load/shard/shards.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Environment } from '../../profile/yamlSource.ts';
import type { FleetWorkerResult } from '../../result/fleetResult.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';
import { isThreadBusy, isThreadLate } from '../../result/tally/healthTally.ts';
import { type ClockOffset, firstAnswer, measureOffset } from '../bus.ts';
import type { Channel, Dropped } from '../channel.ts';
import { type Conversation, conversation, type FleetKey } from '../fleetKey.ts';
import { type Answer, type Ask, encoded, type Present, readAnswer } from '../messages.ts';
import { withKeys } from '../planKeys.ts';

type Noted = 'arrivals' | 'requests' | 'cpuPercent' | 'eventLoopDelayP99Ms' | 'busyShare' | 'lateShare';

/** What one worker did at one service, and how its threads fared, from its own seconds. */
export class WorkerNotes {
  #arrivals = 0;
  #requests = 0;
  #threadSeconds = 0;
  #cpuPercentSum = 0;
  #busySeconds = 0;
  #lateSeconds = 0;
  #eventLoopDelayP99Ms = 0;

  add({ arrivals, endpoints, health, measured }: SecondDelta): void {
    this.#arrivals += arrivals;
    for (const endpoint of Object.values(endpoints)) this.#requests += endpoint.requests;
    if (!measured) return;
    for (const thread of health) {
      this.#threadSeconds++;
      this.#cpuPercentSum += thread.cpuPercent;
      this.#eventLoopDelayP99Ms = Math.max(this.#eventLoopDelayP99Ms, thread.eventLoopDelayP99Ms);
      if (isThreadBusy(thread)) this.#busySeconds++;
      if (isThreadLate(thread)) this.#lateSeconds++;
    }
  }

  get result(): Pick<FleetWorkerResult, Noted> {
    const perThread = (seconds: number): number => (this.#threadSeconds === 0 ? 0 : seconds / this.#threadSeconds);
    return {
      arrivals: this.#arrivals,
      requests: this.#requests,
      cpuPercent: perThread(this.#cpuPercentSum),
      eventLoopDelayP99Ms: this.#eventLoopDelayP99Ms,
      busyShare: perThread(this.#busySeconds),
      lateShare: perThread(this.#lateSeconds),
    };
  }
}

/** How long a worker may take to answer: to a question, and to making its threads ready. */
const answerMs = 5000;
const readyMs = 30_000;
const clockRounds = 12;

type AnswerOf<Kind extends Answer['kind']> = Extract<Answer, { kind: Kind }>;

/** What a fleet is to run: respondents of one service, or twins on two. */
export interface FleetPlan {
  /** One service, or base and candidate of a duet; the first one's tag is that of the run. */
  readonly sides: readonly [WholePlan] | readonly [WholePlan, WholePlan];
  /** Of a duet: names of differences that mean nothing. */
  readonly learnt: readonly string[];
}

/** A worker's place in a plan. */
interface Place {
  /** Its number in the run. */
  readonly index: number;
  readonly part: ShardRange;
  /** Of the leader: it names the variables of the API keys. */
  readonly environment: Environment;
}

/** What a leader speaks to its workers by. */
export interface Speech {
  readonly connection: NatsConnection;
  readonly key: FleetKey;
  /** What it drew for this session. */
  readonly session: string;
  /** Counts what comes in place of an answer. */
  readonly dropped: Dropped;
}

/** One worker as its leader sees it. */
export class LedWorker {
  readonly present: Present;
  readonly #speech: Speech;
  readonly #subject: string;
  readonly #conversation: Conversation;
  #asked = 0;
  clock: ClockOffset = { offsetMs: 0, roundTripMs: 0 };
  /** How long after the start it heard of it, ms; 0 when in time. */
  lateMs = 0;
  lost: FleetWorkerResult['lost'] = null;
  /** Messages of the leader's that it dropped, as nobody of the fleet had sealed them. */
  dropped = 0;
  /** What it has told of itself so far: at each service of a plan. */
  #notes = [new WorkerNotes(), new WorkerNotes()] as const;

  constructor(present: Present, speech: Speech, subject: string) {
    this.present = present;
    this.#speech = speech;
    this.#subject = subject;
    this.#conversation = conversation(speech.key, present, speech.session);
  }

  get name(): string {
    return this.present.name;
  }

  /** Where it is, what it brings and how its clock stands, in words. */
  get standing(): string {
    const { host, threads } = this.present;
    const { offsetMs, roundTripMs } = this.clock;
    const offset = `${offsetMs < 0 ? '−' : '+'}${Math.abs(offsetMs).toFixed(1)} ms ± ${(roundTripMs / 2).toFixed(1)}`;
    return `${this.name} on ${host} (${threads} ${threads === 1 ? 'thread' : 'threads'}, clock ${offset})`;
  }

  /** How far from the wanted instant it may have started, ms: what is in doubt about its clock, and what it was late. */
  get startDoubtMs(): number {
    return this.clock.roundTripMs / 2 + this.lateMs;
  }

  /** What it tells of a run, in which it has this number, is sealed with. */
  messages(run: string, worker: number): Channel {
    return this.#conversation.messages(run, worker);
  }

  /** Makes it one of this leader's. @throws ToolError WORKER_LOST, or what it refuses with */
  async join(leader: string, silenceMs: number): Promise<void> {
    const { id, nonce } = this.present;
    const { key, session } = this.#speech;
    const message = key.channel('join', id, nonce).seal(0, encoded({ session, leader, silenceMs }));
    await this.#answered(message, 0, 'joined', answerMs);
  }

  /** Asks for its clock, a dozen times. @throws ToolError WORKER_LOST */
  async measureClock(): Promise<void> {
    this.clock = await measureOffset(async () => (await this.#ask({ kind: 'clock' }, 'clock')).epochMs, clockRounds);
  }

  /** Lets it go before anything was run. One that does not hear of it is free when it has heard nothing for a while. */
  async release(): Promise<void> {
    await this.#ask({ kind: 'release' }, 'released').catch(() => {});
  }

  /** Has it make ready for a plan. @throws ToolError WORKER_LOST, NOT_AUTHORIZED, or what else it refuses with */
  async prepare({ sides, learnt }: FleetPlan, { index, part, environment }: Place): Promise<void> {
    const [{ runTag, schedule }] = sides;
    const plan = {
      kind: 'prepare' as const,
      run: runTag,
      worker: index,
      part,
      schedule,
      sides: sides.map((side) => ({
        run: side.runTag,
        keepCompletions: side.keepCompletions,
        profile: JSON.stringify(travelling(side.profile)),
      })),
      learnt: [...learnt],
    };
    const targets = sides.map(({ profile }) => profile.target);
    await this.#ask(withKeys(plan, targets, environment, this.#conversation.keys), 'ready', readyMs);
  }

  /** @param startEpochMs by the clock of the leader @throws ToolError WORKER_LOST */
  async begin(run: string, startEpochMs: number): Promise<void> {
    const theirStartEpochMs = startEpochMs + this.clock.offsetMs;
    const begun = await this.#ask({ kind: 'begin', run, startEpochMs: theirStartEpochMs }, 'begun');
    this.lateMs = Math.max(this.lateMs, begun.heardEpochMs - theirStartEpochMs, 0);
  }

  #ask<Kind extends Answer['kind']>(ask: Ask, kind: Kind, timeoutMs = answerMs): Promise<AnswerOf<Kind>> {
    const number = ++this.#asked;
    return this.#answered(this.#conversation.asks.seal(number, encoded(ask)), number, kind, timeoutMs);
  }

  /** What it answers to one question. What it has not sealed, and for this question, is dropped. */
  async #answered<Kind extends Answer['kind']>(
    message: Uint8Array,
    number: number,
    kind: Kind,
    timeoutMs: number,
  ): Promise<AnswerOf<Kind>> {
    const { connection, dropped } = this.#speech;
    const answer = await firstAnswer(connection, this.#subject, message, timeoutMs, (data) => {
      const opened = this.#conversation.answers.open(data);
      const read = opened?.sequence === number ? readAnswer(opened.content) : null;
      if (read === null) dropped.add();
      return read;
    });
    if (answer?.kind === kind) return answer as AnswerOf<Kind>;
    if (answer?.kind === 'refused') {
      throw new ToolError(codeOf(answer.code), `worker ${this.name} (${this.present.host}) refuses: ${answer.why}`);
    }
    throw new ToolError('WORKER_LOST', `worker ${this.name} (${this.present.host}) does not answer any more`);
  }

  /** Takes in a second of it. @param deltas what each service of the plan shows */
  note(deltas: readonly SecondDelta[]): void {
    for (const [service, notes] of this.#notes.entries()) {
      const delta = deltas[service];
      if (delta !== undefined) notes.add(delta);
    }
  }

  /** What it told until now is no part of the result. */
  forget(): void {
    this.#notes = [new WorkerNotes(), new WorkerNotes()];
  }

  /** @param service of the plan */
  resultAt(service: 0 | 1): FleetWorkerResult {
    const { name, host, threads } = this.present;
    return {
      name,
      host,
      threads,
      clockOffsetMs: this.clock.offsetMs,
      roundTripMs: this.clock.roundTripMs,
      startDoubtMs: this.startDoubtMs,
      ...this.#notes[service].result,
      droppedMessages: this.dropped,
      lost: this.lost,
    };
  }
}

function codeOf(text: string | null): ToolErrorCode {
  return toolErrorCodes.find((code) => code === text) ?? 'WORKER_LOST';
}

/** The instant at which all begin, by the clock of the leader: late enough that the slowest hears of it before. */
export function startInstantMs(workers: readonly LedWorker[]): number {
  const slowestMs = Math.max(0, ...workers.map(({ clock }) => clock.roundTripMs));
  return epochNowMs() + 300 + workers.length + 4 * slowestMs;
}

/** A profile as it travels: without keys, without who allowed it what, and without what is the leader's alone. */
function travelling({ target, output, ...rest }: Profile): unknown {
  const { apiKeys: _, forbiddenApiKey: __, proxyCredentials: ___, authorization: ____, ...open } = target;
  return { ...rest, target: open, output: { ...output, webhook: null } };
}
