import { fieldValue } from '../../client/http1/heads.ts';
import { sessionCookie } from '../../contract/endpoints.ts';
import type { Profile } from '../../profile/profile.ts';

/** Where the cookies of a target belong: one for all jars. */
export interface CookieOrigin {
  readonly host: string;
  /** Whether cookies marked `Secure` may be sent: over https, and to a loopback host, as in browsers. */
  readonly secure: boolean;
  /** What stands before every path, without a slash at its end. */
  readonly prefix: string;
  readonly limits: Pick<Profile['target']['limits'], 'cookies' | 'cookieBytes'>;
}

/** One cookie as the service set it, as far as sending it back needs (RFC 6265). */
export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** On the scale of `epochNowMs()`, which nobody sets; `Infinity` for a session cookie. */
  readonly expiresAtMs: number;
  readonly secure: boolean;
}

/**
 * Parses one `Set-Cookie` value (RFC 6265, 5.2). The cookie is `null` when it has no name, is too long, or is meant
 * for another host.
 *
 * @param requestPath path of the request that it answers, for the default path.
 */
export function parseSetCookie(
  header: string,
  { host, limits }: CookieOrigin,
  requestPath: string,
  nowMs: number,
): Cookie | null {
  const end = header.indexOf(';');
  const pair = end < 0 ? header : header.slice(0, end);
  const equals = pair.indexOf('=');
  if (equals < 1 || pair.length > limits.cookieBytes) return null;
  const name = pair.slice(0, equals).trim();
  const value = pair.slice(equals + 1).trim();
  // A hostile service must not be able to smuggle a header into the next request.
  if (name === '' || !fieldValue.test(name) || !fieldValue.test(value)) return null;
  const { domain, expiresAtMs, maxAge, path, secure } = attributesOf(end < 0 ? '' : header.slice(end + 1));
  if (domain !== '' && !domainMatches(host, domain)) return null;
  const expiresMs = maxAge === null ? expiresAtMs : maxAge <= 0 ? Number.NEGATIVE_INFINITY : nowMs + maxAge * 1000;
  return {
    name: name === sessionCookie ? sessionCookie : ownText(name),
    value: ownText(value),
    path: path === '/' ? '/' : path.startsWith('/') ? ownText(path) : defaultPath(requestPath),
    expiresAtMs: expiresMs,
    secure,
  };
}

interface Attributes {
  readonly path: string;
  readonly domain: string;
  readonly expiresAtMs: number;
  /** Seconds; `null` without one. */
  readonly maxAge: number | null;
  readonly secure: boolean;
}

const noAttributes: Attributes = {
  path: '',
  domain: '',
  expiresAtMs: Number.POSITIVE_INFINITY,
  maxAge: null,
  secure: false,
};
/** A service gives every session's cookie the same attributes, so the last ones are remembered. */
let last = { text: '', attributes: noAttributes };

function attributesOf(text: string): Attributes {
  if (text !== last.text) last = { text, attributes: parseAttributes(text) };
  return last.attributes;
}

function parseAttributes(attributes: string): Attributes {
  let { path, domain, expiresAtMs, maxAge, secure } = noAttributes;
  for (const attribute of attributes.split(';')) {
    const at = attribute.indexOf('=');
    const key = (at < 0 ? attribute : attribute.slice(0, at)).trim().toLowerCase();
    const text = at < 0 ? '' : attribute.slice(at + 1).trim();
    if (key === 'path') path = text;
    else if (key === 'secure') secure = true;
    else if (key === 'max-age' && /^-?\d+$/.test(text)) maxAge = Number(text);
    else if (key === 'expires' && !Number.isNaN(Date.parse(text))) expiresAtMs = Date.parse(text);
    else if (key === 'domain' && text !== '') domain = text;
  }
  return { path, domain, expiresAtMs, maxAge, secure };
}

/** Whether a cookie of `cookiePath` goes with a request for `requestPath` (RFC 6265, 5.1.4). */
export function pathMatches(requestPath: string, cookiePath: string): boolean {
  if (!requestPath.startsWith(cookiePath)) return false;
  if (cookiePath.endsWith('/') || requestPath.length === cookiePath.length) return true;
  const next = requestPath[cookiePath.length];
  return next === '/' || next === '?';
}

