import { sessionEndpoints } from '../../contract/endpoints.ts';
import { parsedExactly } from '../../contract/entityId.ts';
import { isRecord } from '../../contract/jsonShape.ts';
import type { Status } from '../../contract/statuses.ts';
import { type BodyRepeat, type Exchange, headerOf } from '../../result/exchange.ts';
import { type BodyText, RepeatedText, TextOfRepeat, WholeText } from './bodyText.ts';
import { QuestionReader } from './questionReader.ts';
import { bodyOf, type Reading, read } from './reading.ts';
import { pageIn, type ShownPage } from './shownPage.ts';

/** One answer of the service as rules see it. */
export interface Answer {
  readonly exchange: Exchange;
  readonly reading: Reading;
  /** The documented `response.status`; `''` when the answer has none. */
  readonly status: Status | '';
  readonly page: ShownPage | null;
  /** What came of the body. */
  readonly text: BodyText;
  /** `null` where the answer does not say. */
  readonly contentType: string | null;
}

/** What is known of the request beside its answer. */
export interface Circumstances {
  /** The path of the target's base URL, without a slash at its end. */
  readonly basePath: string;
  /**
   * Whether a client of the contract could have sent the request. What a gateway makes of others (malformed JSON, ids
   * that are no integers, bodies of megabytes) is not the contract's matter.
   */
  readonly isContractual: boolean;
  /** The survey is there to fail: a 5xx is what it promises. */
  readonly mayFail: boolean;
  /** The mark in this respondent's own texts; `''` where it has none. */
  readonly token: string;
  /** API keys of the run. */
  readonly keys: readonly string[];
  /** Session ids and tokens of this respondent. */
  readonly sessionIds: readonly string[];
}

/** Whether the endpoint did what it is there for. */
export function isServed({ reading }: Answer): boolean {
  return reading.kind === 'flow' || reading.kind === 'administration';
}

/** Whether a request was refused by the service or by a gateway before it, in whatever form. */
export function isRefused({ exchange: { httpStatus } }: Answer): boolean {
  return httpStatus >= 400 && httpStatus < 500;
}

/** Whether a request was refused for another reason than its key. */
export function isOtherRefusal(answer: Answer): boolean {
  const { httpStatus } = answer.exchange;
  return isRefused(answer) && httpStatus !== 401 && httpStatus !== 403;
}

/** Whether the answer is the documented 500, which says nothing of what the request would have come to. */
export function isInternalError({ exchange, reading, status }: Answer): boolean {
  return exchange.httpStatus === 500 && (reading.kind === 'standard-error' || status === 'error');
}

/** The quota is reached, as the completions of the run itself, or of others, may have seen to meanwhile. */
export function isFull({ status }: Answer): boolean {
  return status === 'quota_full';
}

/** Whether the answer says nothing of what the respondent would be shown. */
export function tellsNothing(answer: Answer): boolean {
  return isFull(answer) || isInternalError(answer);
}

/** What is the same in all answers with one body. */
interface KnownBody extends Pick<Answer, 'reading' | 'status' | 'page'>, Pick<Exchange, 'endpoint' | 'httpStatus'> {
  readonly around: RepeatedText;
}

/** Reads answers; a body that repeats is read once. */
export class AnswerReader {
  readonly #questions: QuestionReader;
  readonly #known = new WeakMap<BodyRepeat, KnownBody>();

  /** @param deepest lists and objects within each other; a question's JSON with more of them is read as no JSON. */
  constructor(deepest?: number) {
    this.#questions = new QuestionReader(deepest);
  }

  read(exchange: Exchange): Answer {
    const { repeat = null, varied = null, bodyText, endpoint, httpStatus } = exchange;
    if (repeat === null) return this.#read(exchange, new WholeText(bodyText));
    const { requestID } = bodyOf(exchange);
    const known = this.#known.get(repeat);
    const around = known?.around ?? new RepeatedText(repeat.text);
    const text = new TextOfRepeat(bodyText, around, varied ?? [typeof requestID === 'string' ? requestID : '']);
    if (known !== undefined && varied === null && isReadAlike(known, exchange)) {
      const { reading, status, page } = known;
      return { exchange, reading, status, page, text, contentType: headerOf(exchange, 'content-type') };
    }
    const answer = this.#read(exchange, text);
    const { reading, status, page } = answer;
    if (known === undefined || varied === null) {
      this.#known.set(repeat, { endpoint, httpStatus, reading, status, page, around });
    }
    return answer;
  }

  #read(exchange: Exchange, text: BodyText): Answer {
    const reading = read(exchange);
    const status = reading.kind === 'flow' ? reading.status : '';
    // The ids of questions that are rejected stand in the body itself.
    const exact = status === 'validation_errors' ? parsedExactly(exchange.bodyText, exchange.json) : null;
    const response = isRecord(exact) && isRecord(exact.response) ? exact.response : null;
    const page = reading.kind === 'flow' ? pageIn(response ?? reading.response, status, this.#questions) : null;
    return { exchange, reading, status, page, text, contentType: headerOf(exchange, 'content-type') };
  }
}

/** Whether the same body says the same in both. One that failed does not repeat. */
function isReadAlike(known: KnownBody, { endpoint, httpStatus }: Exchange): boolean {
  const isOfOneArea = sessionEndpoints.has(endpoint) === sessionEndpoints.has(known.endpoint);
  return httpStatus === known.httpStatus && isOfOneArea;
}
