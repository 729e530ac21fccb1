import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import type { SectionId } from '../../contract/sections.ts';
import type { Profile } from '../../profile/profile.ts';
import { isUnknown } from '../checks/reading.ts';
import type { AnswerChoice } from '../drive/answering.ts';
import { Conversation, type Turn } from '../drive/conversation.ts';
import type { PageView } from '../drive/pageView.ts';
import { type Ground, Stage } from '../drive/stage.ts';
import type { WalkBook } from './walkBook.ts';

/** Why a probe of going back cannot run. */
export function lacksBack({ surveys }: ProbeSettings): string | null {
  return surveys.walk.some(({ id }) => id !== surveys.noBack) ? null : 'no walk survey allows going back';
}

/** What of the profile probes work on. */
export type ProbeSettings = Pick<Profile, 'surveys' | 'admin' | 'audit'> & {
  readonly target: Pick<Profile['target'], 'timeoutMs'>;
};

/** A scripted sequence that provokes what clauses are about (design, Words). */
export interface Probe {
  readonly id: string;
  readonly area: SectionId;
  /** Runs after all others, and alone: it changes what they work on. */
  readonly last?: true;
  /** What it is there to exercise, beside the passive checks of every exchange. */
  readonly clauses: readonly ClauseId[];
  /** What the profile lacks for it, in words; `null` when it can run. */
  lacks(settings: ProbeSettings): string | null;
  run(scene: Scene): Promise<void>;
}

/** The service did not let a probe go on; what the answer was is in the message. */
export class ProbeBlocked extends Error {}

/** Nothing can be concluded: a time-out, the limiter. */
export class ProbeInconclusive extends Error {}

/** One run of one probe. */
export class Scene {
  readonly stage: Stage;
  readonly settings: ProbeSettings;
  readonly walkBook: WalkBook;

  constructor(ground: Ground, settings: ProbeSettings, walkBook: WalkBook) {
    this.stage = new Stage(ground);
    this.settings = settings;
    this.walkBook = walkBook;
  }

  get walkSurveys(): readonly number[] {
    return [...new Set(this.settings.surveys.walk.map(({ id }) => id))];
  }

  /** The surveys that are walked and allow going back. */
  get backSurveys(): readonly number[] {
    return this.walkSurveys.filter((id) => id !== this.settings.surveys.noBack);
  }

  /**
   * Acts in each survey; one in which the service does not let the probe go on is left for the next.
   *
   * @throws ProbeBlocked when none of them let it go on.
   */
  async inEach(surveys: readonly number[], act: (surveyId: number) => Promise<void>): Promise<void> {
    let blocked: ProbeBlocked | null = null;
    let through = 0;
    for (const surveyId of surveys) {
      try {
        await act(surveyId);
        through++;
      } catch (error) {
        if (!(error instanceof ProbeBlocked)) throw error;
        blocked = error;
      }
    }
    if (blocked !== null && through === 0) throw blocked;
  }

  converse(surveyId: number): Conversation {
    return new Conversation(this.stage, surveyId);
  }

  /** Leaves the service alone for a while. */
  pause(durationMs: number): Promise<void> {
    const { clock } = this.stage.ground.target;
    return new Promise((resolve) => clock.at(clock.nowMs() + durationMs, { onTimer: resolve }));
  }

  /** A conversation that carries another valid key. */
  converseWith(surveyId: number, apiKey: string): Conversation {
    return new Conversation(this.stage, surveyId, apiKey);
  }

  /** A new respondent on the first page. */
  async begin(surveyId: number): Promise<{ conversation: Conversation; turn: Turn; page: PageView }> {
    const conversation = this.converse(surveyId);
    const turn = await conversation.take();
    return { conversation, turn, page: pageIn(turn) };
  }

  /** A new respondent on page `steps + 1`, every page before it answered. */
  async advanced(
    surveyId: number,
    steps: number,
    choice: Partial<AnswerChoice> = {},
  ): Promise<{ conversation: Conversation; pages: readonly PageView[]; turn: Turn }> {
    const { conversation, page, turn: first } = await this.begin(surveyId);
    const pages = [page];
    let turn = first;
    for (let at = 0; at < steps; at++) {
      turn = await conversation.answer(choice);
      pages.push(pageIn(turn));
    }
    return { conversation, pages, turn };
  }
}

/** The page of a turn. @throws ProbeBlocked when the service showed none, ProbeInconclusive when it did not answer. */
export function pageIn(turn: Turn): PageView {
  known(turn);
  if (turn.page !== null) return turn.page;
  throw new ProbeBlocked(`${turn.exchange.endpoint} showed no page: ${turn.name}`);
}

/** @throws ProbeInconclusive when nothing can be concluded from a turn. */
export function known(turn: Turn): Turn {
  if (isUnknown(turn.exchange)) throw new ProbeInconclusive(`${turn.exchange.endpoint}: ${turn.name}`);
  return turn;
}

/** Which page was shown, in words. */
export function pageName(page: PageView | null): string {
  return page === null ? 'no page' : `the page with questions ${page.identity || 'none'}`;
}
