import { type RequestChanges, ScriptedSession } from '../../client/scriptedSession.ts';
import type { SessionTransportState } from '../../client/session/session.ts';
import { type EndpointId, endpoints } from '../../contract/endpoints.ts';
import { throttleDelayMs } from '../../respondent/walk/throttle.ts';
import type { Exchange } from '../../result/exchange.ts';
import { checkExchange } from '../checks/everyExchange.ts';
import { memberOf } from '../checks/fields.ts';
import { named, type Reading, read } from '../checks/reading.ts';
import type { Judge } from '../ledger/judge.ts';
import { type AnswerChoice, answersFor, plainChoice, type SubmitBody } from './answering.ts';
import { type PageView, pageOf } from './pageView.ts';
import { ProbeStopped, type Stage } from './stage.ts';

/** One answer, read and already judged by the passive checks. */
export interface Turn {
  readonly exchange: Exchange;
  readonly reading: Reading;
  readonly page: PageView | null;
  /** `response.status`, or `''` when the answer has none. */
  readonly status: string;
  /** In a word for people. */
  readonly name: string;
  /** Judges with the witness of this session up to this turn. */
  readonly judge: Judge;
  /** As `judge`, with the steps of all sessions of the probe. */
  readonly judgeAll: Judge;
}

/** How one request departs from the usual one of its session. */
export interface Departure {
  /** Which API key it carries. */
  readonly key?: 'valid' | 'none' | 'wrong' | 'forbidden';
  /** Done to the session before: its carrier is lost, or made up anew. It stays so. */
  readonly carrier?: 'drop' | 'forge';
  /** Puts back what this session was given earlier. */
  readonly stale?: SessionTransportState;
  /** Takes over what another session was given. */
  readonly swap?: SessionTransportState;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  /** Non-zero: sent at the same time as the others of that number. */
  readonly concurrent?: number;
}

/** A key that no service has issued. */
const wrongKey = 'canvass-wrong-key-0000';

/** One session with the service: sends, keeps the page, and lets the passive checks judge every answer. */
export class Conversation {
  readonly stage: Stage;
  readonly surveyId: number;
  readonly scripted: ScriptedSession;
  /** What this respondent's free texts carry. */
  readonly token: string;
  #page: PageView | null = null;

  constructor(stage: Stage, surveyId: number, apiKey: string = stage.ground.keys.valid) {
    const { target, tokens } = stage.ground;
    this.stage = stage;
    this.surveyId = surveyId;
    this.token = tokens.next();
    this.scripted = stage.enter((number) => new ScriptedSession(target, surveyId, apiKey, number));
  }

  /** The page shown last, or `null` before the first and after the end. */
  get page(): PageView | null {
    return this.#page;
  }

  /** The session id or token that the service gave, or `null`. */
  get sessionId(): string | null {
    return this.scripted.session.cookie ?? this.scripted.session.token;
  }

  async take(departure: Departure = {}): Promise<Turn> {
    const changes = this.#changes(departure);
    return this.#seen(await this.#admitted(() => this.scripted.take(changes)));
  }

  /** @param body an object to send as JSON, or a text to send as it is. */
  async submit(body: SubmitBody | string, departure: Departure = {}): Promise<Turn> {
    const changes = this.#changes(departure);
    return this.#seen(await this.#admitted(() => this.scripted.submit(body, changes)));
  }

  /** Answers the page shown last, as the document says. */
  answer(choice: Partial<AnswerChoice> = {}, departure: Departure = {}): Promise<Turn> {
    return this.submit(this.answers(choice), departure);
  }

  /** A body for the page shown last, whose texts carry this respondent's token. */
  answers(choice: Partial<AnswerChoice> = {}): SubmitBody {
    const whole: AnswerChoice = { ...plainChoice, text: `${this.token} Grüße + 100 %, 日本 & Co 🦜`, ...choice };
    return this.#page === null ? {} : answersFor(this.#page, whole);
  }

