import { setTimeout as pause } from 'node:timers/promises';
import { epochNowMs } from '../../client/clock.ts';
import { duetWork } from '../../duet/duetWork.ts';
import { ToolError } from '../../errors.ts';
import { loadWork } from '../../load/shard/loadWork.ts';
import { demandLoopbackName, hostOf, isHostNamed, isLoopback } from '../../profile/address.ts';
import type { Environment } from '../../profile/yamlSource.ts';
import type { Answer, Ask, Beat, Prepare } from '../messages.ts';
import { answerChallenge, newNonce } from '../planProof.ts';
import { duetTelling, loadTelling } from '../telling.ts';
import type { ToldStream } from '../toldStream.ts';
import { Outbox, WorkerRun } from './workerRun.ts';

/** What a worker is, as the runs that it serves need it. */
export interface WorkerSelf {
  readonly id: string;
  readonly threads: number;
  readonly allowHosts: readonly string[];
  readonly environment: Environment;
  readonly stream: ToldStream;
  say(text: string): void;
}

type Join = Extract<Ask, { kind: 'join' }>;

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
  readonly nonce = newNonce();
  /** Runs that were made ready: each plan is good for once, whoever sends it again. */
  readonly #runs = new Set<string>();
  #run: WorkerRun | null = null;
  #lastBeat = -1;
  #silentTicks = 0;

  constructor(join: Join, self: WorkerSelf) {
    this.id = join.session;
    this.leader = join.leader;
    this.#silenceMs = join.silenceMs;
    this.#self = self;
  }

  /** Makes ready for a plan. @throws ToolError for one that this worker will not follow */
  async prepare(plan: Prepare): Promise<Answer> {
    this.#silentTicks = 0;
    const { id, threads, allowHosts, environment, stream, say } = this.#self;
    if (this.#runs.has(plan.run)) throw new ToolError('USAGE', 'it had this run before');
    if (plan.part.count !== threads) throw new ToolError('USAGE', `it has ${threads} threads, not ${plan.part.count}`);
    const { sides, proofs } = answerChallenge(plan, this.nonce, environment);
    const { run, worker, part, learnt } = plan;
    this.#runs.add(run);
    for (const { baseUrl } of sides) await demandAllowedHost(baseUrl, allowHosts);
    const [base, candidate] = sides;
    if (base === undefined) throw new ToolError('PROFILE', 'the plan names no service');
    await this.#run?.close();
    const outbox = new Outbox(id, (told) => stream.tell(run, worker, told));
    this.#run =
      candidate === undefined
        ? await WorkerRun.prepare(run, loadWork(base), loadTelling, part, outbox)
        : await WorkerRun.prepare(run, duetWork({ sides: { base, candidate }, learnt }), duetTelling, part, outbox);
    say(`run ${run} of ${base.profile.name} against ${sides.map(({ baseUrl }) => baseUrl).join(' and ')}`);
    return { kind: 'ready', proofs };
  }

  begin(run: string, startEpochMs: number): Answer {
    const heardEpochMs = epochNowMs();
    if (this.#run?.run !== run) throw new ToolError('USAGE', 'it has no such run');
    this.#run.begin(startEpochMs);
    return { kind: 'begun', heardEpochMs };
  }

  /** @returns why the session is over; `null` while it goes on */
  async follow(beat: Beat): Promise<string | null> {
    if (beat.session !== this.id || beat.number <= this.#lastBeat) return null;
    this.#lastBeat = beat.number;
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

/**
 * A worker sends nothing to a host that its own owner has not allowed, whatever a leader wants; its own machine it always
 * may. The profile's authorization was looked at before.
 *
 * @param allowed `survey.example.com`, `*.example.com`
 * @throws ToolError NOT_AUTHORIZED
 */
async function demandAllowedHost(baseUrl: string, allowed: readonly string[]): Promise<void> {
  await demandLoopbackName(baseUrl);
  const host = hostOf(baseUrl);
  if (isLoopback(baseUrl) || allowed.some((pattern) => isHostNamed(pattern, host))) return;
  const list = allowed.length === 0 ? 'no host' : `only ${allowed.join(', ')}`;
  throw new ToolError('NOT_AUTHORIZED', `it allows ${list}: start it with --allow-host ${host}`);
}
