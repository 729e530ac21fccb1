import { at, convertText, drop, type Edit, elements, every, type Members, replaced, set } from '../edits.ts';
import { fault, type Injection, inSection } from '../fault.ts';
import { both, from, mutatePage, mutateQuestions, mutateResponse } from '../mutateResponse.ts';
import { editQuestions, isPage, pageOf } from '../responseDraft.ts';

type Where = (question: Members) => boolean;

function isType(...types: readonly string[]): Where {
  return ({ type }) => types.includes(String(type));
}

const asList = convertText('json', (json) => `[${json}]`);
const isChoice = isType('U', 'M');
const hasOther: Where = (question) => 'otherParamPrefix' in at(question, 'formParam');

function mutateAnswers(edit: Edit, where?: Where): Injection {
  return mutateQuestions(every('answers', edit), where);
}

const markFirst: Edit = (question) => {
  for (const first of elements(question, 'answers').slice(0, 1)) first.selected = true;
};

/** Question JSON. */
export const questionFaults = inSection('question', [
  fault('question-type-swapped', ['QUESTION-TYPE-02'], 'Single choices say that they are multiple ones.', {
    how: mutateQuestions(set('type', 'M'), isType('U')),
  }),
  fault('json-array', ['QUESTION-JSON-01'], 'The json of a question is an array of one.', {
    how: mutatePage(every('questions', asList)),
  }),
  fault('question-text-empty', ['QUESTION-TEXT-02'], 'Multiple choices have an empty text.', {
    how: mutateQuestions(set('text', ''), isType('M')),
  }),
  fault('html-without-tags', ['PAGE-QUESTION-HTML-03'], 'The html of multiple choices is their text.', {
    how: mutateQuestions((question, element) => set('html', question.text)(element), isType('M')),
  }),
  fault('answer-text-on-text-question', ['QUESTION-ANSWER-TEXT-02'], 'The answers of a text question have a text.', {
    how: mutateAnswers(set('text', 'Your answer'), isType('T')),
  }),
  fault('answer-text-empty', ['QUESTION-ANSWER-TEXT-03'], 'The answers of a text question have an empty text.', {
    how: mutateAnswers(set('text', ''), isType('T')),
  }),
  fault('selected-on-take', ['QUESTION-SELECTED-02'], 'Take marks an answer as selected.', {
    how: mutateQuestions(markFirst, isChoice, from('take')),
  }),
  fault('selected-after-submit', ['QUESTION-SELECTED-02'], 'The next page marks an answer as selected.', {
    how: mutateQuestions(markFirst, isChoice, from('submit-page')),
  }),
  fault('take-after-back-marks', ['QUESTION-SELECTED-02'], 'Take after going back marks earlier answers.', {
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
  fault('param-prefix-swapped', ['QUESTION-TYPE-02'], 'Multiple choices carry the prefix of single ones.', {
    how: mutateQuestions(convertText('formParam.paramPrefix', replaced('m', 'u')), isType('M')),
  }),
  fault('param-prefix-bare', ['QUESTION-FORM-PREFIX-02'], 'The prefixes of single choices lack their underscore.', {
    how: mutateQuestions(convertText('formParam.paramPrefix', replaced('_', '')), isType('U')),
  }),
  fault('param-id-type-unknown', ['QUESTION-FORM-ID-TYPE-01'], 'paramIdType is no documented value.', {
    how: mutateQuestions(set('formParam.paramIdType', 'id')),
  }),
  fault('param-id-type-swapped', ['KEYS-PREFIX-03'], 'Text questions say that their key takes the question id.', {
    how: mutateQuestions(set('formParam.paramIdType', 'questionId'), isType('T')),
  }),
  fault('other-prefix-another', ['KEYS-OTHER-01'], 'otherParamPrefix is another one than that of texts.', {
    how: mutateQuestions(set('formParam.otherParamPrefix', 'o_'), hasOther),
  }),
  fault('other-prefix-left-out', ['KEYS-OTHER-01'], 'Questions with an Other option have no otherParamPrefix.', {
    how: mutateQuestions(drop('formParam.otherParamPrefix'), hasOther),
  }),
  fault('other-prefix-on-choices', ['QUESTION-FORM-OTHER-01'], 'Every choice has an otherParamPrefix.', {
    how: mutateQuestions(set('formParam.otherParamPrefix', 't_'), isChoice),
  }),
  fault('other-prefix-on-text', ['QUESTION-FORM-OTHER-01'], 'Text questions have an otherParamPrefix.', {
    how: mutateQuestions(set('formParam.otherParamPrefix', 't_'), isType('T')),
  }),
]);
