import { cookieOriginOf } from '../client/session/cookies.ts';
import { parseBaseUrl } from '../client/target.ts';
import { EarlyCompletions } from '../judging/earlyCompletions.ts';
import { ExchangeJudge } from '../judging/exchangeJudge.ts';
import { AnswerReader } from '../judging/reading/answer.ts';
import { traitsOf } from '../profile/personas.ts';
import { AnswerSheet } from './answers/answerSheet.ts';
import { GivenAnswers } from './answers/givenAnswers.ts';
import { Refusals } from './answers/refusals.ts';
import { CoverageCounters } from './coverage.ts';
import type { Crowd, CrowdOptions, EndedWalk, WalkCoverage } from './crowd.ts';
import { PersonaDraw, PersonaObserver } from './personas.ts';
import { AcceptedKeys } from './walk/acceptedKeys.ts';
import { Respondent, type WalkOwner } from './walk/respondent.ts';
import { SurveyFacts } from './walk/surveyFacts.ts';
import type { WalkContext } from './walk/walkContext.ts';
import { WalkFindings } from './walkFindings.ts';

/** A crowd of respondents who walk the profile's surveys. The same seed gives the same respondents, whoever runs them. */
export function createCrowd(options: CrowdOptions): Crowd {
  return new WalkingCrowd(options);
}

/** One kind of respondents, with what all of its kind share. */
interface Persona {
  readonly name: string;
  readonly observer: PersonaObserver;
  readonly context: WalkContext;
}

class WalkingCrowd implements Crowd, WalkOwner {
  readonly #context: WalkContext;
  readonly #personas: readonly Persona[];
  readonly #draw: PersonaDraw;
  readonly #walking = new Set<Respondent>();
  #stopped = false;

  constructor(options: CrowdOptions) {
    const { profile, baseUrl, observer } = options;
    const findings = new WalkFindings(observer);
    const apiKeys = profile.target.apiKeys.map((key) => key.reveal());
    this.#context = {
      traits: profile.respondent,
      transport: options.transport,
      clock: options.clock,
      observer,
      findings,
      judge: new ExchangeJudge(findings.tally),
      coverage: new CoverageCounters(),
      reader: new AnswerReader(profile.target.limits.jsonDepth),
      keys: new AcceptedKeys(),
      sheet: new AnswerSheet(),
      given: new GivenAnswers(profile.respondent.answers),
      refusals: new Refusals(profile.respondent.learn),
      settings: { strategy: profile.target.session, origin: cookieOriginOf(baseUrl, profile.target.limits) },
      address: parseBaseUrl(baseUrl),
      redactor: options.redactor,
      sink: options.completions,
      surveys: new SurveyFacts(profile.surveys),
      seed: options.seed,
      scriptOf: options.scriptOf ?? noScript,
      runTag: options.run,
      timeoutMs: profile.target.timeoutMs,
      apiKeys,
      keyLists: apiKeys.map((key) => [key]),
      sessionIds: new Set(),
      transports: new Set(),
      earlyCompletions: new EarlyCompletions(),
    };
    const personas = Object.entries(profile.respondent.personas);
    this.#draw = new PersonaDraw(
      personas.map(([, { weight }]) => weight),
      options.seed,
    );
    this.#personas = personas.map(([name, persona]) => {
      const traits = traitsOf(profile.respondent, persona);
      const counting = new PersonaObserver(observer);
      const given = new GivenAnswers(traits.answers);
      return { name, observer: counting, context: { ...this.#context, traits, given, observer: counting } };
    });
  }

  get active(): number {
    return this.#walking.size;
  }

  start(index: number, intendedMs: number): void {
    if (this.#stopped) return;
    const respondent = new Respondent(this.#contextOf(index), index, this);
    this.#walking.add(respondent);
    respondent.start(intendedMs);
  }

  #contextOf(index: number): WalkContext {
    const persona = this.#personas.length === 0 ? undefined : this.#personas[this.#draw.of(index)];
    if (persona === undefined) return this.#context;
    persona.observer.started();
    return persona.context;
  }

  stop(): void {
    this.#stopped = true;
    for (const respondent of this.#walking) respondent.stop();
  }

  takeCoverage(): WalkCoverage {
    return {
      ...this.#context.findings.tally.takeCounts(),
      ...this.#context.coverage.take(),
      refusals: this.#context.refusals.take(),
      personas: Object.fromEntries(this.#personas.map(({ name, observer }) => [name, observer.take()])),
    };
  }

  onDone(respondent: Respondent, walk: EndedWalk): void {
    if (!this.#walking.delete(respondent)) return;
    this.#context.transport.done(respondent);
    respondent.context.observer.onWalkEnd(walk);
  }
}

/** Chance decides. */
function noScript(): null {
  return null;
}
