import { epochNowMs } from '../../client/clock.ts';
import { apiKeyHeader, sessionCookie, sessionTokenHeader } from '../../contract/endpoints.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { CookieOrigin } from './cookies.ts';
import { type Cookie, CookieJar, ownText } from './cookies.ts';

/** What carries a session: the cookie of the document, the token of the newer revision, or what take answers with. */
export type SessionStrategy = 'cookie' | 'token' | 'auto';

/** What all sessions of a target have in common. */
export interface SessionSettings {
  readonly strategy: SessionStrategy;
  readonly origin: CookieOrigin;
}

/** What a session has been given by the service at one time; opaque to all but `Session`. */
export interface SessionTransportState {
  readonly cookies: readonly Cookie[];
  readonly token: string | null;
}

const accept = ['accept', 'application/json'] as const;
const contentType = ['content-type', 'application/json'] as const;

/**
 * One respondent's session with the service: the API key, every cookie that the service has set, and the latest
 * session token. Its request headers are built anew only when one of them changes.
 */
export class Session {
  readonly #settings: SessionSettings;
  readonly #jar: CookieJar;
  readonly #apiKey: string | null;
  #cookie: string | null = null;
  #token: string | null = null;
  #earlier: SessionTransportState | null = null;
  /** Session ids and tokens that were replaced, the latest last: an answer may still tell of them. */
  #replaced: readonly string[] = noValues;
  #secrets: readonly string[] | null = null;
  #getHeaders: readonly string[] | null = null;
  #postHeaders: readonly string[] | null = null;

  constructor(settings: SessionSettings, apiKey: string | null) {
    this.#settings = settings;
    this.#apiKey = apiKey;
    this.#jar = new CookieJar(settings.origin);
  }

  get apiKey(): string | null {
    return this.#apiKey;
  }

  /** The value of the session cookie as this client holds it, or `null`. */
  get cookie(): string | null {
    return this.#cookie;
  }

  /** The latest session token, or `null`. */
  get token(): string | null {
    return this.#token;
  }

  /** Whether the next request carries a session at all. */
  get isCarried(): boolean {
    return this.#token !== null || (this.#settings.strategy !== 'token' && this.cookie !== null);
  }

