import { randomBytes, randomUUID } from 'node:crypto';
import type { Status } from '../../contract/statuses.ts';
import type { RespondentData } from '../completedResponses.ts';
import type { PageAnswers } from '../survey/renderedSurvey.ts';
import type { Variants } from '../variants.ts';

/** One respondent's way through one survey, within a session. */
export interface Walk {
  /** Names the completion that this walk can end in. */
  readonly id: string;
  readonly surveyId: number;
  readonly respondent: RespondentData;
  readonly startedAtMs: number;
  /** The pages on the way to the current one, which is the last. */
  readonly path: number[];
  /** The pages that were left by going back, the nearest last. */
  ahead: number[];
  readonly answers: Map<number, PageAnswers>;
  /** How many submissions have succeeded. */
  submissions: number;
  /** The status that ended the walk. */
  ended?: Status;
}

export interface Session {
  readonly id: string;
  lastSeenAtMs: number;
  readonly walks: Walk[];
  /** Number of the latest token, in token mode. */
  tokenNumber: number;
}

export interface SessionOptions {
  /** Milliseconds without a request after which a session is gone. */
  readonly timeoutMs: number;
  /** The oldest session gives way when there are more. */
  readonly maxSessions: number;
  readonly now: () => number;
  readonly idForm?: Variants['sessionIdForm'];
}

/** The sessions of all respondents: expired on access, and swept so that memory stays bounded. */
export class Sessions {
  readonly #byId = new Map<string, Session>();
  readonly #options: SessionOptions;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#byId.size;
  }

  start(): Session {
    const id = idForms[this.#options.idForm ?? 'hex'](randomBytes(16).toString('hex').toUpperCase());
    const session: Session = { id, lastSeenAtMs: this.#options.now(), walks: [], tokenNumber: 0 };
    this.#byId.set(id, session);
    if (this.#byId.size > this.#options.maxSessions) this.#dropOldest();
    return session;
  }

  /** The live session of an id; finding it starts its time-out anew. */
  find(id: string): Session | undefined {
    const session = this.#byId.get(id);
    if (session === undefined) return undefined;
    const nowMs = this.#options.now();
    if (nowMs - session.lastSeenAtMs > this.#options.timeoutMs) {
      this.#byId.delete(id);
      return undefined;
    }
    session.lastSeenAtMs = nowMs;
    return session;
  }

  /** Forgets every session whose time is over. */
  sweep(): void {
    const oldest = this.#options.now() - this.#options.timeoutMs;
    for (const [id, session] of this.#byId) {
      if (session.lastSeenAtMs < oldest) this.#byId.delete(id);
    }
  }

  #dropOldest(): void {
    const [oldest] = this.#byId.keys();
    if (oldest !== undefined) this.#byId.delete(oldest);
  }
}

/** What makes an id unguessable, in each of the forms that cookies have. */
const idForms: Readonly<Record<Variants['sessionIdForm'], (secret: string) => string>> = {
  hex: (secret) => secret,
  'with-node': (secret) => `${secret}.node-7`,
  long: (secret) => `s%3A${secret.repeat(6)}`,
  punctuated: (secret) => `!${secret}~:/+==`,
};

/** Begins the walk of a survey on its first page. */
export function startWalk(session: Session, surveyId: number, respondent: RespondentData, startedAtMs: number): Walk {
  const walk: Walk = {
    id: randomUUID(),
    surveyId,
    respondent,
    startedAtMs,
    path: [0],
    ahead: [],
    answers: new Map(),
    submissions: 0,
  };
  session.walks.push(walk);
  return walk;
}

export function walkOf(session: Session | undefined, surveyId: number): Walk | undefined {
  return session?.walks.find((walk) => walk.surveyId === surveyId);
}

/** Moves on to a page; going back over it later leads here again. */
export function advanceTo(walk: Walk, page: number): void {
  walk.path.push(page);
  if (walk.ahead.at(-1) === page) walk.ahead.pop();
  else walk.ahead = [];
}

/** Moves one page back, if there is one. */
export function stepBack(walk: Walk): boolean {
  if (walk.path.length < 2) return false;
  const left = walk.path.pop();
  if (left !== undefined) walk.ahead.push(left);
  return true;
}

/** Moves to the furthest page that the respondent has reached and left by going back. */
export function returnToFurthest(walk: Walk): void {
  walk.path.push(...walk.ahead.reverse());
  walk.ahead = [];
}

/** The index of the page that the respondent is on. */
export function currentPage(walk: Walk): number {
  return walk.path.at(-1) ?? 0;
}
