import { pauseBy } from '../../client/clock.ts';
import { type EndpointId, endpoints, pathOf, sessionEndpoints } from '../../contract/endpoints.ts';
import { type EntityId, exactJson } from '../../contract/entityId.ts';
import { isRecord } from '../../contract/jsonShape.ts';
import type { EvidenceFindings } from '../../judging/evidence/evidenceFindings.ts';
import { noteForm, noteWay } from '../../judging/evidence/formHabits.ts';
import { SessionFeatures } from '../../judging/evidence/sessionFeatures.ts';
import { nowhere, whereOf } from '../../judging/evidence/where.ts';
import { judgeExchange } from '../../judging/exchangeJudge.ts';
import type { Findings } from '../../judging/findings.ts';
import { excerpt } from '../../judging/mismatch.ts';
import type { Answer, Circumstances } from '../../judging/reading/answer.ts';
import { isUnknown, named } from '../../judging/reading/reading.ts';
import { isSamePage, isSamePlace, type ShownPage } from '../../judging/reading/shownPage.ts';
import { formsUsed, judgeAnswersTaken } from '../../judging/rules/keys.ts';
import { judgeSubmission } from '../../judging/rules/moves.ts';
import { judgeNotLost, judgeRequestId } from '../../judging/rules/sanity.ts';
import { judgeSubmitUrl } from '../../judging/rules/submitPage.ts';
import { judgeSessionKnown, observeTransport } from '../../judging/rules/take.ts';
import { maxAttempts } from '../../respondent/answers/answerChooser.ts';
import { answerIn, type SubmitBody } from '../../respondent/answers/knownValid.ts';
import type { WalkCompletion } from '../../respondent/crowd.ts';
import { type PageVisit, Position, type Sent, sentFor, visitOf } from '../../respondent/position/position.ts';
import type { Session } from '../../respondent/session/session.ts';
import { completionOf } from '../../respondent/walk/completion.ts';
import { LimiterWaits } from '../../respondent/walk/limiterWaits.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';
import type { AnswerChoice } from './learntAnswers.ts';
import type { ProbeRecorder } from './probeRecorder.ts';
import { type Departure, ProbeSession } from './probeSession.ts';
import { ProbeLate, ProbeStopped } from './probeStopped.ts';

/** One answer, read and already judged by the rules of any single answer. */
export interface ProbeExchange extends Answer {
  /** In a word for people. */
  readonly name: string;
  /** Findings with the witness of this session up to this exchange; a call of the administrator stands alone. */
  readonly findings: EvidenceFindings;
  /** As `findings`, with the steps of all sessions of the probe. */
  readonly findingsAll: Findings;
  /** As `findings`, with some exchanges before it: what they show together. */
  findingsWith(...before: readonly ProbeExchange[]): Findings;
}

/** In words that go on a sentence: what is so of one key alone. */
const withSecondKey = 'with the second API key';

/** One session with the service: sends, keeps the page, and has every answer judged. */
export class Conversation {
  readonly recorder: ProbeRecorder;
  readonly surveyId: EntityId;
  readonly #session: ProbeSession;
  /** What this respondent's free texts carry. */
  token: string;
  readonly #position = new Position();
  /** The answer that showed the page shown last. */
  #shownBy: ProbeExchange | null = null;
  #given: SubmitBody = {};
  /** Whether the session was its own all the time: where another one's pages are is not known. */
  #isOwn = true;
  /** Whether it was on a later page before, by its own step or the service's. */
  #hasGoneBack = false;
  /** Where the latest answer was. */
  #where = nowhere;
  readonly #did = new SessionFeatures();
  /** When the last request was sent. */
  #sentMs = Number.POSITIVE_INFINITY;
  /** As `#sentMs`, by what carried the session after it: what is put back was left alone while others were carried. */
  readonly #leftMs = new Map<string, number>();

  constructor(recorder: ProbeRecorder, surveyId: EntityId, apiKey: string = recorder.environment.keys.valid) {
    const { environment } = recorder;
    this.recorder = recorder;
    this.surveyId = surveyId;
    this.token = environment.nextToken();
    this.#session = new ProbeSession(recorder, apiKey);
  }

  /** What carries it. */
  get session(): Session {
    return this.#session.session;
  }

