import type { Status } from '../../../contract/statuses.ts';
import { advanceTo, currentPage, type Walk } from '../../../service/respondent/keptSessions.ts';
import type { NextStep } from '../../../service/respondent/rules.ts';
import type { Survey, SurveyPage } from '../../../service/survey/survey.ts';
import { aroundDecision, completes, decideOtherwise, refuse, replaceRules } from '../decideOtherwise.ts';
import { add, at, type Edit, elements, parsedMembers, said, set } from '../edits.ts';
import { fault, inPlace, inSection } from '../fault.ts';
import type { Injection } from '../injection.ts';
import { both, type Condition, from, mutateBody, mutatePage, mutateResponse, says } from '../mutateResponse.ts';
import { isPage, questionsOf, type ResponseDraft, statusOf } from '../responseDraft.ts';

/** What the status of a survey becomes; where it is none, its pages are shown. */
const otherStates: readonly (readonly [id: string, clause: string, Status, shown?: Status])[] = [
  ['closed-as-paused', 'STATUS-CLOSED-01', 'survey_closed', 'survey_paused'],
  ['paused-as-closed', 'STATUS-PAUSED-01', 'survey_paused', 'survey_closed'],
  ['suspended-as-closed', 'STATUS-SUSPENDED-01', 'survey_suspended', 'survey_closed'],
  ['password-as-closed', 'STATUS-AUTHENTICATION-01', 'authentication_required', 'survey_closed'],
  ['language-as-closed', 'STATUS-LANGUAGE-01', 'language_selection_required', 'survey_closed'],
  ['redirect-as-complete', 'STATUS-REDIRECT-01', 'redirect', 'survey_complete'],
  ['opt-out-as-closed', 'STATUS-OPT-OUT-01', 'survey_opt_out', 'survey_closed'],
  ['error-as-closed', 'STATUS-ERROR-01', 'error', 'survey_closed'],
  ['closed-shown', 'STATUS-CLOSED-01', 'survey_closed'],
  ['paused-shown', 'STATUS-PAUSED-01', 'survey_paused'],
  ['suspended-shown', 'STATUS-SUSPENDED-01', 'survey_suspended'],
  ['password-gate-open', 'STATUS-AUTHENTICATION-01', 'authentication_required'],
  ['language-skipped', 'STATUS-LANGUAGE-01', 'language_selection_required'],
];

const noWayBack: Edit = said((draft) => {
  const { requestID } = (draft as ResponseDraft).body;
  const error = { code: 1002, message: 'No previous page to navigate back to.' };
  Object.assign(draft, { httpStatus: 400, text: JSON.stringify({ error, requestID }) });
}, 'error 400');
const asSuccess: Edit = said((response) => {
  response.status = 'success';
  delete response.validationErrors;
}, 'the status is success');
const failingOnly: Edit = said((response) => {
  const failing = elements(response, 'validationErrors').map(({ questionId }) => questionId);
  response.questions = elements(response, 'questions').filter(({ json }) => failing.includes(parsedMembers(json)?.id));
}, 'failing questions only');

const skipPage = decideOtherwise('next', {
  when: (next, _walk, survey) => next.kind === 'page' && next.page + 1 < survey.pages.length,
  instead: (next) => (next.kind === 'page' ? { kind: 'page', page: next.page + 1 } : next),
});
const samePage = (_next: NextStep, walk: Walk): NextStep => ({ kind: 'page', page: currentPage(walk) });
const firstPage: NextStep = { kind: 'page', page: 0 };

/** Another step, where the documented one is such a one. */
function nextInstead(
  when: (next: NextStep, walk: Walk, survey: Survey) => boolean,
  instead: (next: NextStep, walk: Walk) => NextStep,
): Injection {
  return decideOtherwise('next', { when, instead });
}

const firstQuestion = ({ questions }: SurveyPage): readonly (number | undefined)[] => [questions[0]?.id];
const resumeAtStart = decideOtherwise('pageOnTake', { when: (page) => page > 0, instead: () => 0 });

