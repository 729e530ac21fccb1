import { isRecord } from '../../contract/jsonShape.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Answer, Circumstances } from '../reading/answer.ts';
import type { BodyText } from '../reading/bodyText.ts';

/** Says whether anything was looked at that may be another one the next time. */
class Watch {
  hasVaried = false;

  varying<Value>(value: Value): Value {
    this.hasVaried = true;
    return value;
  }
}

/**
 * An answer whose body repeats, and its circumstances, that know whether a rule has looked at anything of them that may be
 * another one the next time: the `requestID` and the text that it stands in, headers, instants, what is the respondent's
 * own. A rule that did not would find the same again in every answer with that body in the same place.
 */
export class WatchedAnswer {
  readonly answer: Answer;
  readonly circumstances: Circumstances;
  readonly #watch = new Watch();

  constructor(answer: Answer, circumstances: Circumstances) {
    const { reading, status, page, text, contentType } = answer;
    const exchange = new WatchedExchange(this.#watch, answer.exchange);
    const watch = this.#watch;
    this.answer = {
      ...{ exchange, reading, status, page, contentType },
      get text(): BodyText {
        return watch.varying(text);
      },
    };
    this.circumstances = new WatchedCircumstances(this.#watch, circumstances);
  }

  /** Whether anything that varies was looked at since this was asked last. */
  takeVaried(): boolean {
    const { hasVaried } = this.#watch;
    this.#watch.hasVaried = false;
    return hasVaried;
  }
}

/** All that `WatchedAnswer` does not take to vary, beside the body. */
export type Place = Pick<Exchange, 'endpoint' | 'path' | 'httpStatus' | 'failure'> &
  Pick<Answer, 'contentType'> &
  Pick<Circumstances, 'basePath' | 'isContractual' | 'mayFail'>;

export function placeOf({ exchange, contentType }: Answer, circumstances: Circumstances): Place {
  const { endpoint, path, httpStatus, failure } = exchange;
  const { basePath, isContractual, mayFail } = circumstances;
  return { endpoint, path, httpStatus, failure, contentType, basePath, isContractual, mayFail };
}

/** Whether an answer came in this place. */
export function isIn(place: Place, { exchange, contentType }: Answer, circumstances: Circumstances): boolean {
  return (
    exchange.endpoint === place.endpoint &&
    exchange.path === place.path &&
    exchange.httpStatus === place.httpStatus &&
    exchange.failure === place.failure &&
    contentType === place.contentType &&
    circumstances.isContractual === place.isContractual &&
    circumstances.mayFail === place.mayFail &&
    circumstances.basePath === place.basePath
  );
}

class WatchedExchange implements Required<Exchange> {
  readonly endpoint: Exchange['endpoint'];
  readonly path: string;
  readonly httpStatus: number;
  readonly failure: Exchange['failure'];
  readonly json: unknown;
  readonly #exchange: Exchange;
  readonly #watch: Watch;

  constructor(watch: Watch, exchange: Exchange) {
    const { endpoint, path, httpStatus, failure, json } = exchange;
    this.endpoint = endpoint;
    this.path = path;
    this.httpStatus = httpStatus;
    this.failure = failure;
    this.json = isRecord(json) ? watchedBody(watch, json) : json;
    this.#exchange = exchange;
    this.#watch = watch;
  }

  get method(): string {
    return this.#watch.varying(this.#exchange.method);
  }
  get requestBody(): string | null {
    return this.#watch.varying(this.#exchange.requestBody);
  }
  get intendedMs(): number {
    return this.#watch.varying(this.#exchange.intendedMs);
  }
  get sentMs(): number {
    return this.#watch.varying(this.#exchange.sentMs);
  }
  get firstByteMs(): number {
    return this.#watch.varying(this.#exchange.firstByteMs);
  }
  get endMs(): number {
    return this.#watch.varying(this.#exchange.endMs);
  }
  get headers(): readonly string[] {
    return this.#watch.varying(this.#exchange.headers);
  }
  get bodyText(): string {
    return this.#watch.varying(this.#exchange.bodyText);
  }
  get repeat(): Required<Exchange>['repeat'] {
    return this.#watch.varying(this.#exchange.repeat ?? null);
  }
  get connectionIdleMs(): number {
    return this.#watch.varying(this.#exchange.connectionIdleMs ?? Number.NaN);
  }
  get traceparent(): string | null {
    return this.#watch.varying(this.#exchange.traceparent ?? null);
  }
}

function watchedBody(watch: Watch, { requestID, ...members }: Readonly<Record<string, unknown>>): object {
  return Object.defineProperty(members, 'requestID', { enumerable: true, get: () => watch.varying(requestID) });
}

class WatchedCircumstances implements Required<Circumstances> {
  readonly basePath: string;
  readonly isContractual: boolean;
  readonly mayFail: boolean;
  readonly #circumstances: Circumstances;
  readonly #watch: Watch;

  constructor(watch: Watch, circumstances: Circumstances) {
    const { basePath, isContractual, mayFail } = circumstances;
    this.basePath = basePath;
    this.isContractual = isContractual;
    this.mayFail = mayFail;
    this.#circumstances = circumstances;
    this.#watch = watch;
  }

  get token(): string {
    return this.#watch.varying(this.#circumstances.token);
  }
  get keys(): readonly string[] {
    return this.#watch.varying(this.#circumstances.keys);
  }
  get sessionIds(): readonly string[] {
    return this.#watch.varying(this.#circumstances.sessionIds);
  }
}
