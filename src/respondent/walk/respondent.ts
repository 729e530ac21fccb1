import type { Timer } from '../../client/clock.ts';
import { Session } from '../../client/session/session.ts';
import type { ExchangeListener } from '../../client/transport.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';
import type { Act } from '../acts/act.ts';
import { takeAfterEnd } from '../acts/afterEnd.ts';
import { begin } from '../acts/begin.ts';
import { expiries } from '../acts/expire.ts';
import { resume } from '../acts/resume.ts';
import type { QuestionPlan } from '../answers/questionPlan.ts';
import type { WalkEnd } from '../crowd.ts';
import type { WitnessSource } from '../invariants/judge.ts';
import { Position } from '../model/position.ts';
import { Random } from '../random.ts';
import { tokenOf } from '../token.ts';
import { Carrier } from './carrier.ts';
import { abandon, Course } from './course.ts';
import { judgeStatus } from './judgeAnswer.ts';
import { outcomeOf } from './outcome.ts';
import { Pace } from './pace.ts';
import { StepHistory } from './stepHistory.ts';
import { answerPage, type Submission } from './submission.ts';
import type { SurveyFact } from './surveyFacts.ts';
import type { WalkContext } from './walkContext.ts';
import { submissionOf } from './walkScript.ts';

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
  readonly carrier: Carrier;
  readonly position = new Position();
  /** The answers sent last; `null` before the first. */
  submission: Submission | null = null;
  /** Whether the current page was rejected. */
  wasRejected = false;
  /** Rejections of answers to the current page that were whole, and thought valid. */
  refusals = 0;
  readonly #owner: WalkOwner;
  readonly #random: Random;
  readonly #history = new StepHistory();
  readonly #course: Course;
  readonly #pace = new Pace();
  #act: Act = begin;
  #next: Act | 'draw' | 'stop' = begin;
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
    const script = context.scriptOf(index);
    this.#course = new Course(script, context.traits, this.#random);
    this.survey = script === null ? context.surveys.draw(this.#random) : context.surveys.of(script.surveyId);
    this.carrier = new Carrier(new Session(settings, apiKeys[index % apiKeys.length] ?? null));
  }

  /** Takes the first step; `intendedMs` is when the schedule wanted it. */
  start(intendedMs: number): void {
    this.#pace.begin(intendedMs);
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
    if (planned !== null && planned !== this.#act) this.#course.script?.takesByItself();
    this.#act = planned ?? this.#course.draw(this.position);
    if (this.#act === abandon) this.#finish('abandoned', '');
    else if (planned === null && this.#act === expiries.idle) this.#idle();
    else this.#act.ask(this);
  }

  onExchange(exchange: Exchange): void {
    this.#waiting = false;
    const { arrivals, judge, observer } = this.context;
    const change = this.carrier.takeChange();
    this.#pace.answered(exchange);
    if (!this.carrier.isBroken) this.carrier.absorb(exchange, this.#act === takeAfterEnd, judge, this);
    this.#history.add(exchange, change);
    if (exchange.httpStatus === 429) {
      observer.onExchange(exchange, 'throttled', this.#act.intent);
      this.#waitForLimiter(exchange);
      return;
    }
    this.#pace.passed();
    arrivals.judge(exchange, this, this.survey.role?.status === 'error', judge);
    this.thinkOn();
    const reading = this.context.reader.read(exchange);
    judgeStatus(this, exchange, reading);
    const rejected = this.#act.judge(this, exchange, reading);
    observer.onExchange(exchange, outcomeOf(exchange, rejected), this.#act.intent);
    this.#history.forgetBodies();
    if (this.#next === 'stop') this.#finish(this.#end, this.#finalStatus);
    else if (this.#stopped) this.#finish('stopped', '');
    else this.#think(exchange.endMs);
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
        intendedMs: this.#pace.intendedMs,
      },
      this,
    );
  }

  answer(plans: readonly QuestionPlan[], how: 'complete' | 'usual' | 'spoiled'): Submission {
    const recorded = this.#course.script?.bodyFor(plans, this.token) ?? null;
    if (recorded !== null) {
      this.submission = submissionOf(recorded, plans, this.survey);
      return this.submission;
    }
    this.submission = answerPage(plans, how, this.survey, this.#random, this.token, this.context, this.refusals);
    return this.submission;
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
    this.carrier.forget();
    this.#next = begin;
  }

  /** Next: the end, or, as often as this respondent resumes, one more look at the finished survey. */
  lookAfterEnd(): void {
    if (this.#course.looksAfterEnd()) this.#next = takeAfterEnd;
    else this.end('completed', 'survey_complete');
  }

  end(end: WalkEnd, finalStatus: string): void {
    this.#next = 'stop';
    this.#end = end;
    this.#finalStatus = finalStatus;
  }

  get session(): Session {
    return this.carrier.session;
  }

  get sinceLastStepMs(): number {
    return this.#pace.sinceLastStepMs;
  }

  witness(): Witness {
    return this.#history.witness(this.context.redactor, this.session.secrets);
  }

  redact(text: string): string {
    return this.context.redactor.redact(text, this.session.secrets);
  }

  #think(nowMs: number): void {
    const { clock, traits } = this.context;
    if (this.#pace.think(traits, this.#random, nowMs) === 'now') this.onTimer();
    else clock.at(this.#pace.intendedMs, this);
  }

  /** Does nothing for long, and then what was drawn. */
  #idle(): void {
    const { clock, traits } = this.context;
    this.#next = this.#act;
    this.#pace.idle(traits);
    clock.at(this.#pace.intendedMs, this);
  }

  /** The same act again once the rate limiter allows it. */
  #waitForLimiter(exchange: Exchange): void {
    this.carrier.mendUnanswered();
    if (this.#stopped) this.#finish('stopped', '');
    else if (this.#pace.limited(exchange) === 'never') this.#finish('failed', '');
    else {
      this.#next = this.#act;
      this.context.clock.at(this.#pace.intendedMs, this);
    }
  }

  #finish(end: WalkEnd, finalStatus: string): void {
    this.#next = 'stop';
    this.#stopped = true;
    this.#owner.onDone(this, end, finalStatus);
  }
}
