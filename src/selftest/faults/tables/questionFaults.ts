import { drop, type Edit, elements, every, replaced, rewrite, said, set } from '../edits.ts';
import { fault, inPlace, inSection } from '../fault.ts';
import { both, from, mutateQuestions, mutateResponse } from '../mutateResponse.ts';
import { editQuestions, isPage, pageOf } from '../responseDraft.ts';

const markFirst: Edit = said((question) => {
  for (const first of elements(question, 'answers').slice(0, 1)) first.selected = true;
}, 'the first answer is selected');
const asList = rewrite(
  'json',
  said((json) => `[${json}]`, 'is an array of one'),
);

/** Question JSON. */
export const questionFaults = inSection('question', [
  ...inPlace('single choices', [
    ['question-type-swapped', 'QUESTION-TYPE-02', set('type', 'M')],
    ['param-prefix-bare', 'QUESTION-FORM-PREFIX-02', rewrite('formParam.paramPrefix', replaced('_', ''))],
  ]),
  ['json-array', 'QUESTION-JSON-01', 'page elements', asList],
  ...inPlace('multiple choices', [
    ['question-text-empty', 'QUESTION-TEXT-02', set('text', '')],
    ['param-prefix-swapped', 'QUESTION-TYPE-02', rewrite('formParam.paramPrefix', replaced('m', 'u'))],
  ]),
  fault('html-without-tags', 'PAGE-QUESTION-HTML-03', 'The html of multiple choices is their text.', {
    how: mutateQuestions(
      (question, element) => set('html', question.text)(element),
      ({ type }) => type === 'M',
    ),
  }),
  fault('html-without-tags-in-some', 'PAGE-QUESTION-HTML-03 PAGE-QUESTION-HTML-04', 'That of some is their text.', {
    how: mutateQuestions(
      (question, element) => set('html', question.text)(element),
      ({ type, id }) => type === 'U' && Number(id) % 2 === 0,
    ),
  }),
  ...inPlace('text questions', [
    ['answer-text-on-text-question', 'QUESTION-ANSWER-TEXT-02', every('answers', set('text', 'Your answer'))],
    ['answer-text-empty', 'QUESTION-ANSWER-TEXT-03', every('answers', set('text', ''))],
    ['param-id-type-swapped', 'KEYS-PREFIX-03', set('formParam.paramIdType', 'questionId')],
    ['other-prefix-on-text', 'QUESTION-FORM-OTHER-01', set('formParam.otherParamPrefix', 't_')],
  ]),
  ['selected-on-take', 'QUESTION-SELECTED-02', 'choices, on take', markFirst],
  ['selected-after-submit', 'QUESTION-SELECTED-02', 'choices, on submit', markFirst],
  fault('take-after-back-marks', 'QUESTION-SELECTED-02', 'Take after going back marks earlier answers.', {
    how: mutateResponse(
      both(from('take'), isPage, (_draft, { walk }) => walk !== undefined && walk.ahead.length > 0),
      (draft, context) => {
        const given = context.walk?.answers.get(pageOf(context));
        editQuestions(draft, (question) => {
          const own = given?.get(Number(question.id));
          if (own === undefined || !('answerIds' in own)) return;
          for (const answer of elements(question, 'answers')) {
            if (own.answerIds.includes(Number(answer.id))) answer.selected = true;
          }
        });
      },
    ),
  }),
  ['param-id-type-unknown', 'QUESTION-FORM-ID-TYPE-01', 'questions', set('formParam.paramIdType', 'id')],
  [
    'other-prefix-another',
    'KEYS-OTHER-01 QUESTION-FORM-OTHER-02',
    'questions with Other',
    set('formParam.otherParamPrefix', 'o_'),
  ],
  ['other-prefix-left-out', 'KEYS-OTHER-01', 'questions with Other', drop('formParam.otherParamPrefix')],
  [
    'other-prefix-on-choices',
    'QUESTION-FORM-OTHER-01 QUESTION-FORM-OTHER-02',
    'choices',
    set('formParam.otherParamPrefix', 't_'),
  ],
]);
