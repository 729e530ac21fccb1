import { hostname } from 'node:os';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { epochNowMs } from '../../client/clock.ts';
import { ToolError, wordsOf } from '../../errors.ts';
import {
  connectFleet,
  demandName,
  type FleetAddress,
  letGo,
  presentWorkers,
  type Subjects,
  subjectsOf,
} from '../bus.ts';
import { Dropped, droppedWhy } from '../channel.ts';
import { conversation, FleetKey, fleetKeyVariable, newNonce } from '../fleetKey.ts';
import { MessageStream } from '../messageStream.ts';
import {
  type Answer,
  type Ask,
  encoded,
  type Join,
  labelOf,
  lineOf,
  readAsk,
  readCall,
  readJoin,
} from '../messages.ts';
import { demandKeyVariable } from '../planKeys.ts';
import type { OwnRules } from './followedPlan.ts';
import { Session, tickMs, type WorkerSelf } from './ledSession.ts';

/** How a worker is started. */
export interface WorkerOptions {
  readonly address: FleetAddress;
  /** Of its own in the fleet. */
  readonly name: string;
  readonly version: string;
  readonly threads: number;
  /** What its owner lets plans do. */
  readonly rules: OwnRules;
  /** Ends when it has served one leader. */
  readonly once: boolean;
  /** Aborted when a person ends it: its load stops, and the leader is told. */
  readonly interrupt: AbortSignal;
  say(text: string): void;
}

/** How long a worker that starts waits for the answer of one of its name. */
const namesakeMs = 800;

/**
 * Joins a fleet and serves one leader after the other, until it is interrupted.
 *
 * @throws ToolError USAGE for a name that is taken, or for what needs a key of the fleet; NATS_UNREACHABLE
 */
export async function serveFleet(options: WorkerOptions): Promise<void> {
  const { name, address, rules, say } = options;
  demandName('name', name);
  for (const variable of rules.allowKeys) demandKeyVariable(variable);
  const subjects = subjectsOf(address.fleet);
  const key = FleetKey.of(address.environment, address.fleet);
  if (!key.isSecret && rules.allowHosts.length > 0) {
    throw new ToolError(
      'USAGE',
      `--allow-host is for a fleet with a key of its own: without ${fleetKeyVariable} anybody on NATS could lead this worker (\`canvass fleet key\` makes one)`,
    );
  }
  const connection = await connectFleet(address, key, `canvass worker ${name}`);
  try {
    const stream = await MessageStream.open(connection, subjects, address.environment);
    const stranger = new Dropped(() => say(`a message was dropped, ${droppedWhy}`));
    const others = await presentWorkers(connection, subjects, { key, dropped: stranger }, namesakeMs);
    const namesake = others.find((other) => other.name === name);
    if (namesake !== undefined) {
      const where = `on ${namesake.host}`;
      throw new ToolError('USAGE', `fleet ${address.fleet} has a worker ${name} (${where}): choose another --name`);
    }
    await new FleetWorker(connection, subjects, stream, key, options).serve();
  } finally {
    await letGo(connection);
  }
}

class FleetWorker {
  readonly #connection: NatsConnection;
  readonly #subjects: Subjects;
  readonly #options: WorkerOptions;
  readonly #self: WorkerSelf;
  readonly #ended = Promise.withResolvers<void>();
  /** Drawn anew when it begins to wait. */
  #nonce = newNonce();
  #dropped = this.#newDropped();
  #session: Session | null = null;
  #unfollow: () => void = () => {};

  constructor(
    connection: NatsConnection,
    subjects: Subjects,
    stream: MessageStream,
    key: FleetKey,
    options: WorkerOptions,
  ) {
    this.#connection = connection;
    this.#subjects = subjects;
    this.#options = options;
    const { threads, rules, say } = options;
    this.#self = { id: newNonce(), key, threads, rules, stream, say };
  }

