import type { SessionTransportChange } from '../../client/witnessStep.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { ExpiryKind } from '../crowd.ts';
import type { Session, SessionTransportState } from '../session/session.ts';

/** What carries the session of one walk: taken in from answers, broken for one request on purpose, and mended again. */
export class SessionTransport {
  readonly session: Session;
  /** Whether the last answer brought another session. */
  isNew = false;
  /** What is done to the session before the next request, as a witness tells it. */
  #change: SessionTransportChange = 'keep';
  /** The session as it was before it was broken; `null` while it is whole. */
  #saved: SessionTransportState | null = null;

  constructor(session: Session) {
    this.session = session;
  }

  /** Whether canvass has broken the session: what the answer sets is then not taken in. */
  get isBroken(): boolean {
    return this.#saved !== null;
  }

  /** What was done to the session before the request that is answered now; from here on it is kept. */
  takeChange(): SessionTransportChange {
    const change = this.#change;
    this.#change = 'keep';
    return change;
  }

  /** Breaks the session for the next request only. */
  break(kind: ExpiryKind): void {
    if (kind === 'idle') {
      this.#change = 'idle';
      return;
    }
    const { session } = this;
    const { earlier } = session;
    this.#saved = session.state();
    this.#change = kind;
    if (kind === 'drop') session.drop();
    else if (kind === 'stale' && earlier !== null && session.token !== null) session.restore(earlier);
    else {
      this.#change = 'forge';
      session.forge();
    }
  }

  /**
   * Puts the session back as it was before `break`.
   *
   * @param change what a witness tells of it; `keep` where the limiter refused the request, which is sent broken anew
   */
  mend(change: 'stale' | 'keep' = 'stale'): void {
    if (this.#saved === null) return;
    this.session.restore(this.#saved);
    this.#saved = null;
    this.#change = change;
  }

  /** Forgets the session for good. */
  forget(): void {
    this.session.drop();
    this.#change = 'drop';
  }

  /**
   * Takes in what an answer says about the session.
   *
   * @param mayBeNew whether the answer may begin another session
   * @returns whether the cookie is the one it was; `null` where there was none, or it may change
   */
  absorb(exchange: Exchange, mayBeNew: boolean): boolean | null {
    const { session } = this;
    const before = session.cookie;
    const tokenBefore = session.token;
    session.absorb(exchange);
    const after = session.cookie;
    this.isNew = before !== after || tokenBefore !== session.token;
    return before === null || mayBeNew ? null : before === after;
  }
}
