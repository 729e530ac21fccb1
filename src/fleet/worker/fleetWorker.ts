import { hostname } from 'node:os';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { epochNowMs } from '../../client/clock.ts';
import { ToolError, wordsOf } from '../../errors.ts';
import type { Environment } from '../../profile/yamlSource.ts';
import { connectFleet, demandName, type FleetAddress, presentWorkers, type Subjects, subjectsOf } from '../bus.ts';
import { type Answer, type Ask, encoded, type Present, readAsk, readBeat } from '../messages.ts';
import { newNonce } from '../planProof.ts';
import { ToldStream } from '../toldStream.ts';
import { Session, tickMs, type WorkerSelf } from './session.ts';

/** How a worker is started. */
export interface WorkerOptions {
  readonly address: FleetAddress;
  /** Of its own in the fleet. */
  readonly name: string;
  readonly version: string;
  readonly threads: number;
  /** Hosts beside its own machine that it may send to. */
  readonly allowHosts: readonly string[];
  /** Ends when it has served one leader. */
  readonly once: boolean;
  readonly environment: Environment;
  /** Aborted when a person ends it: its load stops, and the leader is told. */
  readonly interrupt: AbortSignal;
  say(text: string): void;
}

/** How long a worker that starts waits for the answer of one of its name. */
const namesakeMs = 800;

/**
 * Joins a fleet and serves one leader after the other, until it is interrupted.
 *
 * @throws ToolError USAGE for a name that is taken, NATS_UNREACHABLE
 */
export async function serveFleet(options: WorkerOptions): Promise<void> {
  demandName('name', options.name);
  const subjects = subjectsOf(options.address.fleet);
  const connection = await connectFleet(options.address, `canvass worker ${options.name}`);
  try {
    const stream = await ToldStream.open(connection, subjects);
    await demandFreeName(connection, subjects, options);
    const worker = new FleetWorker(connection, subjects, stream, options);
    await worker.serve();
  } finally {
    await connection.close();
  }
}

async function demandFreeName(connection: NatsConnection, subjects: Subjects, { name, address }: WorkerOptions) {
  const others = await presentWorkers(connection, subjects, namesakeMs);
  const namesake = others.find((other) => other.name === name);
  if (namesake === undefined) return;
  const where = `on ${namesake.host}`;
  throw new ToolError('USAGE', `fleet ${address.fleet} has a worker ${name} (${where}): choose another --name`);
}

class FleetWorker {
  readonly #connection: NatsConnection;
  readonly #subjects: Subjects;
  readonly #options: WorkerOptions;
  readonly #self: WorkerSelf;
  readonly #ended = Promise.withResolvers<void>();
  #session: Session | null = null;
  #unfollow: () => void = () => {};

  constructor(connection: NatsConnection, subjects: Subjects, stream: ToldStream, options: WorkerOptions) {
    this.#connection = connection;
    this.#subjects = subjects;
    this.#options = options;
    const { threads, allowHosts, environment, say } = options;
    this.#self = { id: newNonce(), threads, allowHosts, environment, stream, say };
  }

  async serve(): Promise<void> {
    const { interrupt, say, name, address, threads } = this.#options;
    this.#hear(this.#subjects.call, async () => this.#present());
    this.#hear(this.#subjects.worker(this.#self.id), (message) => this.#answer(message));
    const guard = setInterval(() => this.#lookAfter(), tickMs);
    const interrupted = (): void => this.#ended.resolve();
    interrupt.addEventListener('abort', interrupted, { once: true });
    if (interrupt.aborted) interrupted();
    void this.#followConnection();
    say(
      `worker ${name} waits in fleet ${address.fleet} with ${threads} ${threads === 1 ? 'thread' : 'threads'}. Ctrl-C ends it.`,
    );
    await this.#ended.promise;
    clearInterval(guard);
    await this.#session?.leave('it was ended by hand');
  }

  /** Answers what arrives on a subject. Nothing that anybody sends may end a worker. */
  #hear(subject: string, answer: (message: Msg) => Promise<Present | Answer | null>): void {
    this.#connection.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) return;
        answer(message).then(
          (said) => said !== null && message.respond(encoded(said)),
          (refusal: unknown) => message.respond(encoded(refused(refusal))),
        );
      },
    });
  }

  #present(): Present {
    const { name, version, threads } = this.#options;
    return { id: this.#self.id, name, version, host: hostname(), threads, leader: this.#session?.leader ?? null };
  }

  async #answer({ data }: Msg): Promise<Answer | null> {
    const ask = readAsk(data);
    if (ask === null) return null;
    if (ask.kind === 'clock') return { kind: 'clock', epochMs: epochNowMs() };
    if (ask.kind === 'join') return this.#join(ask);
    const session = this.#session;
    if (session === null || ask.session !== session.id) throw new ToolError('USAGE', 'another leader leads it');
    return ask.kind === 'prepare' ? await session.prepare(ask) : session.begin(ask.run, ask.startEpochMs);
  }

  #join(ask: Extract<Ask, { kind: 'join' }>): Answer {
    const led = this.#session;
    if (led !== null && led.id !== ask.session) throw new ToolError('USAGE', `${led.leader} leads it`);
    const session = led ?? new Session(ask, this.#self);
    if (led === null) {
      this.#session = session;
      const beats = this.#connection.subscribe(this.#subjects.beat(session.id), {
        callback: (error, { data }) => {
          const beat = error === null ? readBeat(data) : null;
          if (beat !== null) void session.follow(beat).then((why) => this.#over(session, why));
        },
      });
      this.#unfollow = () => beats.unsubscribe();
      this.#options.say(`led by ${session.leader}`);
    }
    return { kind: 'joined', nonce: session.nonce };
  }

  #lookAfter(): void {
    const session = this.#session;
    const why = session?.tick() ?? null;
    if (session === null || why === null) return;
    void session.leave(why).then(() => this.#over(session, why));
  }

  /** @param why a session is over: `''` when it was brought to its end, `null` when it is not over */
  #over(session: Session, why: string | null): void {
    if (why === null || this.#session !== session) return;
    this.#session = null;
    this.#unfollow();
    const { say, once } = this.#options;
    void session.close();
    say(why === '' ? 'the leader is done; waiting for the next' : `${why}: its load was stopped; waiting for the next`);
    if (once) this.#ended.resolve();
  }

  async #followConnection(): Promise<void> {
    for await (const { type } of this.#connection.status()) if (type === 'reconnect') this.#session?.reconnected();
  }
}

function refused(error: unknown): Answer {
  const why = wordsOf(error);
  return { kind: 'refused', code: error instanceof ToolError ? error.code : null, why: why.slice(0, 1000) };
}
