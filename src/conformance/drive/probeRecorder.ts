import type { ScriptedSession } from '../../client/scriptedSession.ts';
import { evidenceFindings } from '../../judging/evidence/evidenceFindings.ts';
import type { Findings } from '../../judging/findings.ts';
import { curlScript } from '../../result/curl.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness, WitnessStep } from '../../result/verdict.ts';
import type { ProbeEnvironment } from './probeEnvironment.ts';

/** Stands in witnesses for the key without permission. */
export const forbiddenKeyPlaceholder = '$CANVASS_FORBIDDEN_KEY';
/** Steps that a witness may hold; what is older is rarely part of the story. Answers to open questions are many. */
const mostSteps = { violation: 200, observation: 12 } as const;

/** The sessions that one probe plays with, and witnesses from what they did. */
export class ProbeRecorder {
  readonly environment: ProbeEnvironment;
  readonly #sessions: ScriptedSession[] = [];
  #groups = 0;
  readonly #secrets: string[] = [];
  /** By session: how many of its secrets are among them. */
  readonly #secretsTaken: number[] = [];

  constructor(environment: ProbeEnvironment) {
    this.environment = environment;
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

  /** Findings about one exchange whose witness is the way of `sessions` up to it. */
  findings(exchange: Exchange, sessions: readonly ScriptedSession[] | 'all'): Findings {
    return evidenceFindings(
      this.environment.evidence,
      exchange,
      (of) => this.#witness(exchange, sessions, mostSteps[of]),
      (text) => this.redact(text),
    );
  }

  /** A text without the keys of the run and the secrets of the sessions here. */
  redact(text: string): string {
    this.#sessions.forEach(({ secrets }, at) => {
      for (let taken = this.#secretsTaken[at] ?? 0; taken < secrets.length; taken++) {
        this.#secrets.push(secrets[taken] ?? '');
      }
      this.#secretsTaken[at] = secrets.length;
    });
    return this.environment.target.redactor.redact(text, this.#secrets);
  }

  #witness(exchange: Exchange, only: readonly ScriptedSession[] | 'all', most: number): Witness {
    const sessions = only === 'all' ? this.#sessions : only;
    const moments = sessions.flatMap((session) =>
      session.exchanges.map((each, at) => ({ exchange: each, session, at })),
    );
    moments.sort((a, b) => a.exchange.intendedMs - b.exchange.intendedMs);
    const found = moments.findIndex((moment) => moment.exchange === exchange);
    const shown = moments[found];
    const last = shown?.session.stepAt(shown.at)?.concurrent ? moments.length : found + 1;
    const kept = moments.slice(Math.max(0, last - most), last);
    const steps = kept.flatMap(({ session, at }) => {
      const step = session.stepAt(at);
      return step === undefined ? [] : [withPlaceholder(step)];
    });
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
