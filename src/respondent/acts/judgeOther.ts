import type { Exchange } from '../../result/exchange.ts';
import { judgeSessionError, judgeStandardError } from '../invariants/errors.ts';
import { judgeOddBody } from '../invariants/oddBody.ts';
import type { Reading } from '../walk/reading.ts';
import type { Respondent } from '../walk/respondent.ts';

/** A session that was used this recently cannot have timed out, unless the profile knows of a shorter time-out. */
const surelyAliveMs = 60_000;

/**
 * Judges an answer that the act did not ask for: another final status, an error, or no usable answer. The walk ends.
 */
export function judgeOther(walk: Respondent, exchange: Exchange, reading: Reading): void {
  const { judge, coverage, traits } = walk.context;
  switch (reading.kind) {
    case 'noPage':
      judge.passGroup('noPage');
      coverage.statuses[reading.status]++;
      walk.end('ended', reading.status);
      return;
    case 'sessionError': {
      judgeSessionError(reading.body, judge, walk);
      const aliveMs = Math.min(surelyAliveMs, traits.expire.idleSeconds * 500);
      if (walk.sinceLastStepMs < aliveMs && walk.position.page !== null) {
        const actual = `the session error ${reading.body.error.code}`;
        judge.fail('TAKE-COOKIE-03', 'the state of the session that was sent', actual, walk);
      }
      break;
    }
    case 'standardError':
      judgeStandardError(reading.body, exchange.httpStatus, judge, coverage, walk);
      // Not before the key was once good: a wrong key in the profile is no fault of the service.
      if (exchange.httpStatus === 401 && walk.context.keys.isAccepted(walk.session.apiKey))
        judge.fail('AUTH-HEADER-01', 'a valid key accepted', 'HTTP 401', walk);
      break;
    case 'validation':
      judge.fail('STATUS-VALIDATION-01', '`validation_errors` from submit-page only', exchange.endpoint, walk);
      break;
    case 'odd':
      judgeOddBody(reading.json, exchange, judge, walk);
      break;
    case 'success':
    case 'none':
  }
  walk.end('failed', '');
}
