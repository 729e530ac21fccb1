import type { Status } from '../../contract/statuses.ts';
import type { BodyRepeat, Exchange } from '../../result/exchange.ts';
import { pageIn, pageName, type ShownPage } from './page.ts';
import { QuestionReader } from './question.ts';
import { named, type Reading, read } from './reading.ts';

/** One answer of the service as rules see it. */
export interface Answer {
  readonly exchange: Exchange;
  readonly reading: Reading;
  /** The documented `response.status`; `''` when the answer has none. */
  readonly status: Status | '';
  readonly page: ShownPage | null;
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

/** An answer in a word for people. */
export function came({ exchange, reading }: Answer): string {
  return named(exchange, reading);
}

/** As `came`, with the page that it shows. */
export function pageCame(answer: Answer): string {
  return `${came(answer)}, ${pageName(answer.page)}`;
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

type Body = Omit<Answer, 'exchange'>;

/** Reads answers; a body that repeats is read once. */
export class AnswerReader {
  readonly #questions: QuestionReader;
  readonly #known = new WeakMap<BodyRepeat, Body & { readonly httpStatus: number }>();

  /** @param deepest lists and objects within each other; a question's JSON with more of them is read as no JSON. */
  constructor(deepest?: number) {
    this.#questions = new QuestionReader(deepest);
  }

  read(exchange: Exchange): Answer {
    const repeat = exchange.repeat ?? null;
    const known = repeat === null ? undefined : this.#known.get(repeat);
    const { httpStatus } = exchange;
    if (known !== undefined && known.httpStatus === httpStatus) {
      return { exchange, reading: known.reading, status: known.status, page: known.page };
    }
    const reading = read(exchange);
    const status = reading.kind === 'flow' ? reading.status : '';
    const page = reading.kind === 'flow' ? pageIn(reading.response, status, this.#questions) : null;
    if (repeat !== null) this.#known.set(repeat, { reading, status, page, httpStatus });
    return { exchange, reading, status, page };
  }
}
