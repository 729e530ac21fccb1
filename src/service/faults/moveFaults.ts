import { currentPage } from '../respondent/sessions.ts';
import { decide } from './decisionFaults.ts';
import type { Fault } from './fault.ts';
import { spoilStatus } from './replyFaults.ts';

/** Broken rows of the table of moves: begin, advance, complete and resume. */
export const moveFaults: readonly Fault[] = [
  decide(
    {
      id: 'page-skipped',
      section: 'states',
      description: 'An accepted page leads over the next one to the one after.',
    },
    (clean, occurs) => ({
      next: (walk, survey, answers) => {
        const next = clean.next(walk, survey, answers);
        const canSkip = next.kind === 'page' && next.page + 1 < survey.pages.length;
        return canSkip && occurs() ? { kind: 'page', page: next.page + 1 } : next;
      },
    }),
  ),
  decide(
    { id: 'page-repeated', section: 'states', description: 'An accepted page is shown again with status success.' },
    (clean, occurs) => ({
      next: (walk, survey, answers) => {
        const next = clean.next(walk, survey, answers);
        return next.kind === 'page' && occurs() ? { kind: 'page', page: currentPage(walk) } : next;
      },
    }),
  ),
  decide(
    { id: 'complete-early', section: 'states', description: 'The survey is complete before its final page.' },
    (clean, occurs) => ({
      next: (walk, survey, answers) => {
        const next = clean.next(walk, survey, answers);
        const leadsToFinal = next.kind === 'page' && next.page === survey.pages.length - 1;
        return leadsToFinal && occurs() ? { kind: 'status', status: 'survey_complete' } : next;
      },
    }),
  ),
  decide(
    { id: 'complete-never', section: 'states', description: 'An accepted final page leads to the first page again.' },
    (clean, occurs) => ({
      next: (walk, survey, answers) => {
        const next = clean.next(walk, survey, answers);
        const completes = next.kind === 'status' && next.status === 'survey_complete';
        return completes && occurs() ? { kind: 'page', page: 0 } : next;
      },
    }),
  ),
  decide(
    { id: 'complete-final-again', section: 'states', description: 'An accepted final page is shown again.' },
    (clean, occurs) => ({
      next: (walk, survey, answers) => {
        const next = clean.next(walk, survey, answers);
        const completes = next.kind === 'status' && next.status === 'survey_complete';
        return completes && occurs() ? { kind: 'page', page: currentPage(walk) } : next;
      },
    }),
  ),
  decide(
    { id: 'complete-as-closed', section: 'submit-page', description: 'An accepted final page gives survey_closed.' },
    (clean, occurs) => ({
      next: (walk, survey, answers) => {
        const next = clean.next(walk, survey, answers);
        const completes = next.kind === 'status' && next.status === 'survey_complete';
        return completes && occurs() ? { kind: 'status', status: 'survey_closed' } : next;
      },
    }),
  ),
  decide(
    { id: 'page-after-completion', section: 'states', description: 'A finished survey shows a page again.' },
    (clean, occurs) => ({
      endOf: (walk) => {
        const ended = clean.endOf(walk);
        return ended === 'survey_complete' && occurs() ? undefined : ended;
      },
    }),
  ),
  spoilStatus(
    { id: 'complete-in-words', section: 'submit-page', description: 'survey_complete has a status in words.' },
    'survey_complete',
    (response) => {
      response.status = 'Survey complete';
    },
  ),
  decide(
    {
      id: 'completed-before-finish',
      section: 'states',
      description: 'Take says already_completed in the middle of a walk.',
    },
    (clean, occurs) => ({
      endOf: (walk) => {
        const ended = clean.endOf(walk);
        const halfway = ended === undefined && walk.submissions === 2;
        return halfway && occurs() ? 'already_completed' : ended;
      },
    }),
  ),
  decide(
    { id: 'resume-first-page', section: 'states', description: 'Take with a session shows the first page.' },
    (clean, occurs) => ({
      pageOnTake: (walk, survey) => {
        const page = clean.pageOnTake(walk, survey);
        return page > 0 && occurs() ? 0 : page;
      },
    }),
  ),
  decide(
    {
      id: 'resume-restarts',
      section: 'states',
      description: 'Take with a session throws the respondent back to the start.',
    },
    (clean, occurs) => ({
      pageOnTake: (walk, survey) => {
        const page = clean.pageOnTake(walk, survey);
        if (page === 0 || !occurs()) return page;
        walk.path.splice(1);
        walk.answers.clear();
        return 0;
      },
    }),
  ),
  decide(
    {
      id: 'resume-moves-on',
      section: 'states',
      description: 'Take with a session moves the respondent to the next page.',
    },
    (clean, occurs) => ({
      pageOnTake: (walk, survey) => {
        const page = clean.pageOnTake(walk, survey);
        if (page + 1 >= survey.pages.length || !occurs()) return page;
        walk.path.push(page + 1);
        return page + 1;
      },
    }),
  ),
  decide(
    {
      id: 'resume-lost-in-crowd',
      section: 'states',
      description: 'Take forgets the position of a respondent when many are served at once.',
      needsCrowd: true,
    },
    (clean, occurs, crowd) => ({
      pageOnTake: (walk, survey) => {
        const page = clean.pageOnTake(walk, survey);
        return page > 0 && crowd.isCrowded && occurs() ? 0 : page;
      },
    }),
  ),
  decide(
    {
      id: 'page-skipped-in-crowd',
      section: 'states',
      description: 'A page is skipped when many respondents are served at once.',
      needsCrowd: true,
      everyNth: 20,
    },
    (clean, occurs, crowd) => ({
      next: (walk, survey, answers) => {
        const next = clean.next(walk, survey, answers);
        const canSkip = next.kind === 'page' && next.page + 1 < survey.pages.length && crowd.isCrowded;
        return canSkip && occurs() ? { kind: 'page', page: next.page + 1 } : next;
      },
    }),
  ),
];
