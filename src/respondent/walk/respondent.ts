import type { Timer } from '../../client/clock.ts';
import { Session } from '../../client/session/session.ts';
import { stepPathOf } from '../../client/target.ts';
import type { ExchangeListener, Mishap } from '../../client/transport.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { nowhere, whereOf } from '../../judging/evidence/where.ts';
import type { Findings } from '../../judging/findings.ts';
import type { Answer, Circumstances } from '../../judging/reading/answer.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { tokenOf } from '../../judging/tokens.ts';
import type { Way } from '../../judging/whatCameInstead.ts';
import { type Exchange, isBadLuck, outcomeOf } from '../../result/exchange.ts';
import { type Obstacle, obstacleOf } from '../../result/obstacle.ts';
import type { Witness } from '../../result/verdict.ts';
import type { EndedWalk, WalkEnd, WitnessSource } from '../crowd.ts';
import type { Doubt } from '../model/doubt.ts';
import { type PageVisit, Position } from '../model/position.ts';
import type { Random } from '../random.ts';
import { expiries } from '../steps/expire.ts';
import { settle, submitAgain } from '../steps/settle.ts';
import type { NextStep, Step } from '../steps/step.ts';
import { begin, resume, resumeAfterCompletion } from '../steps/take.ts';
import { reportDoubt } from './completion.ts';
import { SessionTransport } from './sessionTransport.ts';
import { StepChooser } from './stepChooser.ts';
import { StepHistory } from './stepHistory.ts';
import { StepTiming } from './stepTiming.ts';
import { answerPage, submissionOf } from './submission.ts';
import type { SurveyFact } from './surveyFacts.ts';
import type { WalkContext } from './walkContext.ts';
import { WalkDraws } from './walkDraws.ts';
import { type HowToAnswer, nothingRefused, type Submission, type Walker } from './walker.ts';

/** Who hears that a respondent's walk is over. */
export interface WalkOwner {
  onDone(respondent: Respondent, walk: EndedWalk): void;
}

/**
 * One virtual person with a session of its own, walking one survey. A state machine without a closure or a promise per
 * step: the transport and the clock call it, and it is held by nothing else while it thinks.
 */
export class Respondent implements Walker, ExchangeListener, Timer, WitnessSource, Circumstances {
  readonly context: WalkContext;
  readonly index: number;
  readonly token: string;
  readonly survey: SurveyFact;
  readonly sessionTransport: SessionTransport;
  readonly position = new Position();
  submission: Submission | null = null;
  doubt: Doubt | null = null;
  wasRejected = false;
  refusals = 0;
  refused = nothingRefused;
  readonly #owner: WalkOwner;
  readonly #draws: WalkDraws;
  /** What the next step is drawn from. */
  #random: Random;
  readonly #history: StepHistory;
  readonly #chooser: StepChooser;
  readonly #timing = new StepTiming();
  #step: Step = begin;
  /** The step that is due without a draw; `null` where behaviour draws. */
  #planned: Step | null = null;
  #sessionIds: readonly string[] = [];
  /** Where its latest answer was. */
  #where = nowhere;
  /** Requests that are not answered yet. */
  #underWay = 0;
  /** Numbers the requests that left together, from 1. */
  #together = 0;
  #stopped = false;