  /** The page shown last, or `null` before the first and after the end. */
  get page(): ShownPage | null {
    return this.#position.ended ? null : (this.#position.visit?.page ?? null);
  }

  /** What the answer shows that the page shown last came with. */
  get shown(): Findings | null {
    return this.#shownBy?.findings ?? null;
  }

  /** What it has been asked and has answered, to the page where it is. */
  get completion(): WalkCompletion {
    return completionOf(this.token, this.surveyId, this.#position.visits);
  }

  /** The pages of its way, from the first to the furthest. */
  get pages(): readonly ShownPage[] {
    return this.#position.way().pages;
  }

  /** The session id or token that the service gave, or `null`. */
  get sessionId(): string | null {
    return this.session.cookie ?? this.session.token;
  }

  /** The answers that the service accepted last. */
  get given(): SubmitBody {
    return this.#given;
  }

  async take(departure: Departure = {}): Promise<ProbeExchange> {
    const isBeginning = this.page === null;
    const exchange = this.#seen(await this.#step('take', null, departure));
    if (isBeginning && exchange.page !== null) observeTransport(exchange.findings, this.session);
    return exchange;
  }

  /** @param body an object to send as JSON, or a text to send as it is. */
  async submit(body: SubmitBody | string, departure: Departure = {}): Promise<ProbeExchange> {
    return this.#seen(await this.#submitted(body, departure));
  }

  #submitted(body: SubmitBody | string, departure: Departure = {}): Promise<ProbeExchange> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const path = this.#position.visit?.submitPath;
    return this.#step('submit-page', text, path === undefined ? departure : { path, ...departure });
  }

  /** Sends whole answers to the page shown last, judges what comes of them, and learns from it. */
  async give(body: SubmitBody): Promise<ProbeExchange> {
    const { page, pages } = this;
    const { inARow } = this.#position;
    const exchange = await this.#submitted(body);
    if (page === null || isUnknown(exchange.reading)) return this.#seen(exchange);
    const { answers, askedAgain } = this.recorder.environment;
    const isKnownValid = answers.known.isKnownValid(page, JSON.stringify(body));
    const { findings } = exchange;
    judgeSubmitUrl(findings, exchange);
    if (this.sessionId !== null) judgeSessionKnown(findings, exchange);
    const isNext = exchange.status === 'success' && askedAgain.isNext(exchange.page, page, inARow);
    judgeSubmission(findings, { answer: exchange, page, missingRequired: [], isKnownValid, isNext });
    if (isAccepted(exchange)) judgeNotLost(findings, exchange, page, isNext);
    judgeAnswersTaken(findings, { answer: exchange, page, given: body, isKnownValid });
    this.noteShapes(exchange, page, body);
    if (isAccepted(exchange) && !this.#hasGoneBack) {
      const isBefore = !isSamePage(exchange.page, page) && pages.some((each) => isSamePage(each, exchange.page));
      const { recorder, surveyId } = this;
      const witness = (): Witness => recorder.witness(exchange.exchange, this.#session);
      noteWay(recorder.environment.evidence.habits, surveyId, page, isBefore, witness);
      this.#hasGoneBack = isBefore;
    }
    if (!isAccepted(exchange)) {
      if (isRefusal(exchange)) this.#noteRefusal(exchange, page, body);
      return this.#seen(exchange);
    }
    this.#given = body;
    answers.accepted(page, body);
    const sent = sentFor(page, JSON.stringify(body));
    // Asked again, it is the page after itself.
    if (exchange.page === null || !isSamePage(exchange.page, page)) return this.#seen(exchange, sent);
    this.#position.advance(sent, this.#visit(exchange.page, exchange));
    return exchange;
  }

  /**
   * Answers the page shown last, as the document says. Where the service refuses answers that it need not take, others
   * are tried, so that the walk gets on.
   */
  async answer(choice: Partial<AnswerChoice> = {}): Promise<ProbeExchange> {
    for (let attempt = 0; ; attempt++) {
      const body = this.answers(choice);
      const exchange = await this.give(body);
      if (!isRefusal(exchange) || attempt >= maxAttempts || this.page === null) return exchange;
      if (JSON.stringify(this.answers(choice)) === JSON.stringify(body)) return exchange;
    }
  }

  /** A body for the page shown last, whose texts carry this respondent's token. */
  answers(choice: Partial<AnswerChoice> = {}): SubmitBody {
    return this.page === null ? {} : this.recorder.environment.answers.bodyFor(this.page, choice, this.token);
  }

  async back(departure: Departure = {}): Promise<ProbeExchange> {
    this.#hasGoneBack = true;
    const exchange = await this.#step('previous-page', null, departure);
    const { visitBefore } = this.#position;
    if (exchange.page === null || !isSamePlace(exchange.page, visitBefore?.page ?? null)) return this.#seen(exchange);
    this.#position.back(this.#visit(exchange.page, exchange));
    return exchange;
  }

  #step(endpoint: 'take' | 'submit-page' | 'previous-page', body: string | null, departure: Departure) {
    return this.request(endpoint, { survey_id: this.surveyId }, body, departure);
  }

