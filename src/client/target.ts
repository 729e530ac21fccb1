import { ToolError } from '../errors.ts';
import { type Place, placeOf, proxyOf } from '../profile/address.ts';
import type { Profile } from '../profile/profile.ts';
import { Secret } from '../profile/secret.ts';
import type { ProxyAddress } from './http1/openSocket.ts';

/** How requests reach a target. Resolved once; inner code has no defaults. `timeoutMs` bounds a whole exchange, to its last byte. */
export interface TargetOptions
  extends Pick<Profile['target'], 'timeoutMs' | 'limits' | 'http2' | 'tls' | 'traceparent'> {
  /** `http(s)://host[:port]`, with a path prefix where the service has one. */
  readonly baseUrl: string;
  /** Names and values in turn, sent with every request beside its own. */
  readonly headers: readonly string[];
  /** Where connections lead in place of the host and port of the base URL; the port `null` for that of the base URL. */
  readonly connectTo: Place | null;
  readonly proxy: ProxyAddress | null;
  readonly connections: Connections;
}

/** `shared`: at most `max` connections for all. `perRespondent`: one for each respondent that walks. */
export type Connections = { readonly mode: 'shared'; readonly max: number } | { readonly mode: 'perRespondent' };

/** curl's port of a proxy that is named without one. */
const proxyPort = 1080;

/**
 * How the target of a profile is reached: the one place that knows.
 *
 * @param baseUrl the base URL that is really used, with its prefix
 */
export function targetOptionsOf(
  { target }: Profile,
  baseUrl: string,
  connections: Connections,
  timeoutMs: number = target.timeoutMs,
): TargetOptions {
  const { limits, http2, tls, traceparent } = target;
  const proxy = target.proxy === null ? null : proxyOf(target.proxy);
  const credentials = target.proxyCredentials?.reveal() ?? null;
  return {
    ...{ baseUrl, timeoutMs, limits, http2, tls, traceparent, connections },
    headers: Object.entries(target.headers).flatMap(([name, value]) => [
      name.toLowerCase(),
      value instanceof Secret ? value.reveal() : value,
    ]),
    connectTo: target.connectTo === null ? null : placeOf(target.connectTo),
    proxy: proxy === null ? null : { host: proxy.host, port: proxy.port ?? proxyPort, credentials },
  };
}

/** A base URL taken apart: `origin` for connections, `prefix` (without a slash at its end) for paths. */
export interface TargetAddress {
  readonly origin: string;
  readonly prefix: string;
}

/** @throws ToolError PROFILE when it is no http(s) URL, or carries a user, a query or a fragment. */
export function parseBaseUrl(baseUrl: string): TargetAddress {
  const url = URL.parse(baseUrl);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    throw new ToolError('PROFILE', `target.baseUrl is not a URL: give http(s)://host[:port].`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ToolError('PROFILE', 'target.baseUrl may have a host, a port and a path, and nothing else.');
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

/** A path that can be used as it is. */
const plainPath = /^\/(?:[\x21-\x5b\x5d-\x7e][\x21-\x7e]*)?$/;

/**
 * The path to send a step to, from a URL that the service returned (`nextPageSubmitUrl`, `redirectUrl`), relative to
 * the base URL; `null` when it leads to another origin, or nowhere: such a URL gets neither cookie nor key.
 *
 * @param from path of the request that was answered, relative to the base URL: what a relative URL is resolved against.
 */
export function stepPathOf(url: string, address: TargetAddress, from: string): string | null {
  if (plainPath.test(url) && !url.startsWith('//')) return withoutPrefix(url, address.prefix);
  const parsed = URL.parse(url, `${address.origin}${address.prefix}${from}`);
  if (parsed === null || parsed.origin !== address.origin) return null;
  return withoutPrefix(parsed.pathname + parsed.search, address.prefix);
}

function withoutPrefix(path: string, prefix: string): string {
  return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}
