import { type Exchange, headerOf } from '../../result/exchange.ts';

const firstDelayMs = 1000;
const longestDelayMs = 60_000;
const maxTries = 6;

/**
 * How long to wait after a 429: what `Retry-After` says in seconds (RFC 9110, 10.2.3), else twice as long each time.
 *
 * @param tries earlier 429s of the same step.
 * @returns ms, or `null` when it was tried often enough.
 */
export function throttleDelayMs(exchange: Exchange, tries: number): number | null {
  if (tries >= maxTries) return null;
  const retryAfter = headerOf(exchange, 'retry-after');
  if (retryAfter !== null && /^\d+$/.test(retryAfter)) return Math.min(Number(retryAfter) * 1000, longestDelayMs);
  return Math.min(firstDelayMs * 2 ** tries, longestDelayMs);
}
