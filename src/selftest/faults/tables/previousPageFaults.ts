import type { GivenAnswer } from '../../../service/completedResponses.ts';
import type { Walk } from '../../../service/respondent/keptSessions.ts';
import { firstChoices, mapAnswers, markOtherwise, replaceRules } from '../decideOtherwise.ts';
import { at, elements, every, set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import {
  always,
  both,
  type Condition,
  from,
  mutatePage,
  mutateQuestions,
  mutateResponse,
  replaceBody,
  says,
} from '../mutateResponse.ts';
import { editQuestions, isPage, isRejection, isSessionError } from '../responseDraft.ts';
import { anyPage, anyValidationErrors } from './pageFaults.ts';

const hasNoSession: Condition = (_draft, { session }) => session === undefined;
const showsFirst: Condition = ({ body }) => at(body, 'response', 'navigation').previousPageUrl === null;
const back = from('previous-page');
const ofBack = 'pages, on back';
const questionsOfBack = 'questions, on back';
const unmark = every('answers', set('selected', false));

/** Whose answers were refused before. */
const wasRefused = new WeakSet<Walk>();

/** Endpoint 3. */
export const previousPageFaults = inSection('previous-page', [
  ['previous-page-accepted', 'PREVIOUS-HTTP-01', 'answers, on back, with a page', set('httpStatus', 202)],
  ['back-error-ok', 'PREVIOUS-EARLY-01', 'answers, on back, session error', set('httpStatus', 200)],
  ['back-as-complete', 'MOVE-BACK-01', 'answers, on back, with success', says('survey_complete')],
  fault('back-before-submission', 'MOVE-BACK-EARLY-01', 'Back shows the first page before any submission.', {
    how: replaceRules((clean, occurs) => ({
      hasSubmitted: (walk) => clean.hasSubmitted(walk) || occurs(),
      goBack: (walk, survey) => (walk.submissions === 0 ? 'refused' : clean.goBack(walk, survey)),
    })),
  }),
  fault('back-without-session-shows-page', 'PREVIOUS-COOKIE-01', 'previous-page without a session shows a page.', {
    how: replaceBody(both(back, isSessionError, hasNoSession), 200, () => ({ response: anyPage, requestID: 'any' })),
  }),
  fault('back-marks-unanswered', 'PREVIOUS-SELECTED-03', 'Back marks texts and numbers that were never given.', {
    how: mutateResponse(both(back, isPage), (draft, { walk }) => {
      const given = new Set([...(walk?.answers.values() ?? [])].flatMap((answers) => [...answers.keys()]));
      editQuestions(draft, (question) => {
        const isOpen = question.type !== 'U' && question.type !== 'M' && !given.has(Number(question.id));
        if (isOpen) every('answers', set('selected', true))(question);
      });
    }),
  }),
  fault('back-keeps-errors', 'PREVIOUS-SHAPE-01', 'Going back after a refusal has an empty list of errors.', {
    how: mutateResponse(always, (draft, { endpoint, walk }) => {
      if (walk !== undefined && isRejection(draft)) wasRefused.add(walk);
      if (endpoint !== 'previous-page' || !isPage(draft) || walk === undefined || !wasRefused.has(walk)) return;
      at(draft.body, 'response').validationErrors = [];
    }),
  }),
  ['back-loses-answers', 'PREVIOUS-SELECTED-01', 'Going back marks no answer.', markOtherwise(() => new Map())],
  fault('marks-on-first-back-only', 'PREVIOUS-SELECTED-01', 'Going back twice in a row marks no earlier answer.', {
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
  fault('back-marks-another', 'PREVIOUS-SELECTED-01 PREVIOUS-SELECTED-02', 'Going back marks the next answer.', {
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
  fault('back-marks-of-others', 'PREVIOUS-SELECTED-02', 'Going back marks what others chose where nothing was.', {
    how: replaceRules((clean) => {
      const latest = new Map<number, GivenAnswer>();
      return {
        remember: (walk, page, answers) => {
          for (const given of answers.values()) {
            if (!('answerIds' in given)) continue;
            const { kind, questionId, answerIds } = given;
            latest.set(questionId, { kind, questionId, answerIds });
          }
          clean.remember(walk, page, answers);
        },
        marks: (walk, page) => new Map([...latest, ...clean.marks(walk, page)]),
      };
    }),
  }),
  ['back-marks-all', 'PREVIOUS-SELECTED-02', 'choices, on back', every('answers', set('selected', true))],
  fault('back-forgets-further-choices', 'PREVIOUS-SELECTED-01', 'Going back marks one of several choices.', {
    how: markOtherwise(mapAnswers(firstChoices(1))),
  }),
  ['back-with-validation', 'PREVIOUS-SHAPE-01', ofBack, set('validationErrors', anyValidationErrors)],
  ['back-with-redirect', 'PREVIOUS-SHAPE-01', ofBack, set('redirectUrl', 'https://panel.example/')],
  fault('back-first-page-with-url', 'PREVIOUS-FIRST-01', 'Back on the first page, previousPageUrl is a path.', {
    how: mutatePage(set('navigation.previousPageUrl', '/a/api/v2/surveys/1001/previous-page'), both(back, showsFirst)),
  }),
  ['back-marks-lost-between-others', 'PREVIOUS-SELECTED-01', questionsOfBack, unmark, { among: 'others' }],
  ['back-marks-lost-in-crowd', 'PREVIOUS-SELECTED-01', questionsOfBack, unmark, { among: 'crowd' }],
]);
