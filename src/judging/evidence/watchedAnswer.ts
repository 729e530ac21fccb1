import { isRecord } from '../../contract/jsonShape.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Answer, Circumstances } from '../reading/answer.ts';
import { read } from '../reading/reading.ts';
import { readFrom, type ShownPage } from '../reading/shownPage.ts';

/** Where a value stands in a body. */
type Path = readonly string[];
const requestId: Path = ['requestID'];

/** What is the same of each answer with this body in the same place; whatever else an exchange has may be another one. */
const fixed = {
  exchange: new Set<PropertyKey>(['endpoint', 'path', 'httpStatus', 'failure', 'json']),
  answer: new Set<PropertyKey>(['exchange', 'reading', 'status', 'page', 'contentType']),
  circumstances: new Set<PropertyKey>(['basePath', 'isContractual', 'mayFail']),
} as const;

/**
 * An answer whose body repeats, and its circumstances, that know whether a rule has looked at anything of them that may be
 * another one the next time: the `requestID`, the other value that varies, and the text that they stand in, headers,
 * instants, what is the respondent's own. A rule that did not would find the same again in every answer with that body in the same place.
 */
export class WatchedAnswer {
  readonly answer: Answer;
  readonly circumstances: Circumstances;
  #hasVaried = false;

  constructor(answer: Answer, circumstances: Circumstances) {
    const varying = answer.exchange.repeat?.varying?.path ?? null;
    const { json } = answer.exchange;
    const paths = varying === null ? [requestId] : [varying, requestId];
    const body = isRecord(json) ? paths.reduce((watched, path) => this.#watchedAt(watched, path), json) : json;
    const exchange = this.#watched({ ...answer.exchange, json: body }, (name) => !fixed.exchange.has(name));
    const isRead = new Set<PropertyKey>(membersReadFrom(varying ?? []));
    const page = answer.page === null ? null : this.#watched(answer.page, (name) => isRead.has(name));
    const reading = varying === null ? answer.reading : read(exchange);
    this.answer = this.#watched({ ...answer, exchange, reading, page }, (name) => !fixed.answer.has(name));
    this.circumstances = this.#watched(circumstances, (name) => !fixed.circumstances.has(name));
    this.#hasVaried = false;
  }

  /** Whether anything that varies was looked at since this was asked last. */
  takeVaried(): boolean {
    const hasVaried = this.#hasVaried;
    this.#hasVaried = false;
    return hasVaried;
  }

  /** An object that tells when one of its members that may vary is looked at. */
  #watched<Whole extends object>(whole: Whole, mayVary: (name: PropertyKey) => boolean): Whole {
    return new Proxy(whole, {
      get: (of, name) => {
        if (mayVary(name)) this.#hasVaried = true;
        return Reflect.get(of, name) as unknown;
      },
    });
  }

  /** A value that tells when what stands at a path in it is looked at. */
  #watchedAt<Whole extends object>(whole: Whole, [name = '', ...rest]: Path): Whole {
    const member: unknown = Reflect.get(whole, name);
    if (rest.length === 0 || typeof member !== 'object' || member === null) {
      return this.#watched(whole, (each) => each === name);
    }
    const copy: Whole = Array.isArray(whole) ? Object.assign([], whole) : { ...whole };
    return Object.assign(copy, { [name]: this.#watchedAt(member, rest) });
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

/** The members of a page that are read from what stands at a path in its body. */
export function membersReadFrom([first, ...path]: Path): readonly (keyof ShownPage)[] {
  if (first !== 'response') return [];
  return (Object.keys(readFrom) as (keyof ShownPage)[]).filter((name) =>
    readFrom[name].every((part, at) => at >= path.length || part === path[at]),
  );
}
