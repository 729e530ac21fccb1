import { endedByMishap } from './failures.ts';
import type { Connection, Mishap } from './transport.ts';

/** A mishap as it happens to one request that was just sent over a connection. */
export class Suffering {
  readonly #mishap: Mishap;
  readonly #connection: Connection;
  #cut: NodeJS.Immediate | null = null;
  #pause: NodeJS.Timeout | null = null;

  constructor(mishap: Mishap, connection: Connection) {
    this.#mishap = mishap;
    this.#connection = connection;
    // The request is written within this turn; an answer is read in the next one at the earliest.
    if (mishap.kind === 'cut-when-sent') this.#cut = setImmediate(() => connection.abort(endedByMishap));
    if (mishap.kind === 'read-late') {
      connection.pauseReading();
      this.#pause = setTimeout(() => connection.resumeReading(), mishap.afterMs);
    }
  }

  /** A part of the answer is here. @returns `cut` when it is not to be read */
  onData(): 'cut' | 'goes on' {
    if (this.#mishap.kind !== 'cut-when-answered') return 'goes on';
    this.#connection.abort(endedByMishap);
    return 'cut';
  }

  /** The exchange is over: the next one over this connection suffers nothing. */
  end(): void {
    if (this.#cut !== null) clearImmediate(this.#cut);
    if (this.#pause === null) return;
    clearTimeout(this.#pause);
    this.#connection.resumeReading();
  }
}
