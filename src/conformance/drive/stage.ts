import type { ScriptedSession, ScriptedTarget } from '../../client/scriptedSession.ts';
import { curlScript } from '../../result/curl.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness, WitnessStep } from '../../result/verdict.ts';
import type { Evidence } from '../ledger/evidence.ts';
import { type Judge, judgeOf } from '../ledger/judge.ts';
import type { RespondentTokens } from './respondentTokens.ts';

/** The API keys of a run, in the clear: they go into requests and nowhere else. */
export interface RunKeys {
  /** The key that requests carry; regeneration replaces it. */
  valid: string;
  /** Another valid key, which regeneration must leave alone; `null` when the profile has one key only. */
  readonly second: string | null;
  /** All keys that the run knows, for leak checks. */
  readonly all: string[];
  readonly forbidden: string | null;
}

/** What all probes of a run share. */
export interface Ground {
  readonly target: ScriptedTarget;
  readonly evidence: Evidence;
  readonly keys: RunKeys;
  readonly tokens: RespondentTokens;
  /** Every `requestID` that answers to probes have carried. */
  readonly requestIds: Set<string>;
  /** What the run creates on the target, so that it can be removed (design, Run result). */
  readonly created: { readonly endpoint: string; readonly id: string; readonly marker: string }[];
  /** Asked before every request of a probe: whether enough is known, or the person wants to stop. */
  readonly isOver: () => boolean;
  /** Hears of every exchange, for the statistics of the run. */
  readonly onExchange: (exchange: Exchange) => void;
}

/** The run is over: a probe goes no further, and says nothing more. */
export class ProbeStopped extends Error {}

/** Stands in witnesses for the key without permission. */
export const forbiddenKeyPlaceholder = '$CANVASS_FORBIDDEN_KEY';
/** Steps that a witness may hold; what is older is rarely part of the story. */
const witnessLimit = 200;

/** One probe's stage: the sessions that it plays with, and witnesses from what they did. */
export class Stage {
  readonly ground: Ground;
  readonly #sessions: ScriptedSession[] = [];
  #groups = 0;
  #secrets: readonly string[] = [];
  #secretCount = 0;

  constructor(ground: Ground) {
    this.ground = ground;
  }

  /** Keeps a session. @param make makes it from its number, 0 for the first. */
  enter(make: (number: number) => ScriptedSession): ScriptedSession {
    const session = make(this.#sessions.length);
    this.#sessions.push(session);
    return session;
  }

  /** A number for a group of requests that are sent at the same time. */
  nextGroup(): number {
    return ++this.#groups;
  }

  /** A judge of one exchange whose witness is the way of `sessions` up to it; of all sessions when none are named. */
  judge(exchange: Exchange, sessions: readonly ScriptedSession[] | 'all'): Judge {
    return judgeOf(
      this.ground.evidence,
      () => this.#witness(exchange, sessions),
      (text) => this.redact(text),
    );
  }

  /** A text without the keys of the run and the secrets of the sessions here. */
  redact(text: string): string {
    // Sessions forget no secret, so their number tells whether one has been added; the API key is common to them.
    const count = this.#sessions.reduce((sum, { secrets }) => sum + secrets.length, 0);
    if (count !== this.#secretCount) {
      this.#secretCount = count;
      this.#secrets = [...new Set(this.#sessions.flatMap(({ secrets }) => secrets))];
    }
    return this.ground.target.redactor.redact(text, this.#secrets);
  }

  #witness(exchange: Exchange, only: readonly ScriptedSession[] | 'all'): Witness {
    const sessions = only === 'all' ? this.#sessions : only;
    const moments = sessions.flatMap((session) =>
      session.exchanges.map((each, at) => ({ exchange: each, step: session.steps[at] })),
    );
    moments.sort((a, b) => a.exchange.intendedMs - b.exchange.intendedMs);
    const found = moments.findIndex((moment) => moment.exchange === exchange);
    const last = moments[found]?.step?.concurrent ? moments.length : found + 1;
    const kept = moments.slice(Math.max(0, last - witnessLimit), last);
    const steps = kept.flatMap(({ step }) => (step === undefined ? [] : [withPlaceholder(step)]));
    const failingStep = Math.max(
      0,
      kept.findIndex((moment) => moment.exchange === exchange),
    );
    return { steps, failingStep, curl: curlScript(steps) };
  }
}

/** A redacted key that is not the usual one can only be the one without permission. */
function withPlaceholder(step: WitnessStep): WitnessStep {
  if (step.headers['api-key'] !== '[redacted]') return step;
  return { ...step, headers: { ...step.headers, 'api-key': forbiddenKeyPlaceholder } };
}