function domainMatches(host: string, domain: string): boolean {
  const wanted = domain.replace(/^\./, '').toLowerCase();
  return host === wanted || host.endsWith(`.${wanted}`);
}

/** Up to, but not including, the last slash of the request's path (RFC 6265, 5.1.4). */
function defaultPath(requestPath: string): string {
  const path = requestPath.split('?', 1)[0] ?? '';
  const slash = path.lastIndexOf('/');
  return slash <= 0 ? '/' : path.slice(0, slash);
}

/** A copy of header text that is kept: what was cut out of a head would keep the whole of it in memory. */
export function ownText(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** The origin of a base URL for cookies. */
export function cookieOriginOf(baseUrl: string, limits: CookieOrigin['limits']): CookieOrigin {
  const url = new URL(baseUrl);
  const host = url.hostname.toLowerCase();
  const loopback = host === 'localhost' || host === '[::1]' || host.startsWith('127.');
  return { host, secure: url.protocol === 'https:' || loopback, prefix: url.pathname.replace(/\/+$/, ''), limits };
}

/** Every cookie that the service has set in one session; beyond the limit the oldest but the session's goes. Nearly always one or two, so a list. */
export class CookieJar {
  readonly #origin: CookieOrigin;
  #cookies: Cookie[] = [];

  constructor(origin: CookieOrigin) {
    this.#origin = origin;
  }

  /**
   * Takes in one `Set-Cookie` value: adds, replaces, or deletes (an expiry in the past).
   *
   * @returns whether what will be sent has changed.
   */
  set(header: string, requestPath: string, nowMs: number): boolean {
    const cookie = parseSetCookie(header, this.#origin, this.#origin.prefix + requestPath, nowMs);
    if (cookie === null || (cookie.secure && !this.#origin.secure)) return false;
    const cookies = this.#cookies;
    const at = cookies.findIndex((known) => known.name === cookie.name && known.path === cookie.path);
    const known = cookies[at];
    if (cookie.expiresAtMs <= nowMs) {
      if (known !== undefined) cookies.splice(at, 1);
      return known !== undefined;
    }
    if (known !== undefined) cookies[at] = cookie;
    // What is pushed into an empty list takes room for 17.
    else if (cookies.length === 0) this.#cookies = [cookie];
    else if (cookies.push(cookie) > this.#origin.limits.cookies)
      cookies.splice(cookies[0]?.name === sessionCookie ? 1 : 0, 1);
    return known === undefined || known.value !== cookie.value || known.expiresAtMs !== cookie.expiresAtMs;
  }

  /** The value of the `Cookie` header for a request, longest paths first; `''` when there is none to send. */
  header(requestPath: string, nowMs: number): string {
    const first = this.#cookies[0];
    if (first === undefined) return '';
    const path = this.#origin.prefix + requestPath;
    if (this.#cookies.length === 1) return isDue(first, path, nowMs) ? `${first.name}=${first.value}` : '';
    return this.#cookies
      .filter((cookie) => isDue(cookie, path, nowMs))
      .sort((a, b) => b.path.length - a.path.length)
      .map((cookie) => `${cookie.name}=${cookie.value}`)
      .join('; ');
  }

  /** The value of the first cookie of that name, or `null`. */
  valueOf(name: string): string | null {
    for (const cookie of this.#cookies) if (cookie.name === name) return cookie.value;
    return null;
  }

  /** Names and values in turn, whatever their paths. */
  get cookies(): readonly Cookie[] {
    return this.#cookies;
  }

  /** Whether any cookie is bound to a part of the paths, or ends in time: then `header` must be asked each time. */
  get isPlain(): boolean {
    return this.#cookies.every(
      (cookie) => this.#isForAll(cookie.path) && cookie.expiresAtMs === Number.POSITIVE_INFINITY,
    );
  }

  #isForAll(path: string): boolean {
    return path === '/' || (this.#origin.prefix !== '' && pathMatches(`${this.#origin.prefix}/`, path));
  }

  replace(cookies: readonly Cookie[]): void {
    this.#cookies = [...cookies];
  }
}

function isDue(cookie: Cookie, requestPath: string, nowMs: number): boolean {
  return pathMatches(requestPath, cookie.path) && cookie.expiresAtMs > nowMs;
}