  async back(departure: Departure = {}): Promise<Turn> {
    const changes = this.#changes(departure);
    return this.#seen(await this.#admitted(() => this.scripted.previous(changes)));
  }

  /** A request to any endpoint; `parameters` are those of its path, `query` is appended. */
  async request(
    endpoint: EndpointId,
    parameters: Readonly<Record<string, number>>,
    body: unknown,
    departure: Departure = {},
  ): Promise<Turn> {
    const text = body === null || typeof body === 'string' ? body : JSON.stringify(body);
    const changes = this.#changes(departure);
    return this.#admitted(() => this.scripted.request(endpoint, parameters, text, changes));
  }

  /** Sends until the service looks at the request: what it refuses with 429 has changed nothing, and is sent again. */
  async #admitted(send: () => Promise<Exchange>): Promise<Turn> {
    const { clock } = this.stage.ground.target;
    for (let tries = 0; ; tries++) {
      const turn = this.#turn(await send());
      const delayMs = turn.reading.kind === 'throttled' ? throttleDelayMs(turn.exchange, tries) : null;
      if (delayMs === null) return turn;
      await new Promise<void>((resolve) => clock.at(clock.nowMs() + delayMs, { onTimer: resolve }));
      if (this.stage.ground.isOver()) throw new ProbeStopped('the run is over');
    }
  }

  #changes(departure: Departure): RequestChanges {
    if (this.stage.ground.isOver()) throw new ProbeStopped('the run is over');
    const { key, carrier, stale, swap, headers, path, concurrent } = departure;
    const { keys } = this.stage.ground;
    return {
      ...(key === undefined || key === 'valid' ? {} : { apiKey: keyFor[key](keys.forbidden) }),
      ...(carrier === undefined ? {} : { sessionTransport: carrier }),
      ...(stale === undefined ? {} : { sessionTransport: 'stale' as const, sessionTransportState: stale }),
      ...(swap === undefined ? {} : { sessionTransport: 'swap' as const, sessionTransportState: swap }),
      ...(headers === undefined ? {} : { headers }),
      ...(path === undefined ? {} : { path }),
      ...(concurrent === undefined ? {} : { concurrent }),
    };
  }

  #seen(turn: Turn): Turn {
    if (turn.page !== null) this.#page = turn.page;
    else if (turn.reading.kind === 'flow') this.#page = null;
    return turn;
  }

  #judgeRequestId(exchange: Exchange, judge: Judge): void {
    const id = memberOf(exchange.json, 'requestID');
    if (typeof id !== 'string') return;
    const { requestIds } = this.stage.ground;
    judge.expect('SANITY-REQUEST-ID-01', !requestIds.has(id), 'a requestID of its own', () => `${id} again`);
    requestIds.add(id);
  }

  #turn(exchange: Exchange): Turn {
    const { stage, scripted } = this;
    const { keys, onExchange, tokens } = stage.ground;
    onExchange(exchange);
    const judge = stage.judge(exchange, [scripted]);
    const reading = read(exchange);
    const sessionIds = [scripted.session.cookie, scripted.session.token].filter((id) => id !== null);
    checkExchange(judge, exchange, { keys: keys.all, sessionIds });
    this.#judgeRequestId(exchange, judge);
    if (exchange.bodyText !== '' && endpoints[exchange.endpoint].area === 'respondent') {
      const foreign = tokens.foreignIn(exchange.bodyText, this.token);
      judge.expect('SANITY-ISOLATION-01', foreign === null, 'no text of another respondent', () => `found ${foreign}`);
    }
    return {
      exchange,
      reading,
      page: pageOf(reading),
      status: reading.kind === 'flow' && typeof reading.status === 'string' ? reading.status : '',
      name: named(exchange),
      judge,
      judgeAll: stage.judge(exchange, 'all'),
    };
  }
}

const keyFor = {
  none: () => null,
  wrong: () => wrongKey,
  forbidden: (forbidden: string | null) => forbidden ?? wrongKey,
} as const;
