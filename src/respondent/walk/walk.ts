import type { ExchangeListener, Mishap } from '../../client/transport.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { EntityId } from '../../contract/entityId.ts';
import type { Way } from '../../judging/classifyAnswer.ts';
import type { WitnessSource } from '../../judging/evidence/walkFindings.ts';
import type { Findings } from '../../judging/findings.ts';
import type { Circumstances } from '../../judging/reading/answer.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { tokenOf } from '../../judging/tokens.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Obstacle } from '../../result/obstacle.ts';
import type { Witness } from '../../result/verdict.ts';
import type { WalkEnd } from '../crowd.ts';
import { type PageVisit, Position, visitOf } from '../position/position.ts';
import type { Unsettled } from '../position/unsettled.ts';
import { Session } from '../session/session.ts';
import { SessionTransport } from './sessionTransport.ts';
import { StepHistory } from './stepHistory.ts';
import { answerPage, type HowToAnswer, type Submission, submissionOf } from './submission.ts';
import type { SurveyFact } from './surveyFacts.ts';
import type { WalkContext } from './walkContext.ts';
import { WalkDraws } from './walkDraws.ts';

/** Of nearly all walks: a map of its own would weigh as much as anything else of a respondent who waits. */
export const nothingRefused: ReadonlyMap<EntityId, number> = new Map();

/** The walk of one respondent through a survey, as its steps see it: the session, the model, and how to send. */
export abstract class Walk implements ExchangeListener, WitnessSource, Circumstances {
  readonly context: WalkContext;
  /** Of the run. */
  readonly index: number;
  /** The mark in its free texts. */
  readonly token: string;
  readonly survey: SurveyFact;
  readonly sessionTransport: SessionTransport;
  readonly position = new Position();
  readonly draws: WalkDraws;
  /** The answers sent last; `null` before the first. */
  submission: Submission | null = null;
  /** Where the service may be after bad luck; `null` while that is settled. */
  unsettled: Unsettled | null = null;
  /** Whether the current page was rejected. */
  wasRejected = false;
  /** Rejections of answers to the current page that were whole, and thought valid. */
  refusals = 0;
  /** The kind of the text that was refused last, by question of the current page. */
  refused = nothingRefused;
  protected readonly history: StepHistory;
  /** When the next request is wanted, ms of the clock. */
  protected intendedMs = 0;
  /** Requests that are not answered yet. */
  protected underWay = 0;
  /** Numbers the requests that left together, from 1. */
  protected together = 0;
  #sessionIds: readonly string[] = [];

  /** @param surveyId what it walks; drawn from those of the profile where it is `null` */
  constructor(context: WalkContext, index: number, surveyId: EntityId | null) {
    const { apiKeys, settings, surveys } = context;
    this.context = context;
    this.index = index;
    this.draws = new WalkDraws(context.seed, index);
    this.token = tokenOf(context.run, index);
    this.history = new StepHistory(context.keepsBodies);
    this.survey = surveyId === null ? surveys.draw(this.draws.walk) : surveys.of(surveyId);
    this.sessionTransport = new SessionTransport(new Session(settings, apiKeys[index % apiKeys.length] ?? null));
  }

  abstract onExchange(exchange: Exchange): void;

  /** A recorded body for a page; `null`: it is answered by chance. */
  protected abstract bodyFor(page: ShownPage): string | null;

  /** Ends the walk. */
  abstract leave(end: WalkEnd, finalStatus?: string, obstacle?: Obstacle | null): void;

  /** Sends one request of the current step in this session. */
  request(
    endpoint: 'take' | 'submit-page' | 'previous-page',
    path: string,
    body: string | null,
    mishap: Mishap | null = null,
  ): void {
    this.#send(this, endpoint, path, body, mishap);
  }

  /** Sends a submission twice at once, on two connections where there are two: both answers are heard of. */
  submitTwice(path: string, body: string): void {
    this.together++;
    this.#send(this, 'submit-page', path, body, null);
    // As another listener it has a connection of its own.
    const twin: ExchangeListener = {
      onExchange: (exchange) => {
        this.context.transport.done(twin);
        this.onExchange(exchange);
      },
    };
    this.#send(twin, 'submit-page', path, body, null);
  }

  /** Answers a page, as it was told or as chance draws. */
  answer(page: ShownPage, how: HowToAnswer): Submission {
    const { visit } = this.position;
    const recorded = this.bodyFor(page);
    this.submission =
      recorded === null
        ? answerPage(page, how, this, visit?.attempts ?? 0, this.draws)
        : submissionOf(recorded, page, this.survey);
    if (visit !== null) visit.attempts++;
    return this.submission;
  }

  /** A page that was shown as a visit of it. */
  visit(page: ShownPage): PageVisit {
    const { coverage, address } = this.context;
    if (page.status === 'success') coverage.count('statuses', 'success');
    return visitOf(page, address, this.survey.paths.submit);
  }

  /** How many requests it made, up to 400. */
  get requests(): number {
    return this.history.length;
  }

  /** What the rules find about the answer that is looked at now. */
  get findings(): Findings {
    return this.context.findings;
  }

  get basePath(): string {
    return this.context.address.prefix;
  }

  /** Walks send what a client of the contract sends. */
  get isContractual(): boolean {
    return true;
  }

  get mayFail(): boolean {
    return this.survey.role === 'error';
  }

  get keys(): readonly string[] {
    const { keyLists } = this.context;
    return keyLists[this.index % keyLists.length] ?? [];
  }

  get sessionIds(): readonly string[] {
    const { cookie, token } = this.sessionTransport.session;
    const known = this.#sessionIds;
    const id = cookie ?? token;
    if (id === null) return [];
    if (known[0] !== id || (known.length === 2 && known[1] !== token)) {
      this.#sessionIds = cookie !== null && token !== null ? [cookie, token] : [id];
    }
    return this.#sessionIds;
  }

  /** Its steps so far. */
  witness(): Witness {
    return this.history.witness(this.context.redactor, this.sessionTransport.session.secrets);
  }

  way(): Way {
    return { ...this.position.way(), token: this.token };
  }

  redact(text: string): string {
    return this.context.redactor.redact(text, this.sessionTransport.session.secrets);
  }

  #send(
    listener: ExchangeListener,
    endpoint: 'take' | 'submit-page' | 'previous-page',
    path: string,
    body: string | null,
    mishap: Mishap | null,
  ): void {
    this.underWay++;
    const headers = this.sessionTransport.session.headersFor(path, body !== null);
    const { intendedMs } = this;
    const { method } = endpoints[endpoint];
    this.context.transport.send({ endpoint, method, path, headers, body, intendedMs, mishap }, listener);
  }
}
