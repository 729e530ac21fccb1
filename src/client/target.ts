import { ToolError } from '../errors.ts';
import { type Place, placeOf, proxyOf } from '../profile/places.ts';
import type { Profile } from '../profile/profile.ts';
import { type AnswerLimits, standardLimits } from '../profile/schema/bounds.ts';
import { Secret } from '../profile/secret.ts';
import type { ProxyAddress } from './http1/openSocket.ts';

/** How requests reach a target. Resolved once; inner code has no defaults. */
export interface TargetOptions {
  /** `http(s)://host[:port]`, with a path prefix where the service has one. */
  readonly baseUrl: string;
  /** Bound of a whole exchange, from `send` to the last byte. */
  readonly timeoutMs: number;
  readonly limits: AnswerLimits;
  readonly http2: boolean;
  readonly tls: TlsOptions;
  /** Names and values in turn, sent with every request beside its own. */
  readonly headers: readonly string[];
  /** Whether each request carries a trace context of its own. */
  readonly traceparent: boolean;
  /** Where connections lead in place of the host and port of the base URL; the port `null` for that of the base URL. */
  readonly connectTo: Place | null;
  readonly proxy: ProxyAddress | null;
  readonly connections: Connections;
}

/** How a service is known, and how canvass is known to it. Files are PEM. */
export interface TlsOptions {
  readonly caFile: string | null;
  readonly certFile: string | null;
  /** `null`: the key is in `certFile`. */
  readonly keyFile: string | null;
  /** `null`: the host of the base URL. */
  readonly serverName: string | null;
  readonly insecure: boolean;
}

/** `shared`: at most `max` connections for all. `perRespondent`: one for each respondent that walks. */
export type Connections = { readonly mode: 'shared'; readonly max: number } | { readonly mode: 'perRespondent' };

const usualTls: TlsOptions = { caFile: null, certFile: null, keyFile: null, serverName: null, insecure: false };

/** Options of a target with everything but the base URL at its default. */
export function targetOptions(
  baseUrl: string,
  { tls = {}, ...changes }: Partial<Omit<TargetOptions, 'tls'>> & { readonly tls?: Partial<TlsOptions> } = {},
): TargetOptions {
  return {
    baseUrl,
    timeoutMs: 10_000,
    limits: standardLimits,
    http2: false,
    tls: { ...usualTls, ...tls },
    headers: [],
    traceparent: false,
    connectTo: null,
    proxy: null,
    connections: { mode: 'shared', max: 64 },
    ...changes,
  };
}

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
  const proxy = target.proxy === null ? null : proxyOf(target.proxy);
  return {
    baseUrl,
    timeoutMs,
    limits: target.limits,
    http2: target.http2,
    tls: target.tls,
    headers: Object.entries(target.headers).flatMap(([name, value]) => [
      name.toLowerCase(),
      value instanceof Secret ? value.reveal() : value,
    ]),
    traceparent: target.traceparent,
    connectTo: target.connectTo === null ? null : placeOf(target.connectTo),
    proxy:
      proxy === null
        ? null
        : {
            host: proxy.host,
            port: proxy.port ?? proxyPort,
            credentials: target.proxyCredentials?.reveal() ?? null,
          },
    connections,
  };
}

/** A base URL taken apart: `origin` for connections, `prefix` (without a slash at its end) for paths. */
export interface TargetAddress {
  readonly origin: string;
  readonly prefix: string;
}

/** @throws ToolError PROFILE when it is no http(s) URL, or carries a user, a query or a fragment. */
export function parseBaseUrl(baseUrl: string): TargetAddress {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
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
