import type { Session } from '../respondent/sessions.ts';
import type { Injected, Occurs } from './injection.ts';

/** How many requests of other sessions between two of one session make a crowd. */
const crowdedFrom = 8;

/** Watches whose requests come in which order, for faults that show only among many respondents at once. */
export class Crowd {
  #requests = 0;
  readonly #lastRequest = new WeakMap<Session, number>();
  #others = 0;

  /** Notes a request of a session. */
  note(session: Session | undefined): void {
    this.#requests += 1;
    const last = session && this.#lastRequest.get(session);
    this.#others = last === undefined ? 0 : this.#requests - last - 1;
    if (session !== undefined) this.#lastRequest.set(session, this.#requests);
  }

  /** Whether anybody else's request came since the previous one of the session that is served now. */
  get isInterleaved(): boolean {
    return this.#others > 0;
  }

  /** Whether many requests of others came since the previous one of the session that is served now. */
  get isCrowded(): boolean {
    return this.#others >= crowdedFrom;
  }
}

/** True at every Nth call among others as the fault wants them, first at the Nth. */
export function oneIn(n: number, among: Injected['among'], crowd: Crowd): Occurs {
  let calls = 0;
  return () => {
    if (among === 'others' && !crowd.isInterleaved) return false;
    if (among === 'crowd' && !crowd.isCrowded) return false;
    calls += 1;
    return calls % n === 0;
  };
}
