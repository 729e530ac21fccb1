import { pauseBy } from '../../client/clock.ts';
import type { SectionId } from '../../contract/clause.ts';
import type { EntityId } from '../../contract/entityId.ts';
import type { QuestionId } from '../../contract/questions/openQuestions.ts';
import { isUnknown } from '../../judging/reading/reading.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import type { Profile } from '../../profile/profile.ts';
import { Conversation, type ProbeExchange } from '../drive/conversation.ts';
import type { ProbeEnvironment } from '../drive/probeEnvironment.ts';
import { ProbeRecorder } from '../drive/probeRecorder.ts';
import { ProbeBlocked, ProbeInconclusive } from '../drive/probeStopped.ts';
import type { WalkAggregates } from './walkAggregates.ts';

/** What of the profile probes work on. */
export type ProbeSettings = Pick<Profile, 'surveys' | 'admin' | 'audit'> & {
  readonly target: Pick<Profile['target'], 'timeoutMs'>;
};

/** A scripted sequence that provokes what clauses are about. It says what it did; rules judge. The clauses that it is there for name it. */
export interface Probe {
  readonly id: string;
  readonly area: SectionId;
  /** The open questions that it is there to ask, or shows with each way of answering them. */
  readonly asks?: readonly QuestionId[];
  /** Runs after all others, and alone: it changes what they work on. */
  readonly last?: true;
  /** What the profile lacks for it, in words; `null`, and no function, when it can run. */
  lacks?(settings: ProbeSettings): string | null;
  run(context: ProbeContext): Promise<void>;
}

/** Why a probe of going back cannot run. */
export function lacksBack({ surveys }: ProbeSettings): string | null {
  return surveys.walk.some(({ id }) => id !== surveys.noBack) ? null : 'no walk survey allows going back';
}

/** A walk that is longer does not end. */
export const maxPages = 200;

/** One run of one probe. */
export class ProbeContext {
  readonly environment: ProbeEnvironment;
  readonly recorder: ProbeRecorder;
  readonly settings: ProbeSettings;
  readonly walkAggregates: WalkAggregates;

  constructor(environment: ProbeEnvironment, settings: ProbeSettings, walkAggregates: WalkAggregates) {
    this.environment = environment;
    this.recorder = new ProbeRecorder(environment);
    this.settings = settings;
    this.walkAggregates = walkAggregates;
  }

  get walkSurveys(): readonly EntityId[] {
    return [...new Set(this.settings.surveys.walk.map(({ id }) => id))];
  }

  /** The surveys that are walked and allow going back. */
  get backSurveys(): readonly EntityId[] {
    return this.walkSurveys.filter((id) => id !== this.settings.surveys.noBack);
  }

  /** Questions of a survey that are known to be required. */
  requiredIn(surveyId: EntityId): readonly EntityId[] {
    return this.settings.surveys.required[String(surveyId)] ?? [];
  }

  /**
   * Acts on all of them side by side, or one after the other where nobody else may be there; one with which the service
   * does not let the probe go on is left out.
   *
   * @throws ProbeBlocked when none of them let it go on.
   */
  async inEach<Each>(all: readonly Each[], act: (each: Each) => Promise<void>): Promise<void> {
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const atOnce of this.environment.isAlone ? all.map((each) => [each]) : [all])
      outcomes.push(...(await Promise.allSettled(atOnce.map(act))));
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    const failed = failures.find((reason) => !(reason instanceof ProbeBlocked));
    if (failed !== undefined) throw failed;
    if (failures.length > 0 && failures.length === all.length) throw failures.at(-1);
  }

  /** @param apiKey another valid key than the usual one */
  converse(surveyId: EntityId, apiKey?: string): Conversation {
    return new Conversation(this.recorder, surveyId, apiKey);
  }

  /** Leaves the service alone for a while. */
  pause(durationMs: number): Promise<void> {
    return pauseBy(this.environment.target.clock, durationMs);
  }

  /** A new respondent on the first page. */
  async begin(surveyId: EntityId): Promise<{ conversation: Conversation; exchange: ProbeExchange; page: ShownPage }> {
    const conversation = this.converse(surveyId);
    const exchange = await conversation.take();
    return { conversation, exchange, page: pageShown(exchange) };
  }

  /** A new respondent on page `steps + 1`, which is told; every page before it is answered. */
  async advanced(surveyId: EntityId, steps: number): Promise<{ conversation: Conversation; page: ShownPage }> {
    const { conversation, page: first } = await this.begin(surveyId);
    let page = first;
    for (let at = 0; at < steps; at++) {
      const exchange = await conversation.answer();
      page = pageShown(exchange);
      if (exchange.status !== 'success') throw new ProbeBlocked(`survey ${surveyId} took none of the answers tried`);
    }
    return { conversation, page };
  }

  /** Walks each survey, and calls `look` with each page that is shown, until it says that it has seen enough. */
  async onPages(
    surveys: readonly EntityId[],
    look: (page: ShownPage, place: { readonly surveyId: EntityId; readonly steps: number }) => boolean,
  ): Promise<void> {
    for (const surveyId of surveys) {
      const { conversation } = await this.begin(surveyId);
      for (let steps = 0; conversation.page !== null && steps < maxPages; steps++) {
        if (look(conversation.page, { surveyId, steps })) return;
        const exchange = known(await conversation.answer());
        if (exchange.status !== 'success') break;
      }
    }
  }
}

/**
 * The page of an answer.
 *
 * @throws ProbeBlocked when the service showed none, ProbeInconclusive when it did not answer.
 */
export function pageShown(exchange: ProbeExchange): ShownPage {
  known(exchange);
  if (exchange.page !== null) return exchange.page;
  throw new ProbeBlocked(`${exchange.exchange.endpoint} showed no page: ${exchange.name}`);
}

/** @throws ProbeInconclusive when nothing can be concluded from an answer. */
export function known(exchange: ProbeExchange): ProbeExchange {
  if (isUnknown(exchange.reading)) throw new ProbeInconclusive(`${exchange.exchange.endpoint}: ${exchange.name}`);
  return exchange;
}