  /** Headers of a request for `path`, names and values in turn. */
  headersFor(path: string, hasBody: boolean): readonly string[] {
    const prebuilt = hasBody ? this.#postHeaders : this.#getHeaders;
    if (prebuilt !== null) return prebuilt;
    const headers = this.headersWith(this.#apiKey, path, hasBody);
    if (this.#jar.isPlain) {
      if (hasBody) this.#postHeaders = headers;
      else this.#getHeaders = headers;
    }
    return headers;
  }

  /** As `headersFor`, with another API key, or with none. */
  headersWith(apiKey: string | null, path: string, hasBody: boolean): string[] {
    const headers: string[] = [...accept];
    if (hasBody) headers.push(...contentType);
    if (apiKey !== null) headers.push(apiKeyHeader, apiKey);
    const cookies = this.#jar.header(path, epochNowMs());
    if (cookies !== '') headers.push('cookie', cookies);
    if (this.#token !== null) headers.push(sessionTokenHeader, this.#token);
    return headers;
  }

  /** Takes in what a response says about the session. */
  absorb(exchange: Exchange): void {
    const headers = exchange.headers;
    for (let at = 0; at + 1 < headers.length; at += 2) {
      const name = headers[at];
      if (name === 'set-cookie') this.#setCookie(headers[at + 1] ?? '', exchange.path);
      else if (name === sessionTokenHeader) this.#setToken(headers[at + 1] ?? '');
    }
  }

  /** What the service has given so far, to be put back later or into another session. */
  state(): SessionTransportState {
    return { cookies: [...this.#jar.cookies], token: this.#token };
  }

  restore(state: SessionTransportState): void {
    this.#earlier = this.state();
    this.#jar.replace(state.cookies);
    this.#token = state.token;
    this.#changed();
  }

  /** Forgets all that the service has given: the next request comes without a session. */
  drop(): void {
    this.restore({ cookies: [], token: null });
  }

  /** Puts made-up values of the same form in place of session cookie and token; other cookies stay. */
  forge(): void {
    this.restore(madeUp(this.state(), forged));
  }

  /** The state before the latest change (a token given earlier, a session that was replaced), or `null`. */
  get earlier(): SessionTransportState | null {
    return this.#earlier;
  }

  /** Every value that must not leave the process, of this session; the same list until one of them changes. */
  get secrets(): readonly string[] {
    this.#secrets ??= this.#allSecrets();
    return this.#secrets;
  }

  #allSecrets(): readonly string[] {
    const states = this.#earlier === null ? [this.state()] : [this.state(), this.#earlier];
    const values = states.flatMap(({ cookies, token }) => [...cookies.map(({ value }) => value), token ?? '']);
    values.push(...this.#replaced);
    return this.#apiKey === null ? values : [this.#apiKey, ...values];
  }

  #setCookie(header: string, path: string): void {
    const isSession = header.startsWith(`${sessionCookie}=`);
    if (isSession && this.#settings.strategy === 'token') return;
    const before = isSession && this.cookie !== null ? this.state() : null;
    if (!this.#jar.set(header, path, epochNowMs())) return;
    if (before !== null) this.#earlier = before;
    this.#changed();
  }

  #setToken(token: string): void {
    if (this.#settings.strategy === 'cookie' || token === this.#token) return;
    if (this.#token !== null) this.#earlier = this.state();
    if (this.#token !== null) this.#remember(this.#token);
    this.#token = ownText(token);
    this.#changed();
  }

  #remember(value: string): void {
    if (!this.#replaced.includes(value)) this.#replaced = [...this.#replaced.slice(1 - mostReplaced), value];
  }

  #changed(): void {
    this.#secrets = null;
    const before = this.#cookie;
    this.#cookie = this.#jar.valueOf(sessionCookie);
    if (before !== null && before !== this.#cookie) this.#remember(before);
    this.#getHeaders = null;
    this.#postHeaders = null;
  }
}

const noValues: readonly string[] = [];
/** A walk has few sessions; of a token that is another one with each answer, the latest are enough. */
const mostReplaced = 8;

const classes = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] as const;

/** A state with other values of its session: of the cookie and the token. */
export function madeUp(
  { cookies, token }: SessionTransportState,
  forge: (value: string) => string,
): SessionTransportState {
  return {
    cookies: cookies.map((cookie) =>
      cookie.name === sessionCookie ? { ...cookie, value: forge(cookie.value) } : cookie,
    ),
    token: token === null ? null : forge(token),
  };
}

/** Characters of an id that cannot stand for the whole of it. */
const beginning = 8;

/**
 * As {@link forged}, of a value that begins as `value` does. What stands behind a dot stays: servers name themselves there, and
 * a token that is signed is none any more. Short ones are returned as they are.
 */
export function forgedBehind(value: string): string {
  const [id = ''] = value.split('.', 1);
  if (id.length < 2 * beginning) return value;
  return id.slice(0, beginning) + forged(id.slice(beginning)) + value.slice(id.length);
}

/**
 * A made-up value of the same form as `value`: each digit and each letter becomes another one, the rest stays, so that
 * the service refuses it for what it is and not for how it looks. Hexadecimal digits stay hexadecimal.
 */
export function forged(value: string): string {
  const hexadecimal = /^[0-9a-f]*$/i.test(value);
  let result = '';
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at);
    const alphabet = classes.find((letters) => letters.includes(character));
    if (alphabet === undefined) {
      result += character;
      continue;
    }
    const size = hexadecimal && alphabet.length > 10 ? 6 : alphabet.length;
    result += alphabet.charAt((alphabet.indexOf(character) + 1 + (at % (size - 1))) % size);
  }
  return result;
}
