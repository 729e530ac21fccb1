import { isRecord } from '../../contract/jsonShape.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Answer, Circumstances } from '../reading/answer.ts';
import { read } from '../reading/reading.ts';
import { readFrom, type ShownPage } from '../reading/shownPage.ts';

/** Where a value stands in a body. */
type Path = readonly string[];
const requestId: Path = ['requestID'];

type Varies<Whole> = Readonly<Record<keyof Whole, boolean>>;

/** What may be another one in the next answer with this body in the same place. */
const varies: {
  readonly exchange: Varies<Exchange>;
  readonly answer: Varies<Answer>;
  readonly circumstances: Varies<Circumstances>;
} = {
  exchange: {
    ...{ endpoint: false, path: false, httpStatus: false, failure: false, json: false },
    ...{ method: true, requestBody: true, intendedMs: true, sentMs: true, firstByteMs: true, endMs: true },
    ...{ headers: true, bodyText: true, repeat: true, varied: true, connectionIdleMs: true, traceparent: true },
  },
  answer: { exchange: false, reading: false, status: false, page: false, contentType: false, text: true },
  circumstances: { basePath: false, isContractual: false, mayFail: false, token: true, keys: true, sessionIds: true },
};

/**
 * Makes objects that tell which of their members are looked at. One class for all of a kind, and no proxies: code that has
 * seen one of those is slower ever after.
 */
function watcherOf<Whole extends object>(names: readonly (keyof Whole)[]) {
  class Watcher {
    readonly watched: Whole;
    readonly onLook: (name: keyof Whole) => void;

    constructor(watched: Whole, onLook: (name: keyof Whole) => void) {
      this.watched = watched;
      this.onLook = onLook;
    }
  }
  for (const name of names) {
    Object.defineProperty(Watcher.prototype, name, {
      get(this: Watcher) {
        this.onLook(name);
        return this.watched[name];
      },
    });
  }
  return Watcher as unknown as new (
    watched: Whole,
    onLook: (name: keyof Whole) => void,
  ) => Whole;
}

const WatchedExchange = watcherOf<Exchange>(namesOf(varies.exchange));
const Watched = watcherOf<Answer>(namesOf(varies.answer));
const WatchedCircumstances = watcherOf<Circumstances>(namesOf(varies.circumstances));
const WatchedPage = watcherOf<ShownPage>(namesOf(readFrom));

function namesOf<Name extends string>(members: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(members) as Name[];
}

/**
 * An answer whose body repeats, and its circumstances, that know whether a rule has looked at anything of them that may be
 * another one the next time: the `requestID`, the other values that vary, and the text that they stand in, headers,
 * instants, what is the respondent's own. A rule that did not would find the same again in every answer with that body in the same place.
 */
export class WatchedAnswer {
  readonly answer: Answer;
  readonly circumstances: Circumstances;
  #hasVaried = false;

  constructor(answer: Answer, circumstances: Circumstances) {
    const { json, repeat } = answer.exchange;
    const varying = repeat?.varying ?? [];
    // The deepest first: what is copied is watched no more.
    const paths = [...varying, requestId].sort((a, b) => b.length - a.length);
    const body = isRecord(json) ? paths.reduce((watched, path) => this.#watchedAt(watched, path), json) : json;
    const look =
      <Name extends string>(members: Readonly<Record<Name, boolean>>) =>
      (name: Name): void => {
        if (members[name]) this.#hasVaried = true;
      };
    const exchange = new WatchedExchange({ ...answer.exchange, json: body }, look(varies.exchange));
    const isRead = new Set<keyof ShownPage>(varying.flatMap(membersReadFrom));
    const page =
      answer.page === null
        ? null
        : new WatchedPage(answer.page, (name) => {
            if (isRead.has(name)) this.#hasVaried = true;
          });
    const reading = varying.length === 0 ? answer.reading : read(exchange);
    this.answer = new Watched({ ...answer, exchange, reading, page }, look(varies.answer));
    this.circumstances = new WatchedCircumstances(circumstances, look(varies.circumstances));
    this.#hasVaried = false;
  }

  /** Whether anything that varies was looked at since this was asked last. */
  takeVaried(): boolean {
    const hasVaried = this.#hasVaried;
    this.#hasVaried = false;
    return hasVaried;
  }

  /** A value that tells when what stands at a path in it is looked at. */
  #watchedAt<Whole extends object>(whole: Whole, [name = '', ...rest]: Path): Whole {
    const member: unknown = Reflect.get(whole, name);
    if (rest.length === 0 || typeof member !== 'object' || member === null) {
      return new Proxy(whole, {
        get: (of, each) => {
          if (each === name) this.#hasVaried = true;
          return Reflect.get(of, each) as unknown;
        },
      });
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
