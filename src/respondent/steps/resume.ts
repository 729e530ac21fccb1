import { isSamePage, isShownAgain } from '../../judging/reading/page.ts';
import { judgeAfterEnd, judgeResume } from '../../judging/rules/moves.ts';
import { judgeFirstPage } from '../../judging/rules/page.ts';
import { judgeCompleted } from '../../judging/rules/statuses.ts';
import { judgeSessionState } from '../../judging/rules/take.ts';
import { checkUnexpectedResponse } from './checkUnexpectedResponse.ts';
import { failed, goOn, type Step } from './step.ts';

/** GET take with a session: resumes from the respondent's current position. */
export const resume: Step = {
  intent: 'walk',
  send(walk) {
    walk.request('take', walk.survey.paths.take, null);
  },
  check(walk, answer) {
    const { findings, position, context } = walk;
    const { visit: current, furthest } = position;
    const { page } = answer;
    if (answer.status !== 'success' || page === null || current === null) return checkUnexpectedResponse(walk, answer);
    const isHere = isShownAgain(page, current.page);
    if (furthest !== null) {
      // Which of the two is the current position after going back is not shown.
      const isThere = !isHere && isSamePage(page, furthest.page);
      if (isHere || isThere) findings.observe('Q-RESUME-AFTER-BACK', isThere ? 'furthest-page' : 'page-shown');
      if (isThere) {
        position.forward(walk.visit(page));
        return goOn;
      }
    }
    if (!judgeResume(findings, answer, current.page)) return failed;
    judgeSessionState(findings, true, '', () => '');
    context.coverage.move('resume', position);
    judgeFirstPage(findings, page, position.isOnFirst, walk.survey.noBack !== 'yes');
    position.replace(walk.visit(page));
    return goOn;
  },
};

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