  constructor(context: WalkContext, index: number, owner: WalkOwner) {
    const { apiKeys, settings } = context;
    this.context = context;
    this.index = index;
    this.#owner = owner;
    this.#draws = new WalkDraws(context.seed, index);
    this.#random = this.#draws.walk;
    this.token = tokenOf(context.run, index);
    const script = context.scriptOf(index);
    this.#history = new StepHistory(script !== null);
    this.#chooser = new StepChooser(script, context.traits);
    this.survey = script === null ? context.surveys.draw(this.#random) : context.surveys.of(script.surveyId);
    this.sessionTransport = new SessionTransport(new Session(settings, apiKeys[index % apiKeys.length] ?? null));
  }

  /** Takes the first step; `intendedMs` is when the schedule wanted it. */
  start(intendedMs: number): void {
    this.#timing.begin(intendedMs);
    begin.send(this);
  }

  /** Takes no further step; a walk that thinks ends at once. */
  stop(): void {
    this.#stopped = true;
    if (this.#underWay === 0) this.#finish('stopped', '');
  }

  /** The end of think time: the next step is due. */
  onTimer(): void {
    if (this.#stopped) return;
    const planned = this.#planned;
    this.#planned = null;
    if (planned !== null) {
      if (planned !== this.#step) this.#chooser.script?.takesByItself();
      this.#step = planned;
      planned.send(this);
      return;
    }
    const drawn = this.#chooser.draw(this.position, this.#random);
    if (drawn === 'abandon') this.#finish('abandoned', '');
    else {
      this.#step = drawn;
      const idleMs = drawn.idleMs?.(this.context.traits) ?? 0;
      if (idleMs > 0) {
        this.#planned = drawn;
        this.#goOnAt(this.#timing.intendedMs + idleMs);
      } else drawn.send(this);
    }
  }

  onExchange(exchange: Exchange): void {
    this.#underWay--;
    const { acceptedKeys, judge, observer, reader } = this.context;
    const { sessionTransport } = this;
    const step = this.#step;
    const change = sessionTransport.takeChange();
    this.#timing.answered(exchange, !sessionTransport.isBroken);
    const mayBeGone = this.#timing.mayHaveExpired(this.context.traits, this.context.clock.watch);
    const isUnlucky = isBadLuck(step.intent);
    this.#history.add(exchange, change, step.intent === 'doubleSubmit' ? this.#together : 0);
    const answer = reader.read(exchange);
    this.#where = whereOf(answer, step === begin ? null : (this.position.visits[0]?.page ?? null), this.#where);
    const findings = this.context.findings.about(this, exchange, this.#where);
    if (!sessionTransport.isBroken && step.losesAnswer !== true) {
      const mayBeNew = step === resumeAfterCompletion || this.doubt !== null || isUnlucky || mayBeGone;
      sessionTransport.absorb(exchange, mayBeNew, findings);
    }
    if (exchange.httpStatus === 429 && !isUnlucky) {
      observer.onExchange(exchange, 'throttled', step.intent);
      this.#waitForLimiter(exchange);
      return;
    }
    this.#timing.passed();
    judge.judge(findings, answer, this);
    if (answer.page !== null && sessionTransport.session.apiKey !== null) {
      acceptedKeys.add(sessionTransport.session.apiKey);
    }
    if (mayBeGone && step !== expiries.idle && !isUnlucky && this.#hasLostSession(answer)) {
      // Nobody knows whose fault it is: the walk says nothing more.
      observer.onExchange(exchange, 'expectedRejection', step.intent);
      this.#finish('stopped', '');
      return;
    }
    const { rejected, next } = step.check(this, answer);
    observer.onExchange(exchange, outcomeOf(exchange, rejected), step.intent);
    this.#history.forgetBodies();
    this.#goOn(next, answer);
  }

  request(
    endpoint: 'take' | 'submit-page' | 'previous-page',
    path: string,
    body: string | null,
    mishap: Mishap | null = null,
  ): void {
    this.#send(this, endpoint, path, body, mishap);
  }

  submitTwice(path: string, body: string): void {
    this.#together++;
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

  answer(page: ShownPage, how: HowToAnswer): Submission {
    const { visit } = this.position;
    const recorded = this.#chooser.script?.bodyFor(page, this.token) ?? null;
    this.submission =
      recorded === null
        ? answerPage(page, how, this, visit?.attempts ?? 0, this.#draws)
        : submissionOf(recorded, page, this.survey);
    if (visit !== null) visit.attempts++;
    return this.submission;
  }

  visit(page: ShownPage): PageVisit {
    const { coverage, address } = this.context;
    const { paths } = this.survey;
    const url = page.nextPageSubmitUrl;
    if (page.status === 'success') coverage.count('statuses', 'success');
    const submitPath =
      url === null || url === paths.submit ? paths.submit : (stepPathOf(url, address, paths.submit) ?? paths.submit);
    return { page, submitPath, body: null, attempts: 0, certain: true };
  }

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

  witness(): Witness {
    return this.#history.witness(this.context.redactor, this.sessionTransport.session.secrets);
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
    this.#underWay++;
    const headers = this.sessionTransport.session.headersFor(path, body !== null);
    const { intendedMs } = this.#timing;
    const { method } = endpoints[endpoint];
    this.context.transport.send({ endpoint, method, path, headers, body, intendedMs, mishap }, listener);
  }

  #goOn(next: NextStep, answer: Answer): void {
    if (next.kind === 'await') return;
    if (next.kind === 'end') {
      this.#finish(next.end, next.finalStatus, this.#obstacleTo(next.end, answer));
      return;
    }
    this.#random = this.#draws.step(this.position, this.#chooser.departures);
    if (next.kind === 'look-again' && !this.#chooser.looksAfterEnd(this.#random)) {
      this.#finish('completed', 'survey_complete');
      return;
    }
    if (this.#stopped) {
      this.#finish('stopped', '');
      return;
    }
    if (next.kind === 'begin-anew') this.sessionTransport.forget();
    this.#planned = plannedSteps[next.kind];
    const { endMs } = answer.exchange;
    const { timeoutMs, traits } = this.context;
    if (next.kind === 'again') this.#goOnAt(endMs);
    else if (next.kind === 'settle-late') this.#goOnAt(endMs + timeoutMs);
    else if (this.#timing.think(traits, this.#random, endMs) === 'now') this.onTimer();
    else this.#goOnAt(this.#timing.intendedMs);
  }

  #goOnAt(intendedMs: number): void {
    this.#timing.intendedMs = intendedMs;
    this.context.clock.at(intendedMs, this);
  }

  /** Whether the service knows the session no more: it says so, or begins anew where the respondent was to go on. */
  #hasLostSession({ reading, page }: Answer): boolean {
    if (reading.kind === 'session-error') return true;
    const isReturn = this.#step === resume || this.#step === settle;
    const [first] = this.position.visits;
    return (
      isReturn && page !== null && !this.position.isOnFirst && this.context.askedAgain.isSame(page, first?.page ?? null)
    );
  }

  /** The same step again once the rate limiter allows it. */
  #waitForLimiter(exchange: Exchange): void {
    this.sessionTransport.mend('keep');
    if (this.#stopped) this.#finish('stopped', '');
    else if (this.#timing.limited(exchange) === 'never') this.#finish('failed', '', 'throttled');
    else {
      this.#planned = this.#step;
      this.#goOnAt(this.#timing.intendedMs);
    }
  }

  /** What the last answer put in the way of a walk that failed, or that a survey without such a role let in nowhere. */
  #obstacleTo(end: WalkEnd, { reading, exchange }: Answer): Obstacle | null {
    if (end === 'ended') {
      if (this.position.visit !== null || this.survey.role !== null) return null;
      return reading.kind === 'flow' && reading.status === 'error' ? 'service-error' : 'survey-shut';
    }
    if (end !== 'failed') return null;
    const isDocumented = reading.kind === 'standard-error' || reading.kind === 'flow';
    const met = reading.kind === 'session-error' ? 'answers-refused' : obstacleOf(exchange, isDocumented);
    return met === 'answers-refused' && this.context.findings.isBroken ? 'promise-broken' : met;
  }

  #finish(end: WalkEnd, finalStatus: string, obstacle: Obstacle | null = null): void {
    this.#stopped = true;
    reportDoubt(this);
    const { index, survey } = this;
    const requests = this.#history.length;
    this.#owner.onDone(this, { index, surveyId: survey.id, end, requests, finalStatus, obstacle });
  }
}

const plannedSteps = {
  draw: null,
  resume,
  'begin-anew': begin,
  'look-again': resumeAfterCompletion,
  again: submitAgain,
  settle,
  'settle-late': settle,
} as const satisfies Record<Exclude<NextStep['kind'], 'end' | 'await'>, Step | null>;
