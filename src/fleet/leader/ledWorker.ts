import type { NatsConnection } from '@nats-io/transport-node';
import { ToolError, type ToolErrorCode, toolErrorCodes } from '../../errors.ts';
import type { FleetWorkerResult } from '../../result/fleetResult.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';
import { type ClockOffset, epochNowMs, measureOffset } from '../clockOffset.ts';
import { Answer, type Ask, type Present } from '../messages.ts';
import { encoded, readerOf } from '../wire.ts';
import { WorkerNotes } from './workerNotes.ts';

/** How long a worker may take to answer: to a question, and to making its threads ready. */
const answerMs = 5000;
const readyMs = 30_000;
const clockRounds = 12;

const readAnswer = readerOf(Answer);

type AnswerOf<Kind extends Answer['kind']> = Extract<Answer, { kind: Kind }>;

/** One worker as its leader sees it. */
export class LedWorker {
  readonly present: Present;
  readonly #connection: NatsConnection;
  readonly #subject: string;
  /** What it drew for this session. */
  nonce = '';
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
    const { nonce } = await this.#ask({ kind: 'join', session, leader, silenceMs }, 'joined');
    this.nonce = nonce;
    this.clock = await measureOffset(async () => (await this.#ask({ kind: 'clock' }, 'clock')).epochMs, clockRounds);
  }

  /** @returns what proves that it has the keys @throws ToolError WORKER_LOST, or what it refuses with */
  async prepare(plan: Extract<Ask, { kind: 'prepare' }>): Promise<readonly string[]> {
    return (await this.#ask(plan, 'ready', readyMs)).proofs;
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
