import { hostOf } from './address.ts';

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
