import type { Clock } from '../../client/clock.ts';
import type { Redactor } from '../../client/redact.ts';
import type { SessionSettings } from '../../client/session/session.ts';
import type { TargetAddress } from '../../client/target.ts';
import type { Transport } from '../../client/transport.ts';
import type { EarlyCompletions } from '../../judging/earlyCompletions.ts';
import type { ExchangeJudge } from '../../judging/exchangeJudge.ts';
import type { AnswerReader } from '../../judging/reading/answer.ts';
import type { Profile } from '../../profile/profile.ts';
import type { AnswerSheet } from '../answers/answerSheet.ts';
import type { GivenAnswers } from '../answers/givenAnswers.ts';
import type { Refusals } from '../answers/refusals.ts';
import type { CompletionSink } from '../completionSink.ts';
import type { CoverageCounters } from '../coverage.ts';
import type { WalkObserver } from '../crowd.ts';
import type { WalkFindings } from '../walkFindings.ts';
import type { AcceptedKeys } from './acceptedKeys.ts';
import type { SurveyFacts } from './surveyFacts.ts';
import type { WalkScript } from './walkScript.ts';

/** What all respondents of a crowd share. */
export interface WalkContext {
  readonly traits: Profile['respondent'];
  readonly transport: Transport;
  readonly clock: Clock;
  readonly observer: WalkObserver;
  readonly findings: WalkFindings;
  readonly coverage: CoverageCounters;
  readonly reader: AnswerReader;
  readonly keys: AcceptedKeys;
  readonly judge: ExchangeJudge;
  readonly sheet: AnswerSheet;
  readonly given: GivenAnswers;
  readonly refusals: Refusals;
  readonly settings: SessionSettings;
  readonly address: TargetAddress;
  readonly redactor: Redactor;
  readonly sink: CompletionSink | null;
  readonly surveys: SurveyFacts;
  readonly seed: number;
  /** What respondent `index` is told to do; `null` where chance decides. */
  readonly scriptOf: (index: number) => WalkScript | null;
  readonly runTag: string;
  /** The longest time that an answer is waited for: what was sent longer ago is no more under way. */
  readonly timeoutMs: number;
  readonly apiKeys: readonly string[];
  /** Each key as a list of its own: what the answers to its respondent may not carry. */
  readonly keyLists: readonly (readonly string[])[];
  /** Session ids of late, to see one given out twice. */
  readonly sessionIds: Set<string>;
  /** What sessions of this crowd travelled by. */
  readonly transports: Set<string>;
  readonly earlyCompletions: EarlyCompletions;
}