  /**
   * A request to any endpoint; `parameters` are those of its path. It is sent until the service looks at it: what is refused
   * with 429 has changed nothing, and is sent again.
   */
  async request(
    endpoint: EndpointId,
    parameters: Readonly<Record<string, EntityId>>,
    body: unknown,
    departure: Departure = {},
  ): Promise<ProbeExchange> {
    const text = body === null || typeof body === 'string' ? body : exactJson(body);
    const path = departure.path ?? pathOf(endpoint, parameters);
    const { clock } = this.recorder.environment.target;
    const refusals = new LimiterWaits();
    for (;;) {
      this.#stopWhenOver();
      const sent = await this.#session.send(endpoint, path, text, departure);
      this.#demandInTime(sent, departure);
      const exchange = this.#judged(sent, departure);
      const isPatient = !this.#hasKeyInUse(departure);
      const delayMs = exchange.reading.kind === 'throttled' ? refusals.delayMs(sent, isPatient) : null;
      if (delayMs === null) return exchange;
      await pauseBy(clock, delayMs);
    }
  }

  /** Notes of which shape the answers to a page are that were taken, and those that were refused by name. */
  noteShapes(exchange: ProbeExchange, { questions }: ShownPage, body: SubmitBody): void {
    const isTaken = isAccepted(exchange);
    const refused = exchange.page?.rejections.map(({ questionId }) => questionId) ?? [];
    for (const question of questions) {
      if (!isTaken && !refused.includes(question.id)) continue;
      const { recorder } = this;
      recorder.environment.answerHabits.note(question, body, isTaken, () =>
        recorder.witness(exchange.exchange, this.#session),
      );
    }
  }

  #noteRefusal(exchange: ProbeExchange, page: ShownPage, body: SubmitBody): void {
    const rejections = exchange.page?.rejections ?? [];
    const { answers } = this.recorder.environment;
    for (const question of answers.refused(page, body, rejections, exchange.findings)) {
      // What is missing is no answer.
      if (formsUsed(question, body).length === 0) continue;
      const message = rejections.find(({ questionId }) => questionId === question.id)?.message ?? exchange.name;
      const answer = excerpt(answerIn(question, body)).slice(0, 120);
      const value = `question ${question.id} (${question.form.kind}): refused ${answer} with "${excerpt(message)}"`;
      exchange.findings.observe('Q-REFUSED-ANSWERS', value, value);
    }
  }

  /**
   * A session that canvass itself left alone for long may be gone by rights: what comes then is nobody's fault.
   *
   * @throws ProbeLate
   */
  #demandInTime({ endpoint, httpStatus, sentMs, endMs }: Exchange, { stale }: Departure): void {
    // What the service never looked at keeps no session alive, and administration has none.
    if (httpStatus === 429 || !endpoints[endpoint].session) return;
    const { sessionAliveMs, target } = this.recorder.environment;
    // Not a number where nothing was sent. A request may have been half sent while canvass stood still, and the service
    // may have looked at the session as late as it answered.
    const sinceMs = Math.min(this.#sentMs, this.#leftMs.get(JSON.stringify(stale)) ?? this.#sentMs);
    const gapMs = Math.max(endMs - sinceMs, target.clock.watch.awaySinceMs(sinceMs));
    if (!Number.isNaN(sentMs)) {
      this.#sentMs = sentMs;
      this.#leftMs.set(JSON.stringify(this.session.state()), sentMs);
    }
    if (!(gapMs >= sessionAliveMs)) return;
    throw new ProbeLate(
      `canvass was late: ${Math.round(gapMs / 1000)} s passed between two steps of a session, which may have expired`,
    );
  }

