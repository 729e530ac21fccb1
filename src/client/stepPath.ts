import type { TargetAddress } from './target.ts';

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
