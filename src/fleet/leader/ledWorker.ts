import type { NatsConnection } from '@nats-io/transport-node';
import { epochNowMs } from '../../client/clock.ts';
import { ToolError, type ToolErrorCode, toolErrorCodes } from '../../errors.ts';
import type { ShardRange, WholePlan } from '../../load/shard/shards.ts';
import { keysOf, type Profile } from '../../profile/profile.ts';
import type { Environment } from '../../profile/yamlSource.ts';
import type { FleetWorkerResult } from '../../result/fleetResult.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';
import { isThreadBusy, isThreadLate } from '../../result/tally/healthTally.ts';
import { type ClockOffset, measureOffset } from '../bus.ts';
import { type Answer, type Ask, encoded, type Present, readAnswer } from '../messages.ts';
import { challengeOf, isSameProof, newNonce, variableOf } from '../planProof.ts';

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
  readonly session: string;
  /** Its number in the run. */
  readonly index: number;
  readonly part: ShardRange;
  /** Of the leader: it names the variables that a worker lacks. */
  readonly environment: Environment;
}

/** One worker as its leader sees it. */
export class LedWorker {
  readonly present: Present;
  readonly #connection: NatsConnection;
  readonly #subject: string;
  /** What it drew for this session. */
  #nonce = '';
  clock: ClockOffset = { offsetMs: 0, roundTripMs: 0 };
  /** How long after the start it heard of it, ms; 0 when in time. */
  lateMs = 0;
  lost: FleetWorkerResult['lost'] = null;
  /** What it has told of itself so far: at each service of a plan. */
  #notes = [new WorkerNotes(), new WorkerNotes()] as const;

  constructor(present: Present, connection: NatsConnection, subject: string) {
    this.present = present;
    this.#connection = connection;
    this.#subject = subject;
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

  /** Makes it one of this leader's. @throws ToolError WORKER_LOST, or what it refuses with */
  async join(session: string, leader: string, silenceMs: number): Promise<void> {
    this.#nonce = (await this.#ask({ kind: 'join', session, leader, silenceMs }, 'joined')).nonce;
    this.clock = await measureOffset(async () => (await this.#ask({ kind: 'clock' }, 'clock')).epochMs, clockRounds);
  }

  /** Has it make ready for a plan, and prove that it has its keys. @throws ToolError WORKER_LOST, NOT_AUTHORIZED, KEY_MISSING, or what else it refuses with */
  async prepare({ sides, learnt }: FleetPlan, { session, index, part, environment }: Place): Promise<void> {
    const [{ runTag, schedule }] = sides;
    const unproven = {
      kind: 'prepare' as const,
      session,
      run: runTag,
      worker: index,
      part,
      schedule,
      nonce: newNonce(),
      sides: sides.map((side) => ({
        run: side.runTag,
        keepCompletions: side.keepCompletions,
        profile: JSON.stringify(side.profile),
      })),
      learnt: [...learnt],
    };
    const targets = sides.map(({ profile }) => profile.target);
    const { plan, proofs } = challengeOf(unproven, targets, this.#nonce);
    const answered = await this.#ask(plan, 'ready', readyMs).catch((error: unknown) => {
      throw withVariables(error, targets, environment);
    });
    const isProven =
      proofs.length === answered.proofs.length &&
      proofs.every((proof, at) => isSameProof(proof, answered.proofs[at] ?? ''));
    if (!isProven) throw new ToolError('NOT_AUTHORIZED', `worker ${this.name} does not prove that it has the API keys`);
  }

  /** @param startEpochMs by the clock of the leader @throws ToolError WORKER_LOST */
  async begin(session: string, run: string, startEpochMs: number): Promise<void> {
    const theirStartEpochMs = startEpochMs + this.clock.offsetMs;
    const begun = await this.#ask({ kind: 'begin', session, run, startEpochMs: theirStartEpochMs }, 'begun');
    this.lateMs = Math.max(this.lateMs, begun.heardEpochMs - theirStartEpochMs, 0);
  }

  async #ask<Kind extends Answer['kind']>(ask: Ask, kind: Kind, timeoutMs = answerMs): Promise<AnswerOf<Kind>> {
    const message = await this.#connection
      .request(this.#subject, encoded(ask), { timeout: timeoutMs })
      .catch(() => null);
    const answer = message === null ? null : readAnswer(message.data);
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

/** Says of a key that a worker lacks which variable holds it here: what is to be set there. */
function withVariables(error: unknown, targets: readonly Profile['target'][], environment: Environment): unknown {
  if (!(error instanceof ToolError) || error.code !== 'KEY_MISSING') return error;
  const names = targets
    .flatMap(keysOf)
    .map((key) => variableOf(environment, key.reveal()))
    .filter((name) => name !== null);
  const hint = names.length === 0 ? '' : `: set ${[...new Set(names)].join(', ')} there`;
  return new ToolError('NOT_AUTHORIZED', `${error.message}${hint}. Keys never travel.`);
}
