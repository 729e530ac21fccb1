import { isRecord } from '../../contract/jsonShape.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Answer, Circumstances } from '../reading/answer.ts';
import type { BodyText } from '../reading/bodyText.ts';
import { read } from '../reading/reading.ts';
import { readFrom, type ShownPage } from '../reading/shownPage.ts';

/** Says whether anything was looked at that may be another one the next time. */
class Watch {
  hasVaried = false;

  varying<Value>(value: Value): Value {
    this.hasVaried = true;
    return value;
  }
}

/** Where a value stands in a body. */
type Path = readonly string[];
const requestId: Path = ['requestID'];

/**
 * An answer whose body repeats, and its circumstances, that know whether a rule has looked at anything of them that may be
 * another one the next time: the `requestID`, the other value that varies, and the text that they stand in, headers,
 * instants, what is the respondent's own. A rule that did not would find the same again in every answer with that body in the same place.
 */
export class WatchedAnswer {
  readonly answer: Answer;
  readonly circumstances: Circumstances;
  readonly #watch = new Watch();

  constructor(answer: Answer, circumstances: Circumstances) {
    const { status, text, contentType } = answer;
    const varying = answer.exchange.repeat?.varying?.path ?? null;
    const exchange = new WatchedExchange(this.#watch, answer.exchange, varying);
    const watch = this.#watch;
    const reading = varying === null ? answer.reading : read(exchange);
    const page = varying === null || answer.page === null ? answer.page : watchedPage(watch, answer.page, varying);
    watch.hasVaried = false;
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
  Pick<Answer, 'contentType' | 'status'> &
  Pick<Circumstances, 'basePath' | 'isContractual' | 'mayFail'>;

export function placeOf({ exchange, contentType, status }: Answer, circumstances: Circumstances): Place {
  const { endpoint, path, httpStatus, failure } = exchange;
  const { basePath, isContractual, mayFail } = circumstances;
  return { endpoint, path, httpStatus, failure, contentType, status, basePath, isContractual, mayFail };
}

/** Whether an answer came in this place. */
export function isIn(place: Place, { exchange, contentType, status }: Answer, circumstances: Circumstances): boolean {
  return (
    exchange.endpoint === place.endpoint &&
    exchange.path === place.path &&
    exchange.httpStatus === place.httpStatus &&
    exchange.failure === place.failure &&
    contentType === place.contentType &&
    status === place.status &&
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

  constructor(watch: Watch, exchange: Exchange, varying: Path | null) {
    const { endpoint, path, httpStatus, failure, json } = exchange;
    this.endpoint = endpoint;
    this.path = path;
    this.httpStatus = httpStatus;
    this.failure = failure;
    const body = isRecord(json) && varying !== null ? watchedAt(watch, json, varying) : json;
    this.json = isRecord(body) ? watchedAt(watch, body, requestId) : body;
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

/** A value that tells when what stands at `path` in it is looked at. */
function watchedAt(watch: Watch, whole: object, [name = '', ...rest]: Path): object {
  const members: object = Array.isArray(whole) ? [...whole] : { ...whole };
  const member: unknown = Reflect.get(whole, name);
  const isWithin = rest.length > 0 && typeof member === 'object' && member !== null;
  if (isWithin)
    return Object.defineProperty(members, name, { enumerable: true, value: watchedAt(watch, member, rest) });
  return Object.defineProperty(members, name, { enumerable: true, get: () => watch.varying(member) });
}

/** A page that tells when what was read from `path` is looked at. */
function watchedPage(watch: Watch, page: ShownPage, path: Path): ShownPage {
  const watched = { ...page };
  for (const name of membersReadFrom(path)) {
    const member = page[name];
    Object.defineProperty(watched, name, { enumerable: true, get: () => watch.varying(member) });
  }
  return watched;
}

/** The members of a page that are read from what stands at a path in its body. */
export function membersReadFrom([first, ...path]: Path): readonly (keyof ShownPage)[] {
  if (first !== 'response') return [];
  return (Object.keys(readFrom) as (keyof ShownPage)[]).filter((name) =>
    readFrom[name].every((part, at) => at >= path.length || part === path[at]),
  );
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
