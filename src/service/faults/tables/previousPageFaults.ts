import type { Walk } from '../../respondent/sessions.ts';
import { firstChoices, mapAnswers, markOtherwise, replaceRules } from '../decideOtherwise.ts';
import { at, elements, every, set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import {
  both,
  type Condition,
  from,
  mutatePage,
  mutateQuestions,
  mutateResponse,
  replaceBody,
  sendAs,
  sessionError,
  statusAlone,
} from '../mutateResponse.ts';
import { editQuestions, hasStatus, isPage, isSessionError } from '../responseDraft.ts';
import { anyPage, anyValidationErrors } from './pageFaults.ts';

const hasNoSession: Condition = (_draft, { session }) => session === undefined;
const showsFirst: Condition = ({ body }) => at(body, 'response', 'navigation').previousPageUrl === null;
const back = from('previous-page');
const unmark = mutateQuestions(every('answers', set('selected', false)), () => true, back);

/** Endpoint 3. */
export const previousPageFaults = inSection('previous-page', [
  fault('previous-page-accepted', ['PREVIOUS-HTTP-01'], 'Going back is answered with HTTP 202.', {
    how: sendAs(both(back, isPage), { httpStatus: 202 }),
  }),
  fault('back-error-ok', ['PREVIOUS-EARLY-01'], 'The error of previous-page comes with HTTP 200.', {
    how: sendAs(sessionError('previous-page'), { httpStatus: 200 }),
  }),
  fault('back-as-complete', ['MOVE-BACK-01'], 'Going back gives survey_complete.', {
    how: replaceBody(both(back, hasStatus('success')), 200, statusAlone('survey_complete')),
  }),
  fault('back-before-submission', ['MOVE-BACK-EARLY-01'], 'Back shows the first page before any submission.', {
    how: replaceRules((clean, occurs) => ({
      hasSubmitted: (walk) => clean.hasSubmitted(walk) || occurs(),
      goBack: (walk, survey) => (walk.submissions === 0 ? 'refused' : clean.goBack(walk, survey)),
    })),
  }),
  fault('back-without-session-shows-page', ['PREVIOUS-COOKIE-01'], 'previous-page without a session shows a page.', {
    how: replaceBody(both(back, isSessionError, hasNoSession), 200, () => ({ response: anyPage, requestID: 'any' })),
  }),
  fault(
    'back-marks-unanswered',
    ['PREVIOUS-SELECTED-03'],
    'Going back marks texts and numbers that were never given.',
    {
      how: mutateResponse(both(back, isPage), (draft, { walk }) => {
        const given = new Set([...(walk?.answers.values() ?? [])].flatMap((answers) => [...answers.keys()]));
        editQuestions(draft, (question) => {
          const isOpen = question.type !== 'U' && question.type !== 'M' && !given.has(Number(question.id));
          if (isOpen) every('answers', set('selected', true))(question);
        });
      }),
    },
  ),
  fault('back-loses-answers', ['PREVIOUS-SELECTED-01'], 'Going back marks none of the earlier answers.', {
    how: markOtherwise(() => new Map()),
  }),
  fault('marks-on-first-back-only', ['PREVIOUS-SELECTED-01'], 'Going back twice in a row marks no earlier answer.', {
    how: replaceRules((clean) => {
      const steps = new WeakMap<Walk, number>();
      return {
        next: (walk, survey, answers) => {
          steps.delete(walk);
          return clean.next(walk, survey, answers);
        },
        goBack: (walk, survey) => {
          steps.set(walk, (steps.get(walk) ?? 0) + 1);
          return clean.goBack(walk, survey);
        },
        marks: (walk, page) => ((steps.get(walk) ?? 0) > 1 ? new Map() : clean.marks(walk, page)),
      };
    }),
  }),
  fault('back-marks-another', ['PREVIOUS-SELECTED-01', 'PREVIOUS-SELECTED-02'], 'Going back marks the next answer.', {
    how: mutateQuestions(
      (question) => {
        const answers = elements(question, 'answers');
        const selected = answers.map((answer) => answer.selected === true);
        for (const [index, answer] of answers.entries()) answer.selected = selected.at(index - 1);
      },
      (question) => elements(question, 'answers').some(({ selected }) => selected === true),
      back,
    ),
  }),
  fault('back-marks-all', ['PREVIOUS-SELECTED-02'], 'Going back marks every answer of a question.', {
    how: mutateQuestions(every('answers', set('selected', true)), ({ type }) => type === 'U' || type === 'M', back),
  }),
  fault('back-forgets-further-choices', ['PREVIOUS-SELECTED-01'], 'Going back marks one of several choices.', {
    how: markOtherwise(mapAnswers(firstChoices(1))),
  }),
  fault('back-with-validation', ['PREVIOUS-SHAPE-01'], 'previous-page carries validationErrors.', {
    how: mutatePage(set('validationErrors', anyValidationErrors), back),
  }),
  fault('back-with-redirect', ['PREVIOUS-SHAPE-01'], 'previous-page carries redirectUrl.', {
    how: mutatePage(set('redirectUrl', 'https://panel.example/'), back),
  }),
  fault('back-first-page-with-url', ['PREVIOUS-FIRST-01'], 'Back on the first page, previousPageUrl is a path.', {
    how: mutatePage(set('navigation.previousPageUrl', '/a/api/v2/surveys/1001/previous-page'), both(back, showsFirst)),
  }),
  fault('back-marks-lost-between-others', ['PREVIOUS-SELECTED-01'], 'Going back among others marks nothing.', {
    how: unmark,
    among: 'others',
  }),
  fault('back-marks-lost-in-crowd', ['PREVIOUS-SELECTED-01'], 'Going back in a crowd marks nothing.', {
    how: unmark,
    among: 'crowd',
  }),
]);