const resumed = both(from('take'), (_draft, { walk }) => (walk?.submissions ?? 0) > 0);
const isFlaggedFinal: Condition = ({ body }) => at(body, 'response', 'meta').isFinalPage === true;

/** What take showed of each survey to those who began it. */
const firstPages = new WeakMap<Survey, unknown>();
const isAfterOwnEnd: Condition = (draft, { survey, carriesSession }) => {
  if (survey === undefined) return false;
  if (isPage(draft) && !carriesSession) firstPages.set(survey, structuredClone(draft.body.response));
  return statusOf(draft) === 'already_completed' && firstPages.has(survey);
};

/** Those who were told by take that they have finished. */
const toldOfTheEnd = new WeakSet<Walk>();

/** Surveys without a way back that somebody has finished. */
const finished = new WeakSet<Survey>();
const isAfterAnother: Condition = (draft, { survey, endpoint, carriesSession }) => {
  if (survey === undefined || survey.backAllowed) return false;
  if (statusOf(draft) === 'survey_complete') finished.add(survey);
  return endpoint === 'take' && !carriesSession && finished.has(survey);
};

const rotateLabels: Edit = said((question) => {
  const answers = elements(question, 'answers');
  const texts = answers.map(({ text }) => text);
  for (const [index, answer] of answers.entries()) answer.text = texts[(index + 1) % texts.length];
}, 'each answer has the text of the next');

const dropLast: Edit = said((question) => {
  const answers = elements(question, 'answers');
  if (answers.length > 1) question.answers = answers.slice(0, -1);
}, 'the last answer is missing');

