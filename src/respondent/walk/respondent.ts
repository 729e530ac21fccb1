import type { Timer } from '../../client/clock.ts';
import { type CarrierState, Session } from '../../client/session/session.ts';
import { stepPathOf } from '../../client/stepPath.ts';
import type { ExchangeListener } from '../../client/transport.ts';
import type { CarrierChange } from '../../client/witnessStep.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { SurveyPage } from '../../contract/page.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';
import type { Act } from '../acts/act.ts';
import { takeAfterEnd } from '../acts/afterEnd.ts';
import { back, backTooEarly } from '../acts/back.ts';
import { begin } from '../acts/begin.ts';
import { type Choice, drawChoice, type ExpiryKind } from '../acts/drawChoice.ts';
import { expiries } from '../acts/expire.ts';
import { resume } from '../acts/resume.ts';
import { submit, submitInvalid } from '../acts/submit.ts';
import type { QuestionPlan } from '../answers/questionPlan.ts';
import type { WalkCompletion } from '../completionSink.ts';
import type { WalkEnd } from '../crowd.ts';
import type { WitnessSource } from '../invariants/judge.ts';
import { judgeNoPageMembers, judgeTakeHttp } from '../invariants/statusBody.ts';
import { Position } from '../model/position.ts';
import type { Visit } from '../model/visit.ts';
import { Random } from '../random.ts';
import { drawTimeMs } from '../thinkTime.ts';
import { tokenOf } from '../token.ts';
import { outcomeOf } from './outcome.ts';
import type { Reading } from './reading.ts';
import { StepHistory } from './stepHistory.ts';
import { answerPage, type Submission } from './submission.ts';
import type { SurveyFact } from './surveyFacts.ts';
import { throttleDelayMs } from './throttle.ts';
import type { WalkContext } from './walkContext.ts';
import { submissionOf, type WalkScript } from './walkScript.ts';

/** Departures from the straight way in one walk: beyond them it only submits, so that every walk ends. */
const maxDepartures = 100;

/** Who hears that a respondent's walk is over. */
export interface WalkOwner {
  onDone(walk: Respondent, end: WalkEnd, finalStatus: string): void;
}

/**
 * One virtual person with a session of its own, walking one survey. A state machine without a closure or a promise per
 * step: the transport and the clock call it, and it is held by nothing else while it thinks.
 */
export class Respondent implements ExchangeListener, Timer, WitnessSource {
  readonly context: WalkContext;
  readonly index: number;
  readonly token: string;
  readonly survey: SurveyFact;
  readonly session: Session;
  readonly position = new Position();
  /** The answers sent last; `null` before the first. */
  submission: Submission | null = null;
  /** Whether the current page was rejected. */
  wasRejected = false;
  /** Rejections of answers to the current page that were whole, and thought valid. */
  refusals = 0;
  /** Whether the last answer brought another session. */
  carrierIsNew = false;
  sinceLastStepMs = 0;
  readonly #owner: WalkOwner;
  readonly #random: Random;
  readonly #history = new StepHistory();
  readonly #script: WalkScript | null;
  #act: Act = begin;
  #next: Act | 'draw' | 'stop' = begin;
  #carrier: CarrierChange = 'keep';
  #savedCarrier: CarrierState | null = null;
  #departures = 0;
  #throttled = 0;
  #intendedMs = 0;
  #lastEndMs = 0;
  #waiting = false;
  #stopped = false;
  #end: WalkEnd = 'stopped';
  #finalStatus = '';

  constructor(context: WalkContext, index: number, owner: WalkOwner) {
    const { apiKeys, settings } = context;
    this.context = context;
    this.index = index;
    this.#owner = owner;
    this.#random = new Random(context.seed, index);
    this.token = tokenOf(context.runTag, index);
    this.#script = context.scriptOf(index);
    this.survey =
      this.#script === null ? context.surveys.draw(this.#random) : context.surveys.of(this.#script.surveyId);
    this.session = new Session(settings, apiKeys[index % apiKeys.length] ?? null);
  }

  /** Takes the first step; `intendedMs` is when the schedule wanted it. */
  start(intendedMs: number): void {
    this.#intendedMs = intendedMs;
    this.#lastEndMs = intendedMs;
    this.#act = begin;
    begin.ask(this);
  }

