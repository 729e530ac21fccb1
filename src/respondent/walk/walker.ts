import type { Mishap } from '../../client/transport.ts';
import type { EntityId } from '../../contract/entityId.ts';
import type { Findings } from '../../judging/findings.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import type { Witness } from '../../result/verdict.ts';
import type { WalkEnd } from '../crowd.ts';
import type { Doubt } from '../model/doubt.ts';
import type { PageVisit, Position } from '../model/position.ts';
import type { SessionTransport } from './sessionTransport.ts';
import type { SurveyFact } from './surveyFacts.ts';
import type { WalkContext } from './walkContext.ts';

/** A submit-page body, and what was left out of it. */
export interface Submission {
  readonly body: string;
  /** Questions left out although nothing says that they may be: the service may ask for them. */
  readonly missingOptional: readonly EntityId[];
  /** Questions left out that are known to be required: the service must ask for them. */
  readonly missingRequired: readonly EntityId[];
  /** Whether nobody can doubt that the answers are valid: nothing is left out, and no form leaves a choice of texts. */
  readonly isKnownValid: boolean;
  /** As `isKnownValid`, of all questions but the required ones that were left out. */
  readonly isRestKnownValid: boolean;
  /** The kind of text that a question was answered with, where it was not the usual one. */
  readonly textKinds: ReadonlyMap<EntityId, number>;
}

/**
 * `complete`: every question; `usual`: optional ones by chance; `without-required`: without one that is known to be
 * required, where the page has one.
 */
export type HowToAnswer = 'complete' | 'usual' | 'without-required';

/** What a step sees of the respondent that takes it. */
export interface Walker {
  readonly context: WalkContext;
  /** Of the run. */
  readonly index: number;
  /** The mark in its free texts. */
  readonly token: string;
  readonly survey: SurveyFact;
  readonly sessionTransport: SessionTransport;
  readonly position: Position;
  /** What the rules find about the answer that is looked at now. */
  readonly findings: Findings;
  /** The answers sent last; `null` before the first. */
  readonly submission: Submission | null;
  /** Whether the current page was rejected. */
  wasRejected: boolean;
  /** Rejections of answers to the current page that were whole, and thought valid. */
  refusals: number;
  /** The kind of the text that was refused last, by question of the current page. */
  refused: ReadonlyMap<EntityId, number>;
  /** Where the service may be after bad luck; `null` while there is no doubt. */
  doubt: Doubt | null;
  /** Sends one request of the current step in this session. */
  request(
    endpoint: 'take' | 'submit-page' | 'previous-page',
    path: string,
    body: string | null,
    mishap?: Mishap | null,
  ): void;
  /** Sends a submission twice at once, on two connections where there are two: both answers are heard of. */
  submitTwice(path: string, body: string): void;
  /** Answers a page, as it was told or as chance draws. */
  answer(page: ShownPage, how: HowToAnswer): Submission;
  /** A page that was shown as a visit of it. */
  visit(page: ShownPage): PageVisit;
  /** Ends the walk. */
  leave(end: WalkEnd): void;
  /** Its steps so far. */
  witness(): Witness;
}

/** Of nearly all walks: a map of its own would weigh as much as anything else of a respondent who waits. */
export const nothingRefused: ReadonlyMap<EntityId, number> = new Map();
