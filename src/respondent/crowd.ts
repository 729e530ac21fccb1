import type { Clock } from '../client/clock.ts';
import type { Redactor } from '../client/redact.ts';
import type { Transport } from '../client/transport.ts';
import type { EntityId } from '../contract/entityId.ts';
import type { AnswerHabits } from '../judging/evidence/answerHabits.ts';
import type { TallyCounts } from '../judging/evidence/clauseTally.ts';
import type { Conditions } from '../judging/evidence/conditions.ts';
import type { FindingsObserver } from '../judging/evidence/walkFindings.ts';
import type { QuestionView } from '../judging/reading/questionView.ts';
import type { Profile } from '../profile/profile.ts';
import type { Exchange, Intent, Outcome } from '../result/exchange.ts';
import type { Obstacle } from '../result/obstacle.ts';
import type { PersonaDelta } from '../result/persona.ts';
import type { Refusal } from '../result/refusal.ts';
import type { CoverageDelta } from '../result/tally/delta.ts';

/** How a walk ended. `ended`: a final status other than completion; `failed`: the target did not let it go on. */
export type WalkEnd = 'completed' | 'ended' | 'abandoned' | 'failed' | 'stopped';

/** A walk that is over. */
export interface EndedWalk {
  /** The respondent that was started under it. */
  readonly index: number;
  readonly surveyId: EntityId;
  readonly end: WalkEnd;
  /** Requests that it made, up to 400. */
  readonly requests: number;
  /** Of the service; `''` where the walk ended otherwise. */
  readonly finalStatus: string;
  /** What did not let it go on; `null` for a walk that ended as it should, or that canvass stopped. */
  readonly obstacle: Obstacle | null;
}

/** Who hears what respondents do. Called on the hot path: implementations record and return. */
export interface WalkListener {
  onExchange(exchange: Exchange, outcome: Outcome, intent: Intent): void;
  onWalkEnd(walk: EndedWalk): void;
}

/** Who hears also what is found: load's metrics and conformance's ledgers. */
export interface WalkObserver extends WalkListener, FindingsObserver {}

/** What walks exercised, counted by the walker itself so that no check costs a call. Only names that occurred are there. */
export interface WalkCoverage extends CoverageDelta {
  /** Answers to open questions that repeated, beside those that the observer heard of. */
  readonly observed: TallyCounts['observed'];
  /** Answers that were refused although they looked valid. */
  readonly refusals: readonly Refusal[];
  /** What each persona did, by its name; empty without personas. */
  readonly personas: Readonly<Record<string, PersonaDelta>>;
}

/** What a crowd is made of. */
export interface CrowdOptions {
  readonly profile: Profile;
  /** The base URL that is really used, also where the profile says `embedded`. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly observer: WalkObserver;
  readonly seed: number;
  /** Tells the tokens of this run from those of others: lower-case letters and digits. */
  readonly run: string;
  /** Takes secrets out of witnesses; holds the API keys. */
  readonly redactor: Redactor;
  readonly completions: CompletionSink | null;
  /** Hears of the answers that are taken and refused; a load has no time for it. */
  readonly answerHabits?: AnswerHabits;
  /** Counts under which circumstances clauses hold; a load has no time for it. */
  readonly conditions?: Conditions;
}

/** A population of respondents as an executor sees it. */
export interface Crowd {
  /**
   * Starts respondent `index`; what it does follows from the seed and `index` alone. `intendedMs` is when the schedule
   * wanted its first step.
   */
  start(index: number, intendedMs: number): void;
  /** Respondents that walk or think now. */
  readonly active: number;
  /** What was exercised since the last call of this: deltas, so that threads and seconds can be summed. */
  takeCoverage(): WalkCoverage;
  /** Lets no respondent take a further step: those thinking end as `stopped`, those waiting end with their answer. */
  stop(): void;
}

/** One accepted submission on the way to a completion: what the service must hold of it, as it was sent. */
export interface SubmittedPage {
  readonly questions: readonly QuestionView[];
  /** The submit-page body (service.md#keys). */
  readonly body: string;
  /**
   * Whether the document says that just these answers are stored. Not so for answers that canvass made invalid on
   * purpose and the service took all the same.
   */
  readonly certain: boolean;
}

/** One respondent's way through a survey, at its end. */
export interface WalkCompletion {
  readonly surveyId: EntityId;
  /** The token that stands in every free text of this respondent. */
  readonly token: string;
  /** The pages on the way from first to last, each with its latest accepted answers. */
  readonly pages: readonly SubmittedPage[];
}

/** Who keeps account of completions: the durability audit. Called on the hot path: implementations record and return. */
export interface CompletionSink {
  /** The service has answered `survey_complete`. */
  accepted(completion: WalkCompletion): void;
  /** The final page was sent and no answer came: the service may hold the completion, or not. */
  indeterminate(completion: WalkCompletion): void;
}

/** How a respondent loses its session on purpose. */
export type ExpiryKind = Profile['respondent']['expire']['kinds'][number];
