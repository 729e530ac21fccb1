import type { NatsConnection } from '@nats-io/transport-node';
import type { Beat } from '../messages.ts';
import { encoded } from '../messages.ts';

const beatEveryMs = 250;

/** How things stand, told to everybody who is led: at each change, and several times a second. */
export class Beats {
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #timer: NodeJS.Timeout;
  #state: Omit<Beat, 'number'>;
  #number = 0;

  constructor(connection: NatsConnection, subject: string, session: string) {
    this.#connection = connection;
    this.#subject = subject;
    this.#state = { session, run: null, rates: [], stops: [], summedSeconds: 0, lost: [], over: false };
    this.#timer = setInterval(() => this.#tell(), beatEveryMs);
  }

  get state(): Omit<Beat, 'number'> {
    return this.#state;
  }

  set(changes: Partial<Omit<Beat, 'number' | 'session'>>): void {
    this.#state = { ...this.#state, ...changes };
    this.#tell();
  }

  /** Notes what the next beat says. */
  note(changes: Partial<Omit<Beat, 'number' | 'session'>>): void {
    this.#state = { ...this.#state, ...changes };
  }

  /** Lets everybody go. */
  end(): void {
    clearInterval(this.#timer);
    this.set({ run: null, over: true });
  }

  #tell(): void {
    // While NATS is away beats are of no use: those that it is told of afterwards say what counts then.
    if (!this.#connection.isClosed())
      this.#connection.publish(this.#subject, encoded({ ...this.#state, number: this.#number++ }));
  }
}
