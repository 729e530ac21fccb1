import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ToolError } from '../errors.ts';
import type { Environment } from './yamlSource.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * What is wrong with a base URL, in words that follow its name and say what to change; `null` when nothing is. The text
 * itself is not shown: it may come from the environment.
 */
export function addressProblem(baseUrl: string): string | null {
  if (baseUrl === 'embedded') return null;
  if (!baseUrl.includes('://')) return 'has no scheme: write `http://host:port` or `https://host`, or `embedded`';
  if (!/^https?:/i.test(baseUrl)) return 'has a scheme that canvass does not speak: write `http://` or `https://`';
  const url = URL.parse(baseUrl);
  if (url === null) return 'is no URL that can be reached: expected http(s)://host[:port], with a port up to 65535';
  if (url.username !== '' || url.password !== '') return 'names a user: leave it out; keys go into `target.apiKeys`';
  if (url.pathname !== '/' || /[?#]/.test(baseUrl)) {
    return 'has a path or a query: leave it out; canvass adds `/a/api/v2/…` itself, behind `target.basePath`';
  }
  return /\s/.test(baseUrl) ? 'holds a space: leave it out' : null;
}

/**
 * Whether a base URL says that it reaches this machine only: the embedded service, 127.0.0.0/8 or ::1, or a name below
 * `localhost`, which {@link demandLoopbackName} looks up before anything is sent.
 */
export function isLoopback(baseUrl: string): boolean {
  return baseUrl === 'embedded' || isLoopbackHost(hostOf(baseUrl));
}

/** As {@link isLoopback}, of a host. */
export function isLoopbackHost(host: string): boolean {
  return isIP(host) === 0 ? isLocalhost(host) : isLoopbackAddress(host);
}

/** The host of a base URL in lower case, an IPv6 address without its brackets; `''` for the embedded service. */
export function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.hostname.replace(/^\[|\]$/g, '') ?? '';
}

/** Whether a host is the one that a pattern names, or is below it: `*.example.com`. */
export function isHostNamed(pattern: string, host: string): boolean {
  const wanted = pattern.toLowerCase().replace(/^\[|\]$/g, '');
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
}

/** Looks up all addresses of a host. */
type Resolve = (host: string, options: { all: true }) => Promise<readonly { readonly address: string }[]>;

/**
 * A name below `localhost` is this machine only where it is resolved to it. One that nobody knows is left to whoever
 * connects.
 *
 * @throws ToolError NOT_AUTHORIZED where it is resolved to another address
 */
