import type { Exchange } from '../../result/exchange.ts';
import { excerpt, type Judge } from '../ledger/judge.ts';
import type { Reading } from './reading.ts';

/** What must not leak: the values that a run knows and that no answer may carry. */
export interface Confidential {
  /** API keys of the run. */
  readonly keys: readonly string[];
  /** Session ids and tokens of this respondent. */
  readonly sessionIds: readonly string[];
}

const stackTraces = [
  /^\s+at [\w$.<>]+ ?\(.+:\d+\)/m,
  /^\s+at .+:\d+:\d+$/m,
  /\.(java|kt|scala|py|rb|php|cs|ts|js):\d+\)?/,
  /Traceback \(most recent call last\)/,
  /\b(?:[a-z]\w*\.){2,}[A-Z]\w*(?:Exception|Error)\b/,
  /\b(SQLException|SQLSTATE|ORA-\d{5}|NullPointerException)\b/,
];

/** What no service may do, whatever its document says, as far as one answer shows it. */
export function checkSanity(judge: Judge, exchange: Exchange, reading: Reading, confidential: Confidential): void {
  if (reading.kind === 'throttled' || reading.kind === 'cancelled' || reading.kind === 'unreachable') return;
  if (reading.kind === 'timed-out') {
    for (const clause of ['SANITY-TRUNCATED-01', 'SANITY-CONNECTION-01'] as const) {
      judge.inconclusive(clause, `${exchange.endpoint} was not answered in time (${reading.failure})`);
    }
    return;
  }
  judge.expect('SANITY-CONNECTION-01', reading.kind !== 'reset', 'an answer', () => 'the connection was reset');
  judge.expect(
    'SANITY-TRUNCATED-01',
    reading.kind !== 'cut-off',
    'a whole answer',
    () => `cut off after ${exchange.bodyText.length} characters: ${excerpt(exchange.bodyText)}`,
  );
  if ('failure' in reading) return;
  const text = exchange.bodyText;
  const documented = exchange.httpStatus === 500 && (reading.kind === 'standard-error' || isErrorStatus(reading));
  judge.expect(
    'SANITY-5XX-01',
    exchange.httpStatus < 500 || documented,
    'no 5xx but the documented 500',
    () => `HTTP ${exchange.httpStatus}: ${excerpt(text)}`,
  );
  judge.expect('SANITY-HTML-01', !/^\s*<(!doctype|html|head|body)\b/i.test(text), 'no HTML page', () => excerpt(text));
  judge.expect('SANITY-STACK-TRACE-01', !stackTraces.some((trace) => trace.test(text)), 'no stack trace', () =>
    excerpt(text),
  );
  if (exchange.endpoint !== 'regenerate-key') {
    const leaked = confidential.keys.some((key) => key.length >= 6 && text.includes(key));
    judge.expect('SANITY-SECRET-01', !leaked, 'no API key in the body', () => 'the body carries an API key');
  }
  const session = confidential.sessionIds.some((id) => id.length >= 8 && text.includes(id));
  judge.expect('SANITY-SECRET-02', !session, 'no session id in the body', () => 'the body carries the session id');
}

function isErrorStatus(reading: Reading): boolean {
  return reading.kind === 'flow' && reading.status === 'error';
}
