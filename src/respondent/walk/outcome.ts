import type { Exchange, Failure, Outcome } from '../../result/exchange.ts';

const byFailure: Readonly<Record<Failure, Outcome>> = {
  refused: 'connection',
  unresolved: 'connection',
  reset: 'connection',
  closed: 'connection',
  tls: 'connection',
  proxy: 'connection',
  cancelled: 'connection',
  'no-socket': 'connection',
  'connect-timeout': 'timeout',
  'response-timeout': 'timeout',
  'body-timeout': 'timeout',
  truncated: 'malformed',
  'too-large': 'malformed',
  protocol: 'malformed',
  'not-json': 'malformed',
};

/**
 * What results count an exchange as. A 429 is `throttled` and a 5xx a `serverError` whatever their body; `rejected`
 * says that canvass provoked the rejection and got one.
 */
export function outcomeOf(exchange: Exchange, rejected: boolean): Outcome {
  const { failure, httpStatus } = exchange;
  if (httpStatus === 429) return 'throttled';
  if (failure !== null && failure !== 'not-json') return byFailure[failure];
  if (rejected) return 'expectedRejection';
  if (httpStatus >= 500) return 'serverError';
  if (httpStatus >= 400) return 'clientError';
  if (failure !== null || httpStatus >= 300) return 'malformed';
  return 'ok';
}
