import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ToolError } from '../errors.ts';

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
