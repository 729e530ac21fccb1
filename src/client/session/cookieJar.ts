import { sessionCookie } from '../../contract/endpoints.ts';
import { type Cookie, type CookieOrigin, parseSetCookie, pathMatches } from './setCookie.ts';

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
