import type { Status } from '../../../contract/statuses.ts';
import type { NextStep } from '../../respondent/rules.ts';
import { advanceTo, currentPage, type Walk } from '../../respondent/sessions.ts';
import type { Survey } from '../../survey/survey.ts';
import { completes, decideOtherwise, refuse, replaceRules } from '../decideOtherwise.ts';
import { add, at, elements, type Members, parsedMembers, set } from '../edits.ts';
import { fault, type Injection, inSection } from '../fault.ts';
import {
  both,
  type Condition,
  from,
  mutateBody,
  mutatePage,
  mutateQuestions,
  mutateResponse,
  replaceBody,
} from '../mutateResponse.ts';
import { hasStatus, isPage, isRejection, questionsOf, statusOf } from '../responseDraft.ts';

const back = from('previous-page');

/** A survey in one state gives the status of another, or shows its pages. */
function inState(gate: Status, shown?: Status): Injection {
  return decideOtherwise('gateOf', { when: (_documented, survey) => survey.gate === gate, instead: () => shown });
}

function completesBehind(gate: Status): Injection {
  return mutateBody(both(from('submit-page'), hasStatus(gate)), set('response', { status: 'survey_complete' }));
}

const staysOn: Condition = (_draft, { survey }) => survey?.backAllowed === false;
const noPrevious = { code: 1002, message: 'No previous page to navigate back to.' };

const skipPage = decideOtherwise('next', {
  when: (next, _walk, survey) => next.kind === 'page' && next.page + 1 < survey.pages.length,
  instead: (next) => (next.kind === 'page' ? { kind: 'page', page: next.page + 1 } : next),
});
const samePage = (_next: NextStep, walk: Walk): NextStep => ({ kind: 'page', page: currentPage(walk) });
const resumeAtStart = decideOtherwise('pageOnTake', { when: (page) => page > 0, instead: () => 0 });

const isChoice = ({ type }: Members): boolean => type === 'U' || type === 'M';
const resumed = both(from('take'), (_draft, { walk }) => (walk?.submissions ?? 0) > 0);
const isFlaggedFinal: Condition = ({ body }) => at(body, 'response', 'meta').isFinalPage === true;

/** What take showed of each survey to those who began it. */
const firstPages = new WeakMap<Survey, unknown>();
const isAfterOwnEnd: Condition = (draft, { survey, carriesSession }) => {
  if (survey === undefined) return false;
  if (isPage(draft) && !carriesSession) firstPages.set(survey, structuredClone(draft.body.response));
  return statusOf(draft) === 'already_completed' && firstPages.has(survey);
};

/** Surveys without a way back that somebody has finished. */
const finished = new WeakSet<Survey>();
const isAfterAnother: Condition = (draft, { survey, endpoint, carriesSession }) => {
  if (survey === undefined || survey.backAllowed) return false;
  if (statusOf(draft) === 'survey_complete') finished.add(survey);
  return endpoint === 'take' && !carriesSession && finished.has(survey);
};

function rotateLabels(question: Members): void {
  const answers = elements(question, 'answers');
  const texts = answers.map(({ text }) => text);
  for (const [index, answer] of answers.entries()) answer.text = texts[(index + 1) % texts.length];
}

function dropLast(question: Members): void {
  question.answers = elements(question, 'answers').slice(0, -1);
}

