import { judgeAfterEnd } from '../../judging/rules/moves.ts';
import { judgeCompleted } from '../../judging/rules/statuses.ts';
import type { Step } from './step.ts';

/** GET take in the session that has completed the survey: it shows no page again. */
export const resumeAfterCompletion: Step = {
  intent: 'walk',
  send(walk) {
    walk.request('take', walk.survey.paths.take, null);
  },
  check({ findings, context, sessionTransport }, answer) {
    const { page, status, reading } = answer;
    const isAnew = page !== null && sessionTransport.isNew;
    if (reading.kind === 'flow' || reading.kind === 'session-error') {
      judgeAfterEnd(findings, answer, isAnew);
      judgeCompleted(findings, answer, true);
      const seen = reading.kind === 'session-error' ? 'session-error' : status;
      if (page === null || isAnew) findings.observe('Q-TAKE-AFTER-COMPLETE', isAnew ? 'new-session' : seen);
    }
    if (page === null && status !== '') context.coverage.statuses[status]++;
    const next = { kind: 'end', end: 'completed', finalStatus: 'survey_complete' } as const;
    return { rejected: reading.kind === 'session-error', next };
  },
};