export async function demandLoopbackName(host: string, resolve: Resolve = lookup): Promise<void> {
  if (!isLocalhost(host)) return;
  const addresses = await resolve(host, { all: true }).catch(() => []);
  const other = addresses.find(({ address }) => !isLoopbackAddress(address));
  if (other === undefined) return;
  throw new ToolError(
    'NOT_AUTHORIZED',
    `${host} is resolved to ${other.address}, which is not this machine: name the host otherwise, with target.authorization for it`,
  );
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function isLoopbackAddress(address: string): boolean {
  return loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** A host, and the port that is named with it. */
export interface Place {
  /** In lower case, an IPv6 address without its brackets. */
  readonly host: string;
  readonly port: number | null;
}

/** Reads `host`, `host:port` or `[address]:port`, as the schema lets them through; `null` for a port beyond 65535. */
export function placeOf(text: string): Place | null {
  const [, host = '', digits] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  const port = digits === undefined ? null : Number(digits);
  if (host === '' || port === 0 || (port !== null && port > 65_535)) return null;
  return { host: host.replace(/^\[|\]$/g, '').toLowerCase(), port };
}

/** A place as URLs write it: `host`, `host:port`, `[address]:port`. */
export function placeText({ host, port }: Place): string {
  return `${host.includes(':') ? `[${host}]` : host}${port === null ? '' : `:${port}`}`;
}

/** A key of `target` by which requests go somewhere, and where. */
export interface NamedPlace extends Place {
  readonly key: 'baseUrl' | 'connectTo' | 'proxy';
}

/** Every host that a target names or is reached by: each must be this machine, or be allowed. */
export function namedPlaces(target: {
  readonly baseUrl: string;
  readonly connectTo: string | null;
  readonly proxy: string | null;
}): NamedPlace[] {
  const places: NamedPlace[] = [];
  if (target.baseUrl !== 'embedded') places.push({ key: 'baseUrl', host: hostOf(target.baseUrl), port: null });
  const connectTo = target.connectTo === null ? null : placeOf(target.connectTo);
  if (connectTo !== null) places.push({ key: 'connectTo', ...connectTo });
  const proxy = target.proxy === null ? null : proxyOf(target.proxy);
  if (proxy !== null) places.push({ key: 'proxy', ...proxy });
  return places;
}

/** A proxy as its URL names it. */
export interface NamedProxy extends Place {
  /** The user with the password, as `Proxy-Authorization: Basic` carries them; `null` without. */
  readonly credentials: string | null;
}

/** Reads `[http://][user:password@]host[:port][/]`; `null` for `auto`, and for a port beyond 65535. */
export function proxyOf(url: string): NamedProxy | null {
  const [, user, at = ''] = /^(?:http:\/\/)?(?:(.*)@)?([^@/]*)\/?$/i.exec(url) ?? [];
  const place = url === 'auto' ? null : placeOf(at);
  if (place === null) return null;
  return { ...place, credentials: user === undefined ? null : Buffer.from(unescaped(user)).toString('base64') };
}

function unescaped(user: string): string {
  return user.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/**
 * The proxy that the environment names for a base URL, read as curl reads it: `https_proxy` before `HTTPS_PROXY`, for
 * http the variable in small letters only, then `all_proxy`, unless `no_proxy` excepts the host. Other than curl's,
 * requests to this machine never go by a proxy that nobody asked for.
 *
 * @returns the proxy, and the variable that names it; `null` for none
 */
export function environmentProxy(
  baseUrl: string,
  environment: Environment,
): { readonly variable: string; readonly url: string } | null {
  if (isLoopback(baseUrl)) return null;
  const isSecure = /^https:/i.test(baseUrl);
  const names = [...(isSecure ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy']), 'all_proxy', 'ALL_PROXY'];
  const variable = names.find((name) => isSet(environment[name]));
  if (variable === undefined) return null;
  const except = [environment.no_proxy, environment.NO_PROXY].find(isSet) ?? '';
  return isExcepted(hostOf(baseUrl), except) ? null : { variable, url: environment[variable] ?? '' };
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

/** Whether a list as `NO_PROXY` has it names a host: a name with all below it, an address, a network, or `*` alone. */
function isExcepted(host: string, list: string): boolean {
  if (list === '*') return true;
  const name = host.replace(/\.$/, '').toLowerCase();
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => (isIP(name) === 0 ? isNameIn(name, entry) : isAddressIn(name, entry)));
}

function isNameIn(name: string, entry: string): boolean {
  const wanted = entry.toLowerCase().replace(/\.$/, '').replace(/^\./, '');
  return wanted !== '' && (name === wanted || name.endsWith(`.${wanted}`));
}

function isAddressIn(address: string, entry: string): boolean {
  const [network = '', bits = ''] = entry.replace(/^\[(.*)\]/, '$1').split('/');
  const family = isIP(network);
  if (family === 0 || family !== isIP(address)) return false;
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  const longest = family === 6 ? 128 : 32;
  const prefix = Number(bits === '' ? longest : bits);
  if (!Number.isInteger(prefix) || prefix > longest) return false;
  const named = new BlockList();
  named.addSubnet(network, prefix === 0 ? longest : prefix, kind);
  return named.check(address, kind);
}
