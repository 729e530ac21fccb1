import { isInternalError } from '../../judging/reading/answer.ts';
import { judgeErrorAgain } from '../../judging/rules/sanity.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { known, type ProbeContext } from './probeContext.ts';

/** An outage of a moment is over after these. */
const pausesMs = [500, 2000] as const;

/**
 * Sends what the document has an answer for, and again while the documented 500 comes: now and then it may, each time it
 * is no accident.
 */
export async function steadily(context: ProbeContext, send: () => Promise<ProbeExchange>): Promise<ProbeExchange> {
  let exchange = known(await send());
  for (const pauseMs of pausesMs) {
    if (!isInternalError(exchange)) break;
    await context.pause(pauseMs);
    exchange = known(await send());
  }
  judgeErrorAgain(exchange.findings, exchange);
  return exchange;
}
