import { type Clock, RealClock } from '../../src/client/clock.ts';
import { createTransport } from '../../src/client/httpTransport.ts';
import { Redactor } from '../../src/client/redact.ts';
import type { TargetOptions } from '../../src/client/target.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { ViolationEvent } from '../../src/judging/evidence/walkFindings.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import { createCrowd } from '../../src/respondent/createCrowd.ts';
import type { CompletionSink, Crowd, WalkCoverage, WalkObserver } from '../../src/respondent/crowd.ts';
import type { Exchange, Intent, Outcome } from '../../src/result/exchange.ts';
import type { Witness } from '../../src/result/verdict.ts';
import { embeddedRoles } from '../../src/selftest/selftestSubjects.ts';
import { loadSurveys } from '../../src/service/survey/surveyCatalogue.ts';
import { targetOptions } from '../support/targetOptions.ts';

/** Every behaviour, often. */
export const lively = {
  thinkTimeMs: { distribution: 'none' },
  back: 0.15,
  expire: { probability: 0.08, kinds: ['drop', 'forge', 'stale'] },
  invalid: 0.12,
  abandon: 0.03,
  resume: 0.12,
  other: 0.4,
  optional: 0.7,
};

/** From page to page, every question answered, nothing else. */
export const straight = {
  thinkTimeMs: { distribution: 'none' },
  back: 0,
  expire: { probability: 0 },
  invalid: 0,
  abandon: 0,
  resume: 0,
  optional: 1,
};

export interface WalkingOptions {
  readonly baseUrl: string;
  /** That of a `virtualService`; by itself HTTP. */
  readonly network?: { readonly transport: Transport; readonly clock: Clock };
  readonly walks: number;
  /** A clause: once it is seen broken, nobody begins another walk. */
  readonly until?: string;
  readonly atOnce?: number;
  readonly seed?: number;
  readonly session?: 'cookie' | 'token' | 'auto';
  readonly surveys?: readonly number[];
  /** Members of the profile's `surveys` in place of the embedded service's roles. */
  readonly roles?: object;
  readonly respondent?: object;
  readonly target?: Partial<TargetOptions>;
  readonly completions?: CompletionSink;
  /** How long after its end a request may still be under way, as the respondents believe, ms. */
  readonly underWayMs?: number;
}

export interface Sighting {
  readonly clause: string;
  readonly expected: string;
  readonly actual: string;
  readonly witness: Witness;
}

/** What many walks came to. */
export interface Walked {
  /** The first sighting of each clause. */
  readonly sightings: ReadonlyMap<string, Sighting>;
  readonly coverage: WalkCoverage;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly ends: Readonly<Record<string, number>>;
  readonly finalStatuses: Readonly<Record<string, number>>;
  readonly observations: ReadonlyMap<string, ReadonlySet<string>>;
  /** Every request in the order of the answers: index of none, but endpoint, path and body. */
  readonly requests: readonly { readonly endpoint: string; readonly body: string | null }[];
}

/** Ids of the required questions of every survey of the embedded service, as a profile lists them. */
export function requiredQuestions(): Record<string, number[]> {
  const required: Record<string, number[]> = {};
  for (const [id, survey] of loadSurveys()) {
    required[String(id)] = survey.pages.flatMap(({ questions }) =>
      questions.filter((question) => question.required).map((question) => question.id),
    );
  }
  return required;
}

/** Lets `walks` respondents walk, some of them at once, and waits for the last one. */
export async function walkMany(options: WalkingOptions): Promise<Walked> {
  const { atOnce = 24, baseUrl, seed = 1, walks } = options;
  const profile = resolveProfile({
    target: {
      baseUrl,
      apiKeys: ['canvass-key'],
      session: options.session ?? 'auto',
      ...(options.underWayMs === undefined ? {} : { timeoutMs: options.underWayMs }),
    },
    surveys: {
      walk: (options.surveys ?? [1001, 1002]).map((id) => ({ id })),
      required: requiredQuestions(),
      ...(options.roles ?? embeddedRoles),
    },
    respondent: options.respondent ?? lively,
  });
  const { transport, clock } = options.network ?? {
    transport: createTransport(targetOptions(baseUrl, options.target)),
    clock: new RealClock(),
  };
  const sightings = new Map<string, Sighting>();
  const observations = new Map<string, Set<string>>();
  const outcomes: Record<string, number> = {};
  const ends: Record<string, number> = {};
  const finalStatuses: Record<string, number> = {};
  const requests: { endpoint: string; body: string | null }[] = [];
  const count = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  let next = 0;
  let ended = 0;
  const coverage = await new Promise<WalkCoverage>((resolve) => {
    const observer: WalkObserver = {
      onExchange(exchange: Exchange, outcome: Outcome, _intent: Intent) {
        count(outcomes, outcome);
        requests.push({ endpoint: exchange.endpoint, body: exchange.requestBody });
      },
      onViolation({ actual, clause, expected, witness }: ViolationEvent) {
        if (!sightings.has(clause)) sightings.set(clause, { clause, expected, actual, witness: witness() });
      },
      onObservation(question, value) {
        const values = observations.get(question) ?? new Set();
        observations.set(question, values.add(value));
      },
      onWalkEnd({ end, finalStatus }) {
        count(ends, end);
        count(finalStatuses, finalStatus);
        ended++;
        if (next < walks && !sightings.has(options.until ?? '')) crowd.start(next++, clock.nowMs());
        if (ended === next) resolve(crowd.takeCoverage());
      },
    };
    const crowd: Crowd = createCrowd({
      profile,
      baseUrl,
      transport,
      clock,
      observer,
      seed,
      run: 'tests1',
      redactor: new Redactor(['canvass-key']),
      completions: options.completions ?? null,
    });
    while (next < Math.min(atOnce, walks)) crowd.start(next++, clock.nowMs());
  });
  if (options.network === undefined) await transport.close();
  return { sightings, coverage, outcomes, ends, finalStatuses, observations, requests };
}
