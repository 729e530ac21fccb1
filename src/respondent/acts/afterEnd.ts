import { judgeSessionError } from '../invariants/errors.ts';
import { visitPage } from '../walk/judgeAnswer.ts';
import type { Act } from './act.ts';

/** GET take in the session that has completed the survey: it shows no page again. */
export const takeAfterEnd: Act = {
  intent: 'walk',
  ask(walk) {
    walk.send('take', walk.survey.paths.take, null);
  },
  judge(walk, exchange, reading) {
    const { judge, coverage } = walk.context;
    const question = 'Q-TAKE-AFTER-COMPLETE';
    if (reading.kind === 'noPage') {
      judge.passGroup('noPage');
      judge.pass('MOVE-TERMINAL-01');
      if (reading.status === 'already_completed') judge.pass('STATUS-COMPLETED-01');
      coverage.statuses[reading.status]++;
      judge.observe(question, reading.status, exchange, walk);
    } else if (reading.kind === 'sessionError') {
      judgeSessionError(reading.body, judge, walk);
      judge.pass('MOVE-TERMINAL-01');
      judge.observe(question, 'session-error', exchange, walk);
    } else if (reading.kind === 'success') {
      const page = visitPage(walk, reading.body);
      if (walk.carrier.isNew && page.first) judge.observe(question, 'new-session', exchange, walk);
      else judge.fail('MOVE-TERMINAL-01', 'no page after completion', 'a page', walk);
    }
    walk.end('completed', 'survey_complete');
    return reading.kind === 'sessionError';
  },
};