  /** Takes no further step; a walk that thinks ends at once. */
  stop(): void {
    this.#stopped = true;
    if (!this.#waiting) this.#finish('stopped', '');
  }

  /** The end of think time: the next step is due. */
  onTimer(): void {
    if (this.#stopped) return;
    const planned = this.#next === 'draw' || this.#next === 'stop' ? null : this.#next;
    if (planned !== null && planned !== this.#act) this.#script?.takesByItself();
    this.#act = planned ?? this.#draw();
    if (this.#act === abandon) this.#finish('abandoned', '');
    else if (planned === null && this.#act === expiries.idle) this.#idle();
    else this.#act.ask(this);
  }

  onExchange(exchange: Exchange): void {
    this.#waiting = false;
    const { arrivals, judge, observer, transport } = this.context;
    const carrier = this.#carrier;
    this.#carrier = 'keep';
    this.sinceLastStepMs = exchange.sentMs - this.#lastEndMs;
    this.#lastEndMs = exchange.endMs;
    if (this.#savedCarrier === null) this.#absorb(exchange);
    this.#history.add(exchange, carrier);
    if (exchange.httpStatus === 429) {
      observer.onExchange(exchange, 'throttled', this.#act.intent);
      this.#waitForLimiter(exchange);
      return;
    }
    this.#throttled = 0;
    arrivals.judge(exchange, this, this.survey.role?.status === 'error', judge);
    this.thinkOn();
    const reading = this.context.reader.read(exchange);
    this.#judgeStatus(exchange, reading);
    const rejected = this.#act.judge(this, exchange, reading);
    observer.onExchange(exchange, outcomeOf(exchange, rejected), this.#act.intent);
    this.#history.forgetBodies();
    if (this.#next === 'stop') this.#finish(this.#end, this.#finalStatus);
    else if (this.#stopped) this.#finish('stopped', '');
    else this.#think(exchange.endMs);
    if (this.#next === 'stop') transport.done(this);
  }

  /** Sends one request of the current act in this session. */
  send(endpoint: 'take' | 'submit-page' | 'previous-page', path: string, body: string | null): void {
    this.#waiting = true;
    this.context.transport.send(
      {
        endpoint,
        method: endpoints[endpoint].method,
        path,
        headers: this.session.headersFor(path, body !== null),
        body,
        intendedMs: this.#intendedMs,
      },
      this,
    );
  }

  answer(plans: readonly QuestionPlan[], how: 'complete' | 'usual' | 'spoiled'): Submission {
    const recorded = this.#script?.bodyFor(plans, this.token) ?? null;
    if (recorded !== null) {
      this.submission = submissionOf(recorded, plans, this.survey);
      return this.submission;
    }
    this.submission = answerPage(plans, how, this.survey, this.#random, this.token, this.context, this.refusals);
    return this.submission;
  }

  /** Judges a page by itself and makes a visit of it. */
  visit(body: SurveyPage): Visit {
    const { pages, address, judge, coverage } = this.context;
    const { navigation, meta, status } = body.response;
    coverage.statuses[status]++;
    const plans = pages.judge(body, this.survey.paths, judge, this);
    const submitPath =
      navigation.nextPageSubmitUrl === this.survey.paths.submit
        ? this.survey.paths.submit
        : stepPathOf(navigation.nextPageSubmitUrl, address);
    return {
      plans,
      first: navigation.previousPageUrl === null,
      final: meta.isFinalPage,
      submitPath,
      body: null,
      certain: true,
    };
  }

  /** `previousPageUrl` is null on the first page, and a path elsewhere (document, Survey page). */
  judgeFirst(page: Visit, first: boolean): void {
    const { judge } = this.context;
    if (page.first === first || (!first && this.survey.noBack !== 'no')) {
      judge.pass(first ? 'PAGE-PREVIOUS-NULL-01' : 'PAGE-PREVIOUS-URL-01');
    } else if (first) judge.fail('PAGE-PREVIOUS-NULL-01', 'null on the first page', 'a path', this);
    else judge.fail('PAGE-PREVIOUS-URL-01', this.survey.paths.previous, 'null', this);
  }

  /** Breaks the session for the next request only. */
  changeCarrier(kind: ExpiryKind): void {
    if (kind === 'idle') {
      this.#carrier = 'idle';
      return;
    }
    const { session } = this;
    const { earlier } = session;
    this.#savedCarrier = session.state();
    this.#carrier = kind;
    if (kind === 'drop') session.drop();
    else if (kind === 'stale' && earlier !== null && session.token !== null) session.restore(earlier);
    else {
      this.#carrier = 'forge';
      session.forge();
    }
  }

  /** Puts the session back as it was before `changeCarrier`. */
  restoreCarrier(kind: ExpiryKind): void {
    if (kind === 'idle' || this.#savedCarrier === null) return;
    this.session.restore(this.#savedCarrier);
    this.#savedCarrier = null;
    this.#carrier = 'stale';
  }

  /** Next: think, and then do what behaviour draws. */
  thinkOn(): void {
    this.#next = 'draw';
  }

  /** Next: take again, to see that nothing has changed. */
  resumeNext(): void {
    this.#next = resume;
  }

  /** Next: a new session from the first page on. */
  beginAnew(): void {
    this.session.drop();
    this.#carrier = 'drop';
    this.#next = begin;
  }

  /** Next: the end, or, as often as this respondent resumes, one more look at the finished survey. */
  lookAfterEnd(): void {
    const looks = this.#script?.looksAfterEnd ?? this.#random.chance(this.context.traits.resume);
    if (looks) this.#next = takeAfterEnd;
    else this.end('completed', 'survey_complete');
  }

  end(end: WalkEnd, finalStatus: string): void {
    this.#next = 'stop';
    this.#end = end;
    this.#finalStatus = finalStatus;
  }

  reportCompletion(): void {
    this.context.sink?.accepted(completionOf(this.token, this.survey.id, this.position.pages));
  }

  /** The final page was sent, and no answer came. */
  reportIndeterminate(body: string): void {
    const { page, pages } = this.position;
    if (this.context.sink === null || page === null) return;
    const sent = [...pages.slice(0, -1), { ...page, body }];
    this.context.sink.indeterminate(completionOf(this.token, this.survey.id, sent));
  }

  witness(): Witness {
    return this.#history.witness(this.context.redactor, this.session.secrets);
  }

  /** What holds of a status whatever was asked. */
  #judgeStatus(exchange: Exchange, reading: Reading): void {
    const { judge, keys } = this.context;
    if (reading.kind === 'success') {
      keys.accept(this.session.apiKey);
      judgeTakeHttp(exchange, reading.kind, judge, this);
    } else if (reading.kind === 'noPage') {
      judgeTakeHttp(exchange, reading.status, judge, this);
      judgeNoPageMembers(reading.body, judge, this);
    }
  }

  #absorb(exchange: Exchange): void {
    const { session } = this;
    const before = session.cookie;
    const tokenBefore = session.token;
    session.absorb(exchange);
    const after = session.cookie;
    this.carrierIsNew = before !== after || tokenBefore !== session.token;
    if (before === null || this.#act === takeAfterEnd) return;
    const { judge } = this.context;
    if (before === after) judge.pass('TAKE-COOKIE-02');
    else judge.fail('TAKE-COOKIE-02', 'no other session cookie', 'JSESSIONID was set again, to another value', this);
  }

  #drawChoice(): Choice {
    return this.#departures < maxDepartures ? drawChoice(this.context.traits, this.#random) : 'submit';
  }

  #draw(): Act {
    const { position } = this;
    const choice = this.#script?.next() ?? this.#drawChoice();
    if (choice === 'submit') return submit;
    this.#departures++;
    if (choice === 'abandon') return abandon;
    if (choice === 'resume') return resume;
    if (choice === 'invalid') return submitInvalid;
    if (choice !== 'back') return expiries[choice];
    return position.pageBefore === null && !position.submitted ? backTooEarly : back;
  }

  #think(nowMs: number): void {
    const { clock, traits } = this.context;
    const thinkMs = drawTimeMs(traits.thinkTimeMs, this.#random);
    this.#intendedMs = nowMs + thinkMs;
    if (thinkMs <= 0) this.onTimer();
    else clock.at(this.#intendedMs, this);
  }

  /** Does nothing until the service must have forgotten the session. */
  #idle(): void {
    const { clock, traits } = this.context;
    this.#next = this.#act;
    this.#intendedMs += traits.expire.idleSeconds * 1000;
    clock.at(this.#intendedMs, this);
  }

  /** The same act again once the rate limiter allows it; a walk that is limited again and again fails. */
  #waitForLimiter(exchange: Exchange): void {
    const delayMs = throttleDelayMs(exchange, this.#throttled++);
    if (this.#savedCarrier !== null) {
      this.session.restore(this.#savedCarrier);
      this.#savedCarrier = null;
    }
    if (delayMs === null || this.#stopped) {
      this.#finish(this.#stopped ? 'stopped' : 'failed', '');
      return;
    }
    this.#next = this.#act;
    this.#intendedMs = exchange.endMs + delayMs;
    this.context.clock.at(this.#intendedMs, this);
  }

  #finish(end: WalkEnd, finalStatus: string): void {
    this.#next = 'stop';
    this.#stopped = true;
    this.#owner.onDone(this, end, finalStatus);
  }
}

function completionOf(token: string, surveyId: number, pages: readonly Visit[]): WalkCompletion {
  const submitted = pages.map(({ plans, body, certain }) => ({
    questionIds: plans.map(({ question }) => question.id),
    body: body ?? '{}',
    certain: certain && body !== null,
  }));
  return { surveyId, token, pages: submitted };
}

/** Leaves for good: asks nothing. */
const abandon: Act = { intent: 'walk', ask() {}, judge: () => false };
