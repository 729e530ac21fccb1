import { BlockList, isIP } from 'node:net';

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
    return 'has a path or a query: leave it out; canvass adds `/a/api/v2/…` itself';
  }
  return /\s/.test(baseUrl) ? 'holds a space: leave it out' : null;
}

/** Whether a base URL reaches this machine only: the embedded service, `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopback(baseUrl: string): boolean {
  if (baseUrl === 'embedded') return true;
  const host = URL.parse(baseUrl)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const family = isIP(host);
  if (family === 0) return host === 'localhost' || host.endsWith('.localhost');
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}
