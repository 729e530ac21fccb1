import { judgeBegin } from '../../judging/rules/moves.ts';
import { judgeFirstPage } from '../../judging/rules/page.ts';
import { judgeSessionId } from '../../judging/rules/sanity.ts';
import { judgeRole, mayShowPages } from '../../judging/rules/statuses.ts';
import { judgeSessionSet, observeTransport } from '../../judging/rules/take.ts';
import type { Walker } from '../walk/walker.ts';
import { checkUnexpectedResponse } from './checkUnexpectedResponse.ts';
import { goOn, type Step } from './step.ts';

/** GET take without a session: a session is created, and the first page is returned. */
export const begin: Step = {
  intent: 'walk',
  send(walk) {
    walk.request('take', walk.survey.paths.take, null);
  },
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
    context.coverage.transitions.begin++;
    position.begin(walk.visit(page));
    return goOn;
  },
};

function checkSession({ findings, sessionTransport, context }: Walker): void {
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
