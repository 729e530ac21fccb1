import type { Visit } from '../model/visit.ts';
import { visitPage } from '../walk/judgeAnswer.ts';
import type { Act } from './act.ts';
import { judgeOther } from './judgeOther.ts';

/** GET take without a session: a session is created, and the first page is returned. */
export const begin: Act = {
  intent: 'walk',
  ask(walk) {
    walk.send('take', walk.survey.paths.take, null);
  },
  judge(walk, exchange, reading) {
    const { judge, coverage } = walk.context;
    const { role } = walk.survey;
    if (reading.kind === 'success') {
      const page = visitPage(walk, reading.body);
      judgeBegun(walk, page, reading.body.response.navigation.previousPageUrl);
      if (role !== null) judge.fail(role.clause, `status \`${role.status}\``, 'a page', walk);
      coverage.transitions.begin++;
      walk.position.begin(page);
      walk.thinkOn();
      return false;
    }
    if (reading.kind === 'noPage') {
      const { status } = reading;
      if (role !== null) judge.check(status === role.status, role.clause, `status \`${role.status}\``, status, walk);
      if (status === 'already_completed') {
        judge.fail('STATUS-COMPLETED-01', 'another status in a new session', status, walk);
      }
    }
    judgeOther(walk, exchange, reading);
    return false;
  },
};

function judgeBegun(walk: Parameters<Act['ask']>[0], page: Visit, previousPageUrl: string | null): void {
  const { judge, sessionIds } = walk.context;
  if (page.first) judge.pass('PAGE-PREVIOUS-NULL-01');
  else judge.fail('PAGE-PREVIOUS-NULL-01', 'null on the first page', String(previousPageUrl), walk);
  judge.pass('MOVE-BEGIN-01');
  const { session } = walk.carrier;
  judge.check(session.isCarried, 'TAKE-COOKIE-01', 'a session cookie or token', 'neither was set', walk);
  const id = session.cookie ?? session.token;
  if (id === null) return;
  const given = sessionIds.has(id);
  judge.check(!given, 'SANITY-ISOLATION-03', 'a session id of its own', 'the session id of another respondent', walk);
  if (sessionIds.size >= maxSessionIds) sessionIds.clear();
  sessionIds.add(id);
}

const maxSessionIds = 50_000;
