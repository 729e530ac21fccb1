import { isSamePage, isShownAgain } from '../../judging/reading/shownPage.ts';
import { judgeAfterEnd, judgeBegin, judgeResume } from '../../judging/rules/moves.ts';
import { judgeFirstPage } from '../../judging/rules/page.ts';
import { judgeSessionId } from '../../judging/rules/sanity.ts';
import { judgeCompleted, judgeRole, mayShowPages } from '../../judging/rules/surveyStatuses.ts';
import { judgeSessionSet, judgeSessionState, observeTransport } from '../../judging/rules/take.ts';
import type { Walk } from '../walk/walk.ts';
import { checkUnexpectedResponse, failed, goOn, type Step, stopped } from './step.ts';

function take(walk: Walk): void {
  walk.request('take', walk.survey.paths.take, null);
}

/** GET take without a session: a session is created, and the first page is returned. */
export const begin: Step = {
  intent: 'walk',
  send: take,
  check(walk, answer) {
    const { findings, survey, position, context } = walk;
    const isOnTheWay = survey.role !== null && mayShowPages(survey.role) && answer.page !== null;
    if (survey.role !== null && !isOnTheWay) judgeRole(findings, answer, survey.role);
    else judgeBegin(findings, answer);
    context.earlyCompletions.begun(findings, answer, survey.id);
    const { page } = answer;
    if (answer.status !== 'success' || page === null) return checkUnexpectedResponse(walk, answer);
    judgeFirstPage(findings, page, true);
    checkSession(walk);
    context.coverage.count('transitions', 'begin');
    position.begin(walk.visit(page));
    return goOn;
  },
};

function checkSession({ findings, sessionTransport, context }: Walk): void {
  const { session } = sessionTransport;
  judgeSessionSet(findings, session.isCarried, () => 'neither was set');
  observeTransport(findings, session, context.transports);
  const id = session.cookie ?? session.token;
  if (id === null) return;
  const { sessionIds } = context;
  judgeSessionId(findings, sessionIds.has(id));
  if (sessionIds.size >= maxSessionIds) sessionIds.clear();
  sessionIds.add(id);
}

const maxSessionIds = 50_000;

/** GET take with a session: resumes from the respondent's current position. */
export const resume: Step = {
  intent: 'walk',
  send: take,
  check(walk, answer) {
    const { findings, position, context } = walk;
    const { visit: current, furthest } = position;
    const { page } = answer;
    context.earlyCompletions.unfinished(findings, answer, walk.survey.id);
    if (answer.status !== 'success' || page === null || current === null) return checkUnexpectedResponse(walk, answer);
    const isHere = isShownAgain(page, current.page);
    // Which of the showings this is, nobody can tell.
    if (furthest !== null && context.askedAgain.has(page)) return stopped;
    if (furthest !== null) {
      // Which of the two is the current position after going back is not shown.
      const isThere = !isHere && isSamePage(page, furthest.page);
      if (isHere || isThere) findings.observe('Q-RESUME-AFTER-BACK', isThere ? 'furthest-page' : 'page-shown');
      if (isThere) {
        position.forwardTo(walk.visit(page));
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
  send: take,
  check({ findings, context, sessionTransport }, answer) {
    const { page, status, reading } = answer;
    const isAnew = page !== null && sessionTransport.isNew;
    if (reading.kind === 'flow' || reading.kind === 'session-error') {
      judgeAfterEnd(findings, answer, isAnew);
      judgeCompleted(findings, answer, true);
      const seen = reading.kind === 'session-error' ? 'session-error' : status;
      if (page === null || isAnew) findings.observe('Q-TAKE-AFTER-COMPLETE', isAnew ? 'new-session' : seen);
    }
    if (page === null && status !== '') context.coverage.count('statuses', status);
    const next = { kind: 'end', end: 'completed', finalStatus: 'survey_complete' } as const;
    return { rejected: reading.kind === 'session-error', next };
  },
};
