import type { Timer } from '../../client/clock.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { SessionFeatures } from '../../judging/evidence/sessionFeatures.ts';
import { nowhere, whereOf } from '../../judging/evidence/where.ts';
import type { Answer } from '../../judging/reading/answer.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { judgeCookieKept } from '../../judging/rules/take.ts';
import { type Exchange, isBadLuck, outcomeOf } from '../../result/exchange.ts';
import { type Obstacle, obstacleOf } from '../../result/obstacle.ts';
import type { EndedWalk, WalkEnd } from '../crowd.ts';
import { expiries } from '../steps/expire.ts';
import { settle, submitAgain } from '../steps/settle.ts';
import type { NextStep, Step, StepResult } from '../steps/step.ts';
import { begin, resume, resumeAfterCompletion } from '../steps/takeSteps.ts';
import { reportUnsettled } from './completion.ts';
import { LimiterWaits } from './limiterWaits.ts';
import { SessionAge } from './sessionAge.ts';
import { Walk } from './walk.ts';
import type { WalkContext } from './walkContext.ts';

/** Who decides what a respondent does next: chance, or whoever repeats a recorded walk. Called on the hot path. */
export interface StepChooser {
  /** An answer was judged: `walk` takes its next step, now or later, or leaves. */
  chooseNext(walk: Respondent, next: NextStep, nowMs: number): void;
  /** A recorded body for a page; `null`: it is answered by chance. */
  bodyFor(walk: Respondent, page: ShownPage): string | null;
  /** The walk is over. */
  onDone(walk: Respondent, ended: EndedWalk): void;
}

/**
 * One virtual person with a session of its own, walking one survey: takes the steps that it is told, has each answer
 * judged, and keeps the model of where it stands. A state machine without a closure or a promise per step: the transport
 * and the clock call it, and it is held by nothing else while it thinks.
 */
export class Respondent extends Walk implements Timer {
  /** How often it left the straight way. */
  departures = 0;
  readonly #chooser: StepChooser;
  readonly #sessionAge = new SessionAge();
  readonly #limiterWaits = new LimiterWaits();
  #step: Step = begin;
  /** Where its latest answer was. */
  #where = nowhere;
  /** What its session did, where somebody wants to know. */
  readonly #did: SessionFeatures | null;
  #stopped = false;

  constructor(context: WalkContext, index: number, chooser: StepChooser, surveyId: EntityId | null = null) {
    super(context, index, surveyId);
    this.#chooser = chooser;
    this.#did = context.conditions === null ? null : new SessionFeatures();
  }

  /** Takes a step when a time to think from `nowMs` on is over, and the time for which the step itself does nothing. */
  take(step: Step, nowMs: number, thinkMs: number): void {
    if (this.#stopped) {
      this.leave('stopped');
      return;
    }
    const { clock, traits } = this.context;
    const waitMs = thinkMs + (step.idleMs?.(traits) ?? 0);
    this.#step = step;
    this.intendedMs = nowMs + waitMs;
    if (waitMs > 0) clock.at(nowMs + waitMs, this);
    else step.send(this);
  }

  /** Takes no further step; a walk that thinks ends at once. */
  stop(): void {
    this.#stopped = true;
    if (this.underWay === 0) this.leave('stopped');
  }

  /** The end of a wait: the step is due. */
  onTimer(): void {
    if (!this.#stopped) this.#step.send(this);
  }

  onExchange(exchange: Exchange): void {
    this.underWay--;
    const { acceptedKeys, judge, observer, reader } = this.context;
    const { sessionTransport } = this;
    const step = this.#step;
    const change = sessionTransport.takeChange();
    this.#sessionAge.answered(exchange, !sessionTransport.isBroken);
    const mayBeGone = this.#sessionAge.mayHaveExpired(this.context.traits, this.context.clock.watch);
    const isUnlucky = isBadLuck(step.intent);
    this.history.add(exchange, change, step.intent === 'doubleSubmit' ? this.together : 0);
    const mayBeNew = step === resumeAfterCompletion || this.unsettled !== null || isUnlucky || mayBeGone;
    const isHeard = !sessionTransport.isBroken && step.losesAnswer !== true;
    const keepsCookie = isHeard ? sessionTransport.absorb(exchange, mayBeNew) : null;
    const answer = reader.read(exchange);
    this.#where = whereOf(answer, step === begin ? null : (this.position.visits[0]?.page ?? null), this.#where);
    const findings = this.context.findings.about(
      this,
      exchange,
      this.#where,
      this.#did?.next(answer, sessionTransport.isBroken),
    );
    if (keepsCookie !== null) judgeCookieKept(findings, keepsCookie);
    if (exchange.httpStatus === 429 && !isUnlucky) {
      observer.onExchange(exchange, 'throttled', step.intent);
      this.#waitForLimiter(exchange);
      return;
    }
    judge.judge(findings, answer, this);
    this.#limiterWaits.passed();
    if (answer.page !== null) acceptedKeys.add(sessionTransport.session.apiKey);
    if (mayBeGone && step !== expiries.idle && !isUnlucky && this.#hasLostSession(answer)) {
      // Nobody knows whose fault it is: the walk says nothing more.
      observer.onExchange(exchange, 'expectedRejection', step.intent);
      this.leave('stopped');
      return;
    }
    const { rejected, next } = step.check(this, answer);
    observer.onExchange(exchange, outcomeOf(exchange, rejected), step.intent);
    this.history.forgetBodies();
    this.#goOn(next, answer);
  }

  protected bodyFor(page: ShownPage): string | null {
    return this.#chooser.bodyFor(this, page);
  }

  #goOn(next: StepResult['next'], answer: Answer): void {
    const { endMs } = answer.exchange;
    switch (next.kind) {
      case 'await':
        return;
      case 'end':
        this.leave(next.end, next.finalStatus, this.#obstacleTo(next.end, answer));
        return;
      case 'again':
        this.take(submitAgain, endMs, 0);
        return;
      case 'settle-late':
        this.take(settle, endMs, this.context.timeoutMs);
        return;
      case 'begin-anew':
        this.sessionTransport.forget();
    }
    this.#chooser.chooseNext(this, next.kind, endMs);
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
    if (this.#stopped) this.leave('stopped');
    else {
      const delayMs = this.#limiterWaits.delayMs(exchange);
      if (delayMs === null) this.leave('failed', '', 'throttled');
      else {
        this.intendedMs = exchange.endMs + delayMs;
        this.context.clock.at(this.intendedMs, this);
      }
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

  /** Ends the walk. */
  leave(end: WalkEnd, finalStatus = '', obstacle: Obstacle | null = null): void {
    this.#stopped = true;
    reportUnsettled(this);
    const { index, survey, requests } = this;
    this.#chooser.onDone(this, { index, surveyId: survey.id, end, requests, finalStatus, obstacle });
  }
}
