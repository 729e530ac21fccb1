import { parseBaseUrl } from '../../client/target.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { WalkFindings } from '../../judging/evidence/walkFindings.ts';
import { ExchangeJudge } from '../../judging/exchangeJudge.ts';
import { AnswerReader } from '../../judging/reading/answer.ts';
import { AskedAgain } from '../../judging/reading/askedAgain.ts';
import { EarlyCompletions } from '../../judging/rules/surveyStatuses.ts';
import { AnswerSheet } from '../answers/answerFromFormParam.ts';
import { GivenAnswers } from '../answers/givenAnswers.ts';
import { Refusals } from '../answers/refusals.ts';
import { CoverageCounters } from '../coverage.ts';
import type { CrowdOptions, WalkListener } from '../crowd.ts';
import { cookieOriginOf } from '../session/cookies.ts';
import type { SessionSettings } from '../session/session.ts';
import { SurveyFacts } from './surveyFacts.ts';

/** What all respondents of a crowd share. */
export type WalkContext = Readonly<ReturnType<typeof walkContextOf>>;

export function walkContextOf(options: CrowdOptions) {
  const { profile, baseUrl, observer, transport, clock, redactor, seed, completions, run } = options;
  const { limits, session, timeoutMs, apiKeys } = profile.target;
  const keys = apiKeys.map((key) => key.reveal());
  const conditions = options.conditions ?? null;
  const findings = new WalkFindings(observer, conditions);
  const settings: SessionSettings = { strategy: session, origin: cookieOriginOf(baseUrl, limits) };
  return {
    traits: profile.respondent,
    transport,
    clock,
    observer: observer as WalkListener,
    findings,
    conditions,
    // Whoever counts circumstances looks at each answer anew.
    judge: new ExchangeJudge(conditions === null ? findings : null),
    coverage: new CoverageCounters(),
    reader: new AnswerReader(limits.jsonDepth),
    /** API keys that the service has accepted in this run. */
    acceptedKeys: new Set<string | null>(),
    sheet: new AnswerSheet(),
    given: new GivenAnswers(profile.respondent.answers),
    refusals: new Refusals(profile.respondent.learn),
    answerHabits: options.answerHabits ?? null,
    settings,
    address: parseBaseUrl(baseUrl),
    redactor,
    completions,
    surveys: new SurveyFacts(profile.surveys),
    seed,
    run,
    /** Whether a walk keeps all that it was answered for its witnesses, or the last answer only. */
    keepsBodies: false,
    /** The longest time that an answer is waited for: what was sent longer ago is no more under way. */
    timeoutMs,
    apiKeys: keys,
    /** Each key as a list of its own: what the answers to its respondent may not carry. */
    keyLists: keys.map((key) => [key]),
    /** Session ids of late, to see one given out twice. */
    sessionIds: new Set<string>(),
    /** What sessions of this crowd travelled by. */
    transports: new Set<string>(),
    earlyCompletions: new EarlyCompletions(),
    /** Surveys that named their thank-you page at an end. */
    thanked: new Set<EntityId>(),
    askedAgain: new AskedAgain(),
  };
}
