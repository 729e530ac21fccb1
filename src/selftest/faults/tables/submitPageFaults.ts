import type { PageJudgement } from '../../../service/respondent/judgePage.ts';
import type { Session } from '../../../service/respondent/keptSessions.ts';
import type { SurveyPage } from '../../../service/survey/survey.ts';
import { aroundDecision, whereRejected } from '../decideOtherwise.ts';
import { type Edit, plus, replaced, rewrite, said, set, within } from '../edits.ts';
import { fault, inPlace, inSection } from '../fault.ts';
import type { Injection } from '../injection.ts';
import { bareList, both, mutateBody, says } from '../mutateResponse.ts';
import { hasStatus } from '../responseDraft.ts';

/** Names other questions in the errors of a rejected page. */
function renameQuestions(other: (questionId: number, page: SurveyPage) => number): Injection {
  return whereRejected((judged, page) => ({
    ...judged,
    errors: judged.errors.map((error) => ({ ...error, questionId: other(error.questionId, page) })),
  }));
}

type Errors = Extract<PageJudgement, { kind: 'rejected' }>['errors'];

function errorsInstead(change: (errors: Errors) => Errors): Injection {
  return whereRejected((judged) => ({ ...judged, errors: change(judged.errors) }));
}

const isExpired: Edit = said((body) => {
  delete body.response;
  body.error = { code: 1002, message: 'Session expired. Please load the survey page before submitting.' };
}, 'the session has expired');

/** Endpoint 2. */
export const submitPageFaults = inSection('submit-page', [
  ['submit-page-bare-list', 'SUBMIT-SHAPE-01', 'bodies, on submit, with a page', bareList],
  ['next-url-dead', 'SUBMIT-URL-01', 'pages', rewrite('navigation.nextPageSubmitUrl', replaced(/$/, '/next'))],
  fault('older-answers-accepted', 'SUBMIT-VALIDATION-01', 'The answers of the page before are taken for a page.', {
    how: aroundDecision('judge', (judge) => (page, body, walk, survey) => {
      const before = survey.pages[walk.path.at(-2) ?? -1];
      const judged = before && judge(before, body, walk, survey);
      const isOlder = judged?.kind === 'accepted' && judged.answers.size > 0;
      return isOlder ? judged : judge(page, body, walk, survey);
    }),
    variants: { doubleSubmit: 'success-next' },
  }),
  fault('missing-answer-accepted', 'SUBMIT-VALIDATION-01', 'A page without its required answers is accepted.', {
    how: whereRejected(({ answers }) => ({ kind: 'accepted', answers })),
  }),
  fault('empty-text-accepted', 'SUBMIT-VALIDATION-01', 'A required text that is sent empty is taken as an answer.', {
    how: aroundDecision('judge', (judge, occurs) => (page, body, ...asked) => {
      const judged = judge(page, body, ...asked);
      const isEmpty = judged.kind === 'rejected' && Object.values(body).includes('') && occurs();
      return isEmpty ? { kind: 'accepted', answers: judged.answers } : judged;
    }),
  }),
  ...inPlace('validation errors', [
    ['missing-answer-detailed', 'SUBMIT-VALIDATION-05', set('answerErrors', [])],
    ['validation-other-message', 'SUBMIT-VALIDATION-04 PAGE-VALIDATION-MESSAGE-02', set('message', '')],
  ]),
  fault(
    'validation-wrong-question',
    'SUBMIT-VALIDATION-02 SUBMIT-VALIDATION-03',
    'A validation error names a question of no page.',
    { how: renameQuestions(plus(100_000)) },
  ),
  fault('validation-neighbour', 'SUBMIT-VALIDATION-02', 'A validation error names a neighbouring question.', {
    how: renameQuestions((of, page) => page.questions.find(({ id }) => id !== of)?.id ?? of),
  }),
  fault('validation-repeated', 'SUBMIT-VALIDATION-09', 'A rejected page has its last validation error twice.', {
    how: errorsInstead((errors) => [...errors, ...errors.slice(-1)]),
  }),
  fault(
    'validation-last-named',
    'SUBMIT-VALIDATION-02 SUBMIT-VALIDATION-09',
    'Each validation error of a rejected page is the last one.',
    { how: errorsInstead((errors) => errors.flatMap(() => errors.slice(-1))) },
  ),
  ['validation-empty', 'SUBMIT-VALIDATION-07', 'A rejected page has no errors.', errorsInstead(() => [])],
  fault('correction-rejected', 'SUBMIT-VALIDATION-06', 'A page that was rejected once is never accepted.', {
    how: aroundDecision('judge', (judge, occurs) => {
      const rejected = new WeakMap<object, PageJudgement>();
      return (page, body, walk, survey) => {
        const earlier = rejected.get(walk);
        if (earlier !== undefined) return earlier;
        const judged = judge(page, body, walk, survey);
        if (judged.kind === 'rejected' && occurs()) rejected.set(walk, judged);
        return judged;
      };
    }),
  }),
  fault(
    'no-back-completed-already',
    'STATUS-COMPLETED-01 STATUS-COMPLETED-02',
    'A survey without a way back says at its end that the respondent had finished.',
    {
      how: mutateBody(
        both(hasStatus('survey_complete'), (_draft, { survey }) => survey?.backAllowed === false),
        within('response', set('status', 'already_completed')),
      ),
    },
  ),
  ['complete-as-closed', 'MOVE-COMPLETE-01', 'statuses, with survey_complete', set('status', 'survey_closed')],
  ['complete-in-words', 'STATUS-KNOWN-01', 'statuses, with survey_complete', set('status', 'Survey complete')],
  ['expired-as-closed', 'SUBMIT-EXPIRED-02', 'answers, on submit, session error', says('survey_closed')],
  ['session-expired-at-times', 'TAKE-COOKIE-03', 'bodies, on submit, with a page', isExpired, { everyNth: 200 }],
  fault('unknown-session-resets-all', 'SUBMIT-EXPIRED-04', 'An unknown session sends everybody back to page one.', {
    how: aroundDecision('sessionOf', (sessionOf) => {
      const seen = new Set<Session>();
      return (carried) => {
        if (carried !== undefined) seen.add(carried);
        else for (const session of seen) for (const walk of session.walks) walk.path.length = 1;
        return sessionOf(carried);
      };
    }),
  }),
]);