  #stopWhenOver(): void {
    if (this.recorder.environment.isOver()) throw new ProbeStopped('the run is over');
  }

  /** @param sent the answers that were accepted with it */
  #seen(exchange: ProbeExchange, sent: Sent | null = null): ProbeExchange {
    const { page } = exchange;
    if (page !== null) this.#position.show(this.#visit(page, exchange), sent);
    else if (sent !== null) this.#position.complete(sent);
    else if (exchange.reading.kind === 'flow') this.#position.ended = true;
    return exchange;
  }

  #visit(page: ShownPage, shownBy: ProbeExchange): PageVisit {
    this.#shownBy = shownBy;
    const { address } = this.recorder.environment.target;
    return visitOf(page, address, pathOf('submit-page', { survey_id: this.surveyId }));
  }

  #judged(exchange: Exchange, departure: Departure): ProbeExchange {
    const { recorder } = this;
    const { onExchange, reader } = recorder.environment;
    onExchange(exchange, this.#hasKeyInUse(departure));
    const way = { ...this.#position.way(), current: this.page, token: this.token };
    const answer = reader.read(exchange);
    const isNew = (departure.sessionTransport ?? 'keep') !== 'keep';
    const where = whereOf(answer, isNew ? null : (way.pages[0] ?? null), this.#where);
    this.#where = where;
    const did = [...this.#did.next(answer, isNew), ...this.#keyFeatures(departure)];
    const features = recorder.environment.evidence.conditions.setOf(did);
    const found = (shown: 'own' | 'all' | readonly Exchange[]): EvidenceFindings =>
      recorder.findings(exchange, this.#session, shown, way, where, features);
    const findings = found(sessionEndpoints.has(exchange.endpoint) ? 'own' : []);
    const circumstances = this.#circumstances(departure);
    judgeExchange(findings, answer, circumstances);
    this.#judgeRequestId(exchange, findings);
    if (isNew || departure.swap !== undefined || departure.stale !== undefined) this.#isOwn = false;
    if (circumstances.isContractual && this.#isOwn)
      noteForm(recorder.environment.evidence.habits, answer, this.#where, () =>
        recorder.witness(exchange, this.#session),
      );
    const name = named(exchange, answer.reading);
    const findingsWith = (...before: readonly ProbeExchange[]): Findings => found(before.map((each) => each.exchange));
    return { ...answer, name, findings, findingsAll: found('all'), findingsWith };
  }

  #hasKeyInUse({ key = 'valid' }: Departure): boolean {
    return key === 'valid' && this.session.apiKey === this.recorder.environment.keys.valid;
  }

  #keyFeatures({ key = 'valid' }: Departure): string[] {
    return key === 'valid' && this.session.apiKey === this.recorder.environment.keys.second ? [withSecondKey] : [];
  }

  #circumstances({ swap, isHostile }: Departure): Circumstances {
    const { target, keys, profile } = this.recorder.environment;
    const { session } = this;
    return {
      basePath: target.address.prefix,
      isContractual: isHostile !== true,
      mayFail: this.surveyId === profile.surveys.error,
      // In another's session its texts are at home.
      token: swap?.token ?? this.token,
      keys: keys.all,
      sessionIds: [session.cookie, session.token].filter((id) => id !== null),
    };
  }

  #judgeRequestId({ json }: Exchange, findings: Findings): void {
    const id = isRecord(json) ? json.requestID : undefined;
    if (typeof id !== 'string') return;
    const { requestIds } = this.recorder.environment;
    judgeRequestId(findings, id, requestIds.has(id));
    requestIds.add(id);
  }
}

/** Whether the service took a submission. */
export function isAccepted({ status }: Answer): boolean {
  return status === 'success' || status === 'survey_complete';
}

/** Whether the service looked at a submission, and does not take its answers. */
export function isRefusal({ status, reading, exchange }: Answer): boolean {
  if (status === 'validation_errors') return true;
  return reading.kind === 'standard-error' && (exchange.httpStatus === 400 || exchange.httpStatus === 422);
}

/** Whether an answer shows this page. */
export function shows(answer: Answer, page: ShownPage | null): boolean {
  return isSamePage(answer.page, page);
}
