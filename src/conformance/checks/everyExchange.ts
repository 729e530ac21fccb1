import { type Exchange, headerOf } from '../../result/exchange.ts';
import type { Judge } from '../ledger/judge.ts';
import { checkAdministration } from './administration.ts';
import { checkEnvelope, checkErrors } from './envelope.ts';
import { checkFlow } from './page.ts';
import { read } from './reading.ts';
import { type Confidential, checkSanity } from './sanity.ts';

/** The passive checks: judges one exchange, whoever made it, by all that the document says of any single answer. */
export function checkExchange(judge: Judge, exchange: Exchange, confidential: Confidential): void {
  const reading = read(exchange);
  if (reading.kind === 'throttled') {
    judge.observe('Q-RATE-LIMIT', headerOf(exchange, 'retry-after') === null ? '429' : '429 with Retry-After');
  }
  checkSanity(judge, exchange, reading, confidential);
  checkEnvelope(judge, exchange, reading);
  checkErrors(judge, exchange, reading);
  checkFlow(judge, exchange, reading);
  checkAdministration(judge, exchange, reading);
}
