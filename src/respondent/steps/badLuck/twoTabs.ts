import { isSamePage } from '../../../judging/reading/page.ts';
import { isErrorBody } from '../../../judging/reading/reading.ts';
import { observeOlderPage } from '../../../judging/rules/badLuck.ts';
import { Doubt } from '../../model/doubt.ts';
import type { PageVisit } from '../../model/pageVisit.ts';
import type { Position } from '../../model/position.ts';
import { goOn, type Step } from '../step.ts';
import { submitPathOf } from '../submit.ts';
import { completeAfter } from './acceptance.ts';
import { follow } from './settle.ts';

/** POST submit-page with a page of before and the answers that were accepted for it: what another tab still shows. */
function submitOlder(choose: (position: Position) => PageVisit | null): Step {
  return {
    intent: 'twoTabs',
    send(walk) {
      const { visit: current } = walk.position;
      const older = choose(walk.position);
      if (current === null || older === null) return;
      walk.doubt = new Doubt('twoTabs', current.page, null);
      walk.request('submit-page', submitPathOf(walk, older), older.body);
    },
    check(walk, answer) {
      const { doubt, findings, position } = walk;
      const { page, status, reading, exchange } = answer;
      const rejected = isErrorBody(reading) && exchange.httpStatus < 500;
      if (doubt === null) return { rejected, next: { kind: 'settle' } };
      const wasBefore = page !== null && position.visits.some((visit) => isSamePage(visit.page, page));
      observeOlderPage(findings, answer, doubt.page, wasBefore);
      if (status === 'survey_complete') return completeAfter(walk, doubt, rejected);
      if (status !== 'success' || page === null) return { rejected, next: { kind: 'settle' } };
      follow(walk, doubt, page);
      return goOn;
    },
  };
}

export const pageBeforeAgain = submitOlder(({ visitBefore }) => visitBefore);
export const firstPageAgain = submitOlder(({ visits }) => visits[0] ?? null);
