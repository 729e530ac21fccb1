import type { NatsConnection } from '@nats-io/transport-node';
import type { Channel } from '../channel.ts';
import { type Beat, encoded } from '../messages.ts';

const beatEveryMs = 250;

/** How things stand, told to everybody who is led: at each change, and several times a second. */
export class Beats {
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #channel: Channel;
  readonly #timer: NodeJS.Timeout;
  #state: Beat = { run: null, rates: [], stops: [], summedSeconds: 0, lost: [], over: false };
  #number = 0;

  constructor(connection: NatsConnection, subject: string, channel: Channel) {
    this.#connection = connection;
    this.#subject = subject;
    this.#channel = channel;
    this.#timer = setInterval(() => this.#send(), beatEveryMs);
  }

  get state(): Beat {
    return this.#state;
  }

  set(changes: Partial<Beat>): void {
    this.#state = { ...this.#state, ...changes };
    this.#send();
  }

  /** Notes what the next beat says. */
  note(changes: Partial<Beat>): void {
    this.#state = { ...this.#state, ...changes };
  }

  /** Lets everybody go. */
  end(): void {
    clearInterval(this.#timer);
    this.set({ run: null, over: true });
  }

  #send(): void {
    // While NATS is away beats are of no use: those that it is told of afterwards say what counts then.
    if (this.#connection.isClosed()) return;
    // The number rises: an older beat that comes late, or again, says nothing.
    this.#connection.publish(this.#subject, this.#channel.seal(this.#number++, encoded(this.#state)));
  }
}
