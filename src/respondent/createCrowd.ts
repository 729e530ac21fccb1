import { cookieOriginOf } from '../client/session/cookieJar.ts';
import { parseBaseUrl } from '../client/target.ts';
import { AnswerSheet } from './answers/answerSheet.ts';
import { CoverageCounters } from './coverage.ts';
import type { Crowd, CrowdOptions, WalkCoverage, WalkEnd } from './crowd.ts';
import { Judge } from './invariants/judge.ts';
import { PageJudge } from './invariants/page.ts';
import { TransportJudge } from './invariants/transport.ts';
import { AcceptedKeys } from './walk/acceptedKeys.ts';
import { Reader } from './walk/reading.ts';
import { Respondent, type WalkOwner } from './walk/respondent.ts';
import { SurveyFacts } from './walk/surveyFacts.ts';
import type { WalkContext } from './walk/walkContext.ts';

/** A crowd of respondents who walk the profile's surveys. The same seed gives the same respondents, whoever runs them. */
export function createCrowd(options: CrowdOptions): Crowd {
  return new WalkingCrowd(options);
}

class WalkingCrowd implements Crowd, WalkOwner {
  readonly #context: WalkContext;
  readonly #walking = new Set<Respondent>();
  #stopped = false;

  constructor(options: CrowdOptions) {
    const { profile, baseUrl, observer } = options;
    this.#context = {
      traits: profile.respondent,
      transport: options.transport,
      clock: options.clock,
      observer,
      judge: new Judge(observer),
      coverage: new CoverageCounters(),
      reader: new Reader(),
      keys: new AcceptedKeys(),
      arrivals: new TransportJudge(),
      pages: new PageJudge(parseBaseUrl(baseUrl)),
      sheet: new AnswerSheet(),
      settings: { strategy: profile.target.session, origin: cookieOriginOf(baseUrl) },
      address: parseBaseUrl(baseUrl),
      redactor: options.redactor,
      sink: options.completions,
      surveys: new SurveyFacts(profile.surveys),
      seed: options.seed,
      scriptOf: options.scriptOf ?? noScript,
      runTag: options.run,
      apiKeys: profile.target.apiKeys.map((key) => key.reveal()),
      sessionIds: new Set(),
    };
  }

  get active(): number {
    return this.#walking.size;
  }

  start(index: number, intendedMs: number): void {
    if (this.#stopped) return;
    const respondent = new Respondent(this.#context, index, this);
    this.#walking.add(respondent);
    respondent.start(intendedMs);
  }

  stop(): void {
    this.#stopped = true;
    for (const respondent of this.#walking) respondent.stop();
  }

  takeCoverage(): WalkCoverage {
    const { checked, failed } = this.#context.judge.tally.takeCounts();
    return { checked, failed, ...this.#context.coverage.take() };
  }

  onDone(respondent: Respondent, end: WalkEnd, finalStatus: string): void {
    if (!this.#walking.delete(respondent)) return;
    this.#context.transport.done(respondent);
    this.#context.observer.onWalkEnd(end, finalStatus, respondent.index);
  }
}

/** Chance decides. */
function noScript(): null {
  return null;
}
