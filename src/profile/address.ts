import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a base URL reaches this machine only: the embedded service, `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopback(baseUrl: string): boolean {
  if (baseUrl === 'embedded') return true;
  const host = URL.parse(baseUrl)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const family = isIP(host);
  if (family === 0) return host === 'localhost' || host.endsWith('.localhost');
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}