/** States and transitions. */
export const stateFaults = inSection('states', [
  fault('closed-as-paused', ['STATUS-CLOSED-01'], 'A closed survey says that it is paused.', {
    how: inState('survey_closed', 'survey_paused'),
  }),
  fault('paused-as-closed', ['STATUS-PAUSED-01'], 'A paused survey says that it is closed.', {
    how: inState('survey_paused', 'survey_closed'),
  }),
  fault('suspended-as-closed', ['STATUS-SUSPENDED-01'], 'A survey of a suspended owner says closed.', {
    how: inState('survey_suspended', 'survey_closed'),
  }),
  fault('password-as-closed', ['STATUS-AUTHENTICATION-01'], 'A password gate says closed.', {
    how: inState('authentication_required', 'survey_closed'),
  }),
  fault('language-as-closed', ['STATUS-LANGUAGE-01'], 'A language choice says closed.', {
    how: inState('language_selection_required', 'survey_closed'),
  }),
  fault('redirect-as-complete', ['STATUS-REDIRECT-01'], 'A redirect says survey_complete.', {
    how: inState('redirect', 'survey_complete'),
  }),
  fault('opt-out-as-closed', ['STATUS-OPT-OUT-01'], 'An opt-out says closed.', {
    how: inState('survey_opt_out', 'survey_closed'),
  }),
  fault('error-as-closed', ['STATUS-ERROR-01'], 'An unexpected error says closed.', {
    how: inState('error', 'survey_closed'),
  }),
  fault('closed-shown', ['STATUS-CLOSED-01'], 'A closed survey shows its pages.', { how: inState('survey_closed') }),
  fault('paused-shown', ['STATUS-PAUSED-01'], 'A paused survey shows its pages.', { how: inState('survey_paused') }),
  fault('suspended-shown', ['STATUS-SUSPENDED-01'], 'A survey of a suspended owner shows its pages.', {
    how: inState('survey_suspended'),
  }),
  fault('password-gate-open', ['STATUS-AUTHENTICATION-01'], 'A survey behind a password shows its pages.', {
    how: inState('authentication_required'),
  }),
  fault('password-submit-completes', ['STATUS-AUTHENTICATION-01'], 'Behind a password a submission completes.', {
    how: completesBehind('authentication_required'),
  }),
  fault('opted-out-submit-completes', ['STATUS-OPT-OUT-01'], 'Who has opted out may complete all the same.', {
    how: completesBehind('survey_opt_out'),
  }),
  fault('language-submit-completes', ['STATUS-GATE-01'], 'A submission completes where a language is awaited.', {
    how: completesBehind('language_selection_required'),
  }),
  fault('language-skipped', ['STATUS-LANGUAGE-01'], 'A survey in several languages shows its pages unasked.', {
    how: inState('language_selection_required'),
  }),
  fault('quota-exceeded', ['STATUS-QUOTA-01'], 'A survey whose quota is reached takes more responses.', {
    how: decideOtherwise('quotaIsReached', { when: (reached) => reached, instead: () => false }),
  }),
  fault('begins-by-rejecting', ['MOVE-BEGIN-01'], 'The first take shows the first page as if rejected.', {
    how: mutateResponse(
      both(from('take'), isPage, (_draft, { walk }) => walk?.submissions === 0),
      (draft) => {
        const [question] = questionsOf(draft);
        const error = { questionId: question?.id, message: 'This question is required.', answerErrors: null };
        Object.assign(at(draft.body, 'response'), { status: 'validation_errors', validationErrors: [error] });
      },
    ),
  }),
  fault('good-answers-refused', ['MOVE-ADVANCE-02'], 'One good submission in ten is refused.', {
    how: refuse(({ questions }) => [questions[0]?.id]),
    everyNth: 10,
  }),
  fault('type-changes-on-back', ['PAGE-AGAIN-02'], 'Going back shows choices with another type code.', {
    how: mutateQuestions(set('type', 'SINGLE'), ({ type }) => type === 'U', back),
  }),
  fault('labels-exchanged-on-back', ['PAGE-AGAIN-01'], 'Going back shows the texts of answers with others.', {
    how: mutateQuestions(rotateLabels, isChoice, back),
  }),
  fault('words-lost-on-resume', ['PAGE-AGAIN-01'], 'Take shows questions again without their text.', {
    how: mutateQuestions(set('text', ''), () => true, resumed),
  }),
  fault('final-page-lost-on-resume', ['PAGE-AGAIN-01'], 'Take shows the final page again as one that is not.', {
    how: mutatePage(set('meta.isFinalPage', false), both(resumed, isFlaggedFinal)),
  }),
  fault('final-page-lost-when-rejected', ['PAGE-AGAIN-01'], 'A final page shown again with errors is not final.', {
    how: mutatePage(set('meta.isFinalPage', false), both(isRejection, isFlaggedFinal)),
  }),
  fault('option-lost-when-rejected', ['PAGE-AGAIN-02'], 'A page shown again with errors lacks an answer.', {
    how: mutateQuestions(
      (question) => elements(question, 'answers').length > 1 && dropLast(question),
      isChoice,
      isRejection,
    ),
  }),
  fault('page-skipped', ['MOVE-ADVANCE-04'], 'Every seventh accepted page leads over the next one to the one after.', {
    how: skipPage,
    everyNth: 7,
  }),
  fault('page-skipped-in-crowd', ['MOVE-ADVANCE-04'], 'A page is skipped when many respondents are served at once.', {
    how: skipPage,
    everyNth: 20,
    among: 'crowd',
  }),
  fault(
    'page-repeated',
    ['MOVE-ADVANCE-01', 'SANITY-LOST-01'],
    'An accepted page is shown again with status success.',
    {
      how: decideOtherwise('next', { when: ({ kind }) => kind === 'page', instead: samePage }),
    },
  ),
  fault('complete-early', ['MOVE-ADVANCE-05'], 'The survey is complete before its final page.', {
    how: decideOtherwise('next', {
      when: (next, _walk, survey) => next.kind === 'page' && next.page === survey.pages.length - 1,
      instead: () => ({ kind: 'status', status: 'survey_complete' }),
    }),
  }),
  fault('complete-never', ['MOVE-COMPLETE-01'], 'An accepted final page leads to the first page again.', {
    how: decideOtherwise('next', { when: completes, instead: () => ({ kind: 'page', page: 0 }) }),
  }),
  fault('complete-final-again', ['MOVE-COMPLETE-01'], 'An accepted final page is shown again.', {
    how: decideOtherwise('next', { when: completes, instead: samePage }),
  }),
  fault('page-after-completion', ['MOVE-TERMINAL-01'], 'A finished survey shows a page again.', {
    how: decideOtherwise('endOf', { when: (ended) => ended === 'survey_complete', instead: () => undefined }),
  }),
  fault('take-starts-again', ['MOVE-TERMINAL-01'], 'Take after the end begins the survey anew, in the same session.', {
    how: mutateResponse(both(from('take'), isAfterOwnEnd), ({ body }, { survey }) => {
      body.response = survey === undefined ? {} : structuredClone(firstPages.get(survey));
    }),
  }),
  fault('completed-before-finish', ['STATUS-COMPLETED-01'], 'Take says already_completed in the middle of a walk.', {
    how: decideOtherwise('endOf', {
      when: (ended, walk) => ended === undefined && walk.submissions === 2,
      instead: () => 'already_completed',
    }),
  }),
  fault('completed-for-all', ['STATUS-COMPLETED-02'], 'Once somebody has finished, nobody else may begin.', {
    how: mutateBody(isAfterAnother, set('response', { status: 'already_completed' })),
  }),
  fault('resume-first-page', ['MOVE-RESUME-01'], 'Take with a session shows the first page.', { how: resumeAtStart }),
  fault('resume-lost-in-crowd', ['MOVE-RESUME-01'], 'Take in a crowd forgets where a respondent was.', {
    how: resumeAtStart,
    among: 'crowd',
  }),
  fault('resume-restarts', ['MOVE-RESUME-01'], 'Take with a session throws the respondent back to the start.', {
    how: decideOtherwise('pageOnTake', {
      when: (page) => page > 0,
      instead: (_page, walk) => {
        walk.path.splice(1);
        walk.answers.clear();
        return 0;
      },
    }),
  }),
  fault('resume-moves-on', ['MOVE-RESUME-02'], 'Take with a session moves the respondent to the next page.', {
    how: decideOtherwise('pageOnTake', {
      when: (page, _walk, survey) => page + 1 < survey.pages.length,
      instead: (page, walk) => {
        walk.path.push(page + 1);
        return page + 1;
      },
    }),
  }),
  fault('validation-moves-on', ['MOVE-REJECT-02'], 'A rejected submission moves the respondent on all the same.', {
    how: decideOtherwise('judge', {
      when: (judged, page, _body, _walk, survey) => judged.kind === 'rejected' && page.next < survey.pages.length,
      instead: (judged, page, _body, walk) => {
        advanceTo(walk, page.next);
        return judged;
      },
    }),
  }),
  fault('rejected-as-success', ['MOVE-REJECT-01'], 'A rejected page is re-shown with status success.', {
    how: mutateBody(isRejection, (body) => {
      at(body, 'response').status = 'success';
      delete at(body, 'response').validationErrors;
    }),
  }),
  fault('success-as-rejected', ['STATUS-VALIDATION-01'], 'Take shows its page with status validation_errors.', {
    how: mutatePage(add({ status: 'validation_errors', validationErrors: [] }), from('take')),
  }),
  fault('rejected-page-shows-failing-only', ['MOVE-REJECT-02'], 'A rejected page shows its failing questions only.', {
    how: mutatePage((response) => {
      const failing = elements(response, 'validationErrors').map(({ questionId }) => questionId);
      response.questions = elements(response, 'questions').filter(({ json }) =>
        failing.includes(parsedMembers(json)?.id),
      );
    }, isRejection),
  }),
  fault('second-rejection-gives-way', ['MOVE-REJECT-01'], 'Answers that fail validation twice in a row are accepted.', {
    how: replaceRules((clean) => {
      const rejected = new WeakSet<Walk>();
      return {
        judge: (page, body, walk, survey) => {
          const judged = clean.judge(page, body, walk, survey);
          const again = rejected.delete(walk);
          if (judged.kind !== 'rejected') return judged;
          if (again) return { kind: 'accepted', answers: judged.answers };
          rejected.add(walk);
          return judged;
        },
      };
    }),
  }),
  fault('first-answers-kept', ['PREVIOUS-SELECTED-01'], 'Other answers to an answered page are not stored.', {
    how: replaceRules((clean) => ({
      remember: (walk, page, answers) => walk.answers.has(page) || clean.remember(walk, page, answers),
    })),
  }),
  fault('back-two-pages', ['MOVE-BACK-01'], 'Going back leads to the first page from anywhere.', {
    how: decideOtherwise('goBack', {
      when: (page) => typeof page === 'number' && page > 0,
      instead: (_page, walk) => {
        walk.path.splice(1);
        return 0;
      },
    }),
  }),
  fault('back-stays', ['MOVE-BACK-01'], 'Going back shows the current page where back is allowed.', {
    how: replaceRules((clean, occurs) => ({
      goBack: (walk, survey) =>
        survey.backAllowed && walk.path.length > 1 && occurs() ? 'refused' : clean.goBack(walk, survey),
    })),
  }),
  fault('back-only-shown', ['MOVE-BACK-01'], 'Going back shows the page before and stays on the later one.', {
    how: replaceRules((clean, occurs) => ({
      goBack: (walk, survey) => {
        const left = currentPage(walk);
        const page = clean.goBack(walk, survey);
        if (typeof page === 'number' && occurs()) walk.path.push(left);
        return page;
      },
    })),
  }),
  fault('back-allowed-anyway', ['MOVE-BACK-REFUSED-01'], 'A survey that disallows going back goes back.', {
    how: replaceRules((clean, occurs) => ({
      goBack: (walk, survey) => clean.goBack(walk, occurs() ? { ...survey, backAllowed: true } : survey),
    })),
  }),
  fault('back-refused-with-error', ['MOVE-BACK-REFUSED-01'], 'A survey that disallows going back gives error 400.', {
    how: replaceBody(both(back, isPage, staysOn), 400, ({ requestID }) => ({ error: noPrevious, requestID })),
  }),
  fault('stuck-after-back', ['MOVE-BACK-02'], 'After going back the same page is shown again and again.', {
    how: decideOtherwise('next', { when: (_next, walk) => walk.ahead.length > 0, instead: samePage }),
  }),
]);
