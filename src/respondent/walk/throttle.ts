import { type Exchange, headerOf } from '../../result/exchange.ts';

const firstDelayMs = 1000;
const longestDelayMs = 60_000;
const maxTries = 6;

/**
 * How long to wait after a 429: what `Retry-After` says in seconds (RFC 9110, 10.2.3), else twice as long each time.
 *
 * @param tries earlier 429s of the same step.
 * @param isPatient whether to wait twice as long each time in any case: who is locked out is so longer for each try.
 * @returns ms, or `null` when it was tried often enough.
 */
export function throttleDelayMs(exchange: Exchange, tries: number, isPatient = false): number | null {
  if (tries >= maxTries) return null;
  const retryAfter = headerOf(exchange, 'retry-after');
  const isTold = retryAfter !== null && /^\d+$/.test(retryAfter);
  const delayMs = isTold ? Number(retryAfter) * 1000 : firstDelayMs;
  return Math.min(isTold && !isPatient ? delayMs : delayMs * 2 ** tries, longestDelayMs);
}