  async serve(): Promise<void> {
    const { interrupt, say, name, address, threads } = this.#options;
    this.#hear(this.#subjects.call, async ({ data }) => this.#present(data));
    this.#hear(this.#subjects.worker(this.#self.id), ({ data }) => this.#answer(data));
    const guard = setInterval(() => this.#lookAfter(), tickMs);
    const interrupted = (): void => this.#ended.resolve();
    interrupt.addEventListener('abort', interrupted, { once: true });
    if (interrupt.aborted) interrupted();
    void this.#followConnection();
    if (!this.#self.key.isSecret) {
      say(
        `${fleetKeyVariable} is not set: whoever reaches NATS on this machine may lead this worker, to this machine alone`,
      );
    }
    say(
      `worker ${name} waits in fleet ${address.fleet} with ${threads} ${threads === 1 ? 'thread' : 'threads'}. Ctrl-C ends it.`,
    );
    await this.#ended.promise;
    clearInterval(guard);
    await this.#session?.leave('it was ended by hand');
  }

  /** Answers what arrives on a subject, sealed. Nothing that anybody sends may end a worker. */
  #hear(subject: string, answer: (message: Msg) => Promise<Uint8Array | null>): void {
    this.#connection.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) return;
        answer(message).then(
          (sealed) => {
            if (sealed === null) this.#dropped.add();
            else message.respond(sealed);
          },
          () => this.#dropped.add(),
        );
      },
    });
  }

  async #present(message: Uint8Array): Promise<Uint8Array | null> {
    const { key, id } = this.#self;
    const opened = key.channel('call').open(message);
    const call = opened === null ? null : readCall(opened.content);
    if (call === null) return null;
    const { name, version, threads } = this.#options;
    const leader = this.#session?.leader ?? null;
    const present = { id, nonce: this.#nonce, name, version, host: labelOf(hostname()), threads, leader };
    return key.channel('present', call.nonce).seal(0, encoded(present));
  }

  async #answer(message: Uint8Array): Promise<Uint8Array | null> {
    const { key, id } = this.#self;
    const session = this.#session;
    const opened = session?.open(message) ?? null;
    const ask = opened === null ? null : readAsk(opened.content);
    if (session !== null && opened !== null && ask !== null) {
      const { answers } = conversation(key, { id, nonce: this.#nonce }, session.id);
      const answer = await this.#answerTo(ask, session).catch(refused);
      return answers.seal(opened.sequence, encoded(answer));
    }
    const joining = key.channel('join', id, this.#nonce).open(message);
    const join = joining === null ? null : readJoin(joining.content);
    if (join === null) return null;
    const { answers } = conversation(key, { id, nonce: this.#nonce }, join.session);
    return answers.seal(0, encoded(this.#join(join)));
  }

  async #answerTo(ask: Ask, session: Session): Promise<Answer> {
    switch (ask.kind) {
      case 'clock':
        return { kind: 'clock', epochMs: epochNowMs() };
      case 'prepare':
        return await session.prepare(ask);
      case 'begin':
        return session.begin(ask.run, ask.startEpochMs);
      case 'release':
        this.#free();
        return { kind: 'released' };
    }
  }

  #join(join: Join): Answer {
    const led = this.#session;
    if (led !== null && led.id !== join.session) {
      return { kind: 'refused', code: 'USAGE', why: `canvass on ${led.leader} leads it` };
    }
    if (led === null) {
      this.#dropped = this.#newDropped();
      const session = new Session(join, this.#nonce, this.#self, this.#dropped);
      this.#session = session;
      const beats = this.#connection.subscribe(this.#subjects.beat(session.id), {
        callback: (error, { data }) => {
          if (error === null) void session.follow(data).then((why) => this.#over(session, why));
        },
      });
      this.#unfollow = () => beats.unsubscribe();
      this.#options.say(`led by canvass on ${session.leader}`);
    }
    return { kind: 'joined' };
  }

  #newDropped(): Dropped {
    return new Dropped(() => this.#options.say(`a message was dropped, ${droppedWhy}`));
  }

  /** Waits for a leader: nothing that was sealed for the last one opens any more. */
  #free(): void {
    this.#session = null;
    this.#nonce = newNonce();
    this.#unfollow();
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
    this.#free();
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
  return { kind: 'refused', code: error instanceof ToolError ? error.code : null, why: lineOf(why) };
}
