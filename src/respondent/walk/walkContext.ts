import type { Clock } from '../../client/clock.ts';
import type { Redactor } from '../../client/redact.ts';
import type { SessionSettings } from '../../client/session/session.ts';
import type { TargetAddress } from '../../client/target.ts';
import type { Transport } from '../../client/transport.ts';
import type { Profile } from '../../profile/profile.ts';
import type { AnswerSheet } from '../answers/answerSheet.ts';
import type { CompletionSink } from '../completionSink.ts';
import type { CoverageCounters } from '../coverage.ts';
import type { WalkObserver } from '../crowd.ts';
import type { Judge } from '../invariants/judge.ts';
import type { PageJudge } from '../invariants/page.ts';
import type { TransportJudge } from '../invariants/transport.ts';
import type { AcceptedKeys } from './acceptedKeys.ts';
import type { Reader } from './reading.ts';
import type { SurveyFacts } from './surveyFacts.ts';
import type { WalkScript } from './walkScript.ts';

/** What all respondents of a crowd share. */
export interface WalkContext {
  readonly traits: Profile['respondent'];
  readonly transport: Transport;
  readonly clock: Clock;
  readonly observer: WalkObserver;
  readonly judge: Judge;
  readonly coverage: CoverageCounters;
  readonly reader: Reader;
  readonly keys: AcceptedKeys;
  readonly pages: PageJudge;
  readonly arrivals: TransportJudge;
  readonly sheet: AnswerSheet;
  readonly settings: SessionSettings;
  readonly address: TargetAddress;
  readonly redactor: Redactor;
  readonly sink: CompletionSink | null;
  readonly surveys: SurveyFacts;
  readonly seed: number;
  /** What respondent `index` is told to do; `null` where chance decides. */
  readonly scriptOf: (index: number) => WalkScript | null;
  readonly runTag: string;
  readonly apiKeys: readonly string[];
  /** Session ids of late, to see one given out twice. */
  readonly sessionIds: Set<string>;
}
