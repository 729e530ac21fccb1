import { isErrorBody } from '../../judging/reading/reading.ts';
import { judgeExpired } from '../../judging/rules/submitPage.ts';
import type { ExpiryKind } from '../crowd.ts';
import { countError, failed, type Step } from './step.ts';
import { checkSubmission, sendAnswers } from './submit.ts';

/**
 * POST submit-page in a session that canvass has broken: dropped, forged, an earlier one, or left idle. The document
 * promises the session error 1002 for an expired session and for one that was never started (service.md#session-error-submit);
 * what an earlier token or a wait does depends on rules that are not shown, so there an acceptance is taken as it comes.
 */
function submitExpired(kind: ExpiryKind): Step {
  const isCertain = kind === 'drop' || kind === 'forge';
  const situation = kind === 'drop' ? 'no session' : 'unknown session';
  return {
    intent: 'expired',
    ...(kind === 'idle' ? { idleMs: ({ expire }) => expire.idleSeconds * 1000 } : {}),
    send(walk) {
      walk.sessionTransport.break(kind);
      sendAnswers(walk, 'complete');
    },
    check(walk, answer) {
      walk.sessionTransport.mend();
      const { reading, exchange } = answer;
      const isAnswered = isErrorBody(reading) || answer.status !== '';
      if (reading.kind !== 'session-error' && !(isCertain && isAnswered && exchange.httpStatus < 500)) {
        return checkSubmission(walk, answer);
      }
      judgeExpired(walk.findings, answer, situation);
      if (reading.kind !== 'session-error') return failed;
      countError(walk, answer);
      return { rejected: true, next: { kind: kind === 'idle' ? 'begin-anew' : 'resume' } };
    },
  };
}

export const expiries: Readonly<Record<ExpiryKind, Step>> = {
  drop: submitExpired('drop'),
  forge: submitExpired('forge'),
  stale: submitExpired('stale'),
  idle: submitExpired('idle'),
};

export function isExpiryKind(kind: string): kind is ExpiryKind {
  return Object.hasOwn(expiries, kind);
}
