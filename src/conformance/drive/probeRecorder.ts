import type { ScriptedSession } from '../../client/scriptedSession.ts';
import { evidenceFindings } from '../../judging/evidence/evidenceFindings.ts';
import type { Where } from '../../judging/evidence/where.ts';
import type { Findings } from '../../judging/findings.ts';
import type { Way } from '../../judging/whatCameInstead.ts';
import { curlScript } from '../../result/curl.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';
import type { ProbeEnvironment } from './probeEnvironment.ts';

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

  /** Findings about one exchange of `session`, whose witness is what it, or all, did up to it. @param way the session's pages */
  findings(exchange: Exchange, session: ScriptedSession, shown: 'own' | 'all', way: Way, where: Where): Findings {
    return evidenceFindings(
      this.environment.evidence,
      exchange,
      (of) => this.#witness(exchange, shown === 'all' ? this.#sessions : [session], mostSteps[of]),
      (text) => this.redact(text),
      way,
      session,
      where,
    );
  }

  /** What `session` did up to an exchange that shows something, but breaks nothing. */
  witness(exchange: Exchange, session: ScriptedSession): Witness {
    return this.#witness(exchange, [session], mostSteps.observation);
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

  #witness(exchange: Exchange, sessions: readonly ScriptedSession[], most: number): Witness {
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
      return step === undefined ? [] : [step];
    });
    const failingStep = Math.max(
      0,
      kept.findIndex((moment) => moment.exchange === exchange),
    );
    return { steps, failingStep, curl: curlScript(steps) };
  }
}
