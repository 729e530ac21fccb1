import type { Walk } from '../../respondent/sessions.ts';
import { decide } from '../decisionFaults.ts';
import type { Fault } from '../fault.ts';
import { at, each, editQuestions, isPage, pageOf, parsedMembers } from '../replyDraft.ts';
import { isRejection, spoil, spoilPage, spoilQuestions } from '../replyFaults.ts';

const onceFinal = new WeakSet<Walk>();
const host = 'https://surveys.example';

/** What may go wrong with pages and with the way to them (document, Survey page; Question JSON; Endpoints 1 to 3). */
export const shownPageFaults: readonly Fault[] = [
  spoilPage(
    {
      id: 'final-page-flag-sticks',
      section: 'page',
      description: 'Back from the final page, isFinalPage is still true.',
    },
    (response) => {
      at(response, 'meta').isFinalPage = true;
    },
    ({ body }, { walk }) => {
      const isFinal = at(body, 'response', 'meta').isFinalPage === true;
      if (walk !== undefined && isFinal) onceFinal.add(walk);
      return walk !== undefined && !isFinal && onceFinal.has(walk);
    },
  ),
  spoilPage(
    {
      id: 'one-page-progress-null',
      section: 'page',
      description: 'progressPercentage is null in a survey of one page.',
    },
    (response) => {
      at(response, 'meta').progressPercentage = null;
    },
    (_draft, { survey }) => survey?.pages.length === 1,
  ),
  spoilPage(
    {
      id: 'rejected-page-shows-failing-only',
      section: 'states',
      description: 'A rejected page is shown again without the questions that were answered well.',
    },
    (response) => {
      const failing = each(response, 'validationErrors').map(({ questionId }) => questionId);
      response.questions = each(response, 'questions').filter(({ json }) => failing.includes(parsedMembers(json)?.id));
    },
    isRejection,
  ),
  spoil(
    {
      id: 'take-after-back-marks',
      section: 'question',
      description: 'Take after going back marks the earlier answers as selected.',
    },
    (draft, { endpoint, walk }) => endpoint === 'take' && isPage(draft) && walk !== undefined && walk.ahead.length > 0,
    (draft, context) => {
      const given = context.walk?.answers.get(pageOf(context));
      editQuestions(draft, (question) => {
        const own = given?.get(Number(question.id));
        if (own === undefined || !('answerIds' in own)) return;
        for (const answer of each(question, 'answers')) {
          if (own.answerIds.includes(Number(answer.id))) answer.selected = true;
        }
      });
    },
  ),
  decide(
    {
      id: 'marks-on-first-back-only',
      section: 'previous-page',
      description: 'Going back a second time in a row marks none of the earlier answers.',
    },
    (clean) => {
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
    },
  ),
  spoilQuestions(
    {
      id: 'other-prefix-missing-from-multiple',
      section: 'question',
      description: 'A multiple choice with an Other option has no otherParamPrefix.',
    },
    (question) => delete at(question, 'formParam').otherParamPrefix,
    (question) => question.type === 'M' && 'otherParamPrefix' in at(question, 'formParam'),
  ),
  spoilPage(
    {
      id: 'navigation-absolute',
      section: 'page',
      description: 'The paths of navigation are whole URLs of another host.',
    },
    (response) => {
      const navigation = at(response, 'navigation');
      for (const [name, path] of Object.entries(navigation)) {
        if (typeof path === 'string') navigation[name] = `${host}${path}`;
      }
    },
  ),
  spoil(
    {
      id: 'session-expired-at-times',
      section: 'submit-page',
      description: 'Some submissions of a live session are answered with the session error.',
      everyNth: 200,
    },
    (draft, { endpoint }) => endpoint === 'submit-page' && isPage(draft),
    ({ body }) => {
      delete body.response;
      body.error = { code: 1002, message: 'Session expired. Please load the survey page before submitting.' };
    },
  ),
];