/** States and transitions. */
export const stateFaults = inSection('states', [
  ...otherStates.map(([id, clause, gate, shown]) =>
    fault(id, clause, `Where the status is ${gate}, ${shown === undefined ? 'pages are shown' : `it is ${shown}`}.`, {
      how: decideOtherwise('gateOf', { when: (_documented, survey) => survey.gate === gate, instead: () => shown }),
    }),
  ),
  ...inPlace('answers, on submit, with authentication_required', [
    ['password-submit-completes', 'STATUS-AUTHENTICATION-01', says('survey_complete')],
  ]),
  ...inPlace('answers, on submit, with survey_opt_out', [
    ['opted-out-submit-completes', 'STATUS-OPT-OUT-01', says('survey_complete')],
  ]),
  ...inPlace('answers, on submit, with language_selection_required', [
    ['language-submit-completes', 'STATUS-GATE-01', says('survey_complete')],
  ]),
  fault('quota-exceeded', 'STATUS-QUOTA-01', 'A survey whose quota is reached takes more responses.', {
    how: decideOtherwise('quotaIsReached', { when: (reached) => reached, instead: () => false }),
  }),
  fault('begins-by-rejecting', 'MOVE-BEGIN-01', 'The first take shows the first page as if rejected.', {
    how: mutateResponse(
      both(from('take'), isPage, (_draft, { walk }) => walk?.submissions === 0),
      (draft) => {
        const [question] = questionsOf(draft);
        const error = { questionId: question?.id, message: 'This question is required.', answerErrors: null };
        Object.assign(at(draft.body, 'response'), { status: 'validation_errors', validationErrors: [error] });
      },
    ),
  }),
  ['good-answers-refused', 'MOVE-ADVANCE-02', 'Good answers are refused.', refuse(firstQuestion), { everyNth: 10 }],
  ['type-changes-on-back', 'PAGE-AGAIN-02', 'single choices, on back', set('type', 'SINGLE')],
  ['labels-exchanged-on-back', 'PAGE-AGAIN-01', 'choices, on back', rotateLabels],
  ['words-lost-on-resume', 'PAGE-AGAIN-01', 'questions, on take, of a walk that has begun', set('text', '')],
  fault('final-page-lost-on-resume', 'PAGE-AGAIN-01', 'Take shows the final page again as one that is not.', {
    how: mutatePage(set('meta.isFinalPage', false), both(resumed, isFlaggedFinal)),
  }),
  ['final-page-lost-when-rejected', 'PAGE-AGAIN-01', 'pages, rejected, final', set('meta.isFinalPage', false)],
  ['option-lost-when-rejected', 'PAGE-AGAIN-02', 'choices, rejected', dropLast],
  ['page-skipped', 'MOVE-ADVANCE-04', 'Every seventh accepted page leads over the next.', skipPage, { everyNth: 7 }],
  ['page-skipped-in-crowd', 'MOVE-ADVANCE-04', 'A crowd skips pages.', skipPage, { everyNth: 20, among: 'crowd' }],
  fault('page-repeated', 'MOVE-ADVANCE-01 SANITY-LOST-01', 'An accepted page is shown again with status success.', {
    how: nextInstead(({ kind }) => kind === 'page', samePage),
  }),
  fault('complete-early', 'MOVE-ADVANCE-05', 'The survey is complete before its final page.', {
    how: nextInstead(
      (next, _walk, survey) => next.kind === 'page' && next.page === survey.pages.length - 1,
      () => ({ kind: 'status', status: 'survey_complete' }),
    ),
  }),
  ['complete-never', 'MOVE-COMPLETE-01', 'The end is the first page again.', nextInstead(completes, () => firstPage)],
  ['complete-final-again', 'MOVE-COMPLETE-01', 'An accepted final page comes again.', nextInstead(completes, samePage)],
  fault('page-after-completion', 'MOVE-TERMINAL-01', 'A finished survey shows a page again.', {
    how: decideOtherwise('endOf', { when: (ended) => ended === 'survey_complete', instead: () => undefined }),
  }),
  fault('take-starts-again', 'MOVE-TERMINAL-01', 'The second take after the end begins anew, in the same session.', {
    how: mutateResponse(both(from('take'), isAfterOwnEnd), ({ body }, { survey, walk }) => {
      const isTold = walk !== undefined && toldOfTheEnd.has(walk);
      if (walk !== undefined) toldOfTheEnd.add(walk);
      if (isTold) body.response = survey === undefined ? {} : structuredClone(firstPages.get(survey));
    }),
  }),
  fault('completed-before-finish', 'STATUS-COMPLETED-01', 'Take says already_completed in the middle of a walk.', {
    how: decideOtherwise('endOf', {
      when: (ended, walk) => ended === undefined && walk.submissions === 2,
      instead: () => 'already_completed',
    }),
  }),
  fault('completed-for-all', 'STATUS-COMPLETED-02', 'Once somebody has finished, nobody else may begin.', {
    how: mutateBody(isAfterAnother, set('response', { status: 'already_completed' })),
  }),
  ['resume-first-page', 'MOVE-RESUME-01', 'Take with a session shows the first page.', resumeAtStart],
  ['resume-lost-in-crowd', 'MOVE-RESUME-01', 'Take in a crowd shows a first page.', resumeAtStart, { among: 'crowd' }],
  fault('resume-restarts', 'MOVE-RESUME-01', 'Take with a session throws the respondent back to the start.', {
    how: decideOtherwise('pageOnTake', {
      when: (page) => page > 0,
      instead: (_page, walk) => {
        walk.path.splice(1);
        walk.answers.clear();
        return 0;
      },
    }),
  }),
  fault('resume-moves-on', 'MOVE-RESUME-02', 'Take with a session moves the respondent to the next page.', {
    how: decideOtherwise('pageOnTake', {
      when: (page, _walk, survey) => page + 1 < survey.pages.length,
      instead: (page, walk) => {
        walk.path.push(page + 1);
        return page + 1;
      },
    }),
  }),
  fault('validation-moves-on', 'MOVE-REJECT-02', 'A rejected submission moves the respondent on all the same.', {
    how: decideOtherwise('judge', {
      when: (judged, page, _body, _walk, survey) => judged.kind === 'rejected' && page.next < survey.pages.length,
      instead: (judged, page, _body, walk) => {
        advanceTo(walk, page.next);
        return judged;
      },
    }),
  }),
  ['rejected-as-success', 'MOVE-REJECT-01', 'pages, rejected', asSuccess],
  ...inPlace('pages, on take', [
    ['success-as-rejected', 'STATUS-VALIDATION-01', add({ status: 'validation_errors', validationErrors: [] })],
  ]),
  ['rejected-page-shows-failing-only', 'MOVE-REJECT-02', 'pages, rejected', failingOnly],
  fault('second-rejection-gives-way', 'MOVE-REJECT-01', 'Answers that fail validation twice in a row are accepted.', {
    how: aroundDecision('judge', (judge) => {
      const rejected = new WeakSet<Walk>();
      return (page, body, walk, survey) => {
        const judged = judge(page, body, walk, survey);
        const again = rejected.delete(walk);
        if (judged.kind !== 'rejected') return judged;
        if (again) return { kind: 'accepted', answers: judged.answers };
        rejected.add(walk);
        return judged;
      };
    }),
  }),
  fault('first-answers-kept', 'PREVIOUS-SELECTED-01', 'Other answers to an answered page are not stored.', {
    how: aroundDecision(
      'remember',
      (remember) => (walk, page, answers) => walk.answers.has(page) || remember(walk, page, answers),
    ),
  }),
  fault('back-two-pages', 'MOVE-BACK-01', 'Going back leads to the first page from anywhere.', {
    how: decideOtherwise('goBack', {
      when: (page) => typeof page === 'number' && page > 0,
      instead: (_page, walk) => {
        walk.path.splice(1);
        return 0;
      },
    }),
  }),
  fault('back-stays', 'MOVE-BACK-01', 'Going back shows the current page where back is allowed.', {
    how: aroundDecision(
      'goBack',
      (goBack, occurs) => (walk, survey) =>
        survey.backAllowed && walk.path.length > 1 && occurs() ? 'refused' : goBack(walk, survey),
    ),
  }),
  fault('back-only-shown', 'MOVE-BACK-01', 'Going back shows the page before and stays on the later one.', {
    how: aroundDecision('goBack', (goBack, occurs) => (walk, survey) => {
      const left = currentPage(walk);
      const page = goBack(walk, survey);
      if (typeof page === 'number' && occurs()) walk.path.push(left);
      return page;
    }),
  }),
  fault('back-allowed-anyway', 'MOVE-BACK-REFUSED-01', 'A survey that disallows going back goes back.', {
    how: aroundDecision(
      'goBack',
      (goBack, occurs) => (walk, survey) => goBack(walk, occurs() ? { ...survey, backAllowed: true } : survey),
    ),
  }),
  fault('back-allowed-when-repeated', 'MOVE-BACK-REFUSED-01', 'Who is not allowed back is when asking twice.', {
    how: replaceRules((clean, occurs) => {
      const refused = new WeakSet<Walk>();
      return {
        pageOnTake: (walk, ...asked) => {
          refused.delete(walk);
          return clean.pageOnTake(walk, ...asked);
        },
        goBack: (walk, survey) => {
          const isAllowed = refused.has(walk) && occurs();
          if (!survey.backAllowed) refused.add(walk);
          return clean.goBack(walk, isAllowed ? { ...survey, backAllowed: true } : survey);
        },
      };
    }),
  }),
  fault(
    'back-allowed-after-refusal',
    'MOVE-BACK-REFUSED-01',
    'Whose answers were refused gets back where nobody may.',
    {
      how: replaceRules((clean, occurs) => {
        const refused = new WeakSet<Walk>();
        return {
          judge: (page, body, walk, survey) => {
            const judgement = clean.judge(page, body, walk, survey);
            if (judgement.kind === 'rejected') refused.add(walk);
            return judgement;
          },
          goBack: (walk, survey) =>
            clean.goBack(walk, refused.has(walk) && occurs() ? { ...survey, backAllowed: true } : survey),
        };
      }),
    },
  ),
  ['back-refused-with-error', 'MOVE-BACK-REFUSED-01', 'answers, on back, without a way back', noWayBack],
  fault('stuck-after-back', 'MOVE-BACK-02', 'After going back the same page is shown again and again.', {
    how: nextInstead((_next, walk) => walk.ahead.length > 0, samePage),
  }),
]);
