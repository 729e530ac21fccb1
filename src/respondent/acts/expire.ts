import { sessionErrors } from '../../contract/serviceErrors.ts';
import { judgeSessionError } from '../invariants/errors.ts';
import { shown } from '../invariants/judge.ts';
import type { Act } from './act.ts';
import type { ExpiryKind } from './drawChoice.ts';
import { judgeSubmission, sendAnswers } from './submit.ts';

/**
 * POST submit-page in a session that canvass has broken: dropped, forged, an earlier one, or left idle. The document
 * promises the session error 1002 for an expired session and for one that was never started (Errors); what an earlier
 * token or a wait does depends on rules that are not shown, so there an acceptance is taken as it comes.
 */
function submitExpired(kind: ExpiryKind): Act {
  const certain = kind === 'drop' || kind === 'forge';
  const clause = kind === 'drop' ? 'SUBMIT-EXPIRED-02' : 'SUBMIT-EXPIRED-01';
  return {
    intent: 'expired',
    ask(walk) {
      walk.carrier.break(kind);
      sendAnswers(walk, 'complete');
    },
    judge(walk, exchange, reading) {
      const { judge, coverage } = walk.context;
      walk.carrier.mend();
      if (reading.kind === 'sessionError') {
        judgeSessionError(reading.body, judge, walk);
        judge.pass(clause);
        const { message } = reading.body.error;
        const expected = sessionErrors.expired;
        judge.check(message === expected, 'SUBMIT-EXPIRED-03', expected, shown(message), walk);
        judge.observe('Q-EXPIRED-HTTP', String(exchange.httpStatus), exchange, walk);
        coverage.errors['1002']++;
        if (kind === 'idle') walk.beginAnew();
        else walk.resumeNext();
        return true;
      }
      if (certain && reading.kind !== 'none') {
        judge.fail(clause, 'the session error 1002', `HTTP ${exchange.httpStatus}, ${reading.kind}`, walk);
        walk.end('failed', '');
        return false;
      }
      return judgeSubmission(walk, exchange, reading);
    },
  };
}

export const expiries: Readonly<Record<ExpiryKind, Act>> = {
  drop: submitExpired('drop'),
  forge: submitExpired('forge'),
  stale: submitExpired('stale'),
  idle: submitExpired('idle'),
};
