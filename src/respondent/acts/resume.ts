import { judgeUnmarked } from '../invariants/selected.ts';
import { pageInWords, samePage } from '../model/visit.ts';
import { judgeFirst, visitPage } from '../walk/judgeAnswer.ts';
import type { Act } from './act.ts';
import { judgeOther } from './judgeOther.ts';

/** GET take with a session: resumes from the respondent's current position. */
export const resume: Act = {
  intent: 'walk',
  ask(walk) {
    walk.send('take', walk.survey.paths.take, null);
  },
  judge(walk, exchange, reading) {
    const { judge, coverage } = walk.context;
    const { page: current, furthest } = walk.position;
    if (reading.kind !== 'success' || current === null) {
      judgeOther(walk, exchange, reading);
      return false;
    }
    const page = visitPage(walk, reading.body);
    judgeUnmarked(page.plans, judge, walk);
    const same = samePage(page.plans, current.plans);
    if (furthest !== null && !same && samePage(page.plans, furthest.plans)) {
      judge.observe('Q-RESUME-AFTER-BACK', 'furthest-page', exchange, walk);
      walk.position.forward(page);
      walk.thinkOn();
      return false;
    }
    if (!same) {
      judge.fail('MOVE-RESUME-01', pageInWords(current.plans), pageInWords(page.plans), walk);
      walk.end('failed', '');
      return false;
    }
    judge.pass('MOVE-RESUME-01');
    judge.pass('TAKE-COOKIE-03');
    coverage.move('resume', walk.position);
    if (furthest !== null) judge.observe('Q-RESUME-AFTER-BACK', 'page-shown', exchange, walk);
    judgeFirst(walk, page, current.first);
    walk.position.replace(page);
    walk.thinkOn();
    return false;
  },
};
