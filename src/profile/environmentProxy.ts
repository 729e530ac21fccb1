import { BlockList, isIP } from 'node:net';
import { hostOf, isLoopback } from './address.ts';
import type { Environment } from './yamlSource.ts';

/** A proxy, and the variable that names it. */
export interface EnvironmentProxy {
  readonly variable: string;
  readonly url: string;
}

/**
 * The proxy that the environment names for a base URL, read as curl reads it: `https_proxy` before `HTTPS_PROXY`, for
 * http the variable in small letters only, then `all_proxy`, unless `no_proxy` excepts the host. Other than curl's,
 * requests to this machine never go by a proxy that nobody asked for.
 *
 * @returns `null` for none
 */
export function environmentProxy(baseUrl: string, environment: Environment): EnvironmentProxy | null {
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
