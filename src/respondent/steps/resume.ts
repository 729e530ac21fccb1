import { isSamePage, isShownAgain } from '../../judging/reading/page.ts';
import { judgeResume } from '../../judging/rules/moves.ts';
import { judgeFirstPage } from '../../judging/rules/page.ts';
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
