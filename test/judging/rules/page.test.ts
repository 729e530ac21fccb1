import { describe, expect, test } from 'vitest';
import { judgeExchange } from '../../../src/judging/exchangeJudge.ts';
import type { Answer } from '../../../src/judging/reading/answer.ts';
import { judgeFirstPage, judgeThanks } from '../../../src/judging/rules/page.ts';
import {
  absent,
  answerOf,
  Collected,
  changed,
  failing,
  failingAlone,
  flowCircumstances,
} from '../../support/judging.ts';
import { page, pageAnswer, path, question, rejected, shownIn } from '../sampleAnswers.ts';

/** A page whose only question has this markup, and its JSON with changes. */
function asked(html: string, changes: object = {}): object {
  return changed(page, 'response.questions', [{ html, json: JSON.stringify({ ...question, ...changes }) }]);
}

const text = { type: 'T', answers: [{ id: 1011 }], formParam: { paramPrefix: 't_', paramIdType: 'answerId' } };
const form = (changes: object): object => ({ formParam: { ...question.formParam, ...changes } });
const selected = [{ id: 1011, text: 'One', selected: true }];
const redirect = { response: { status: 'redirect', redirectUrl: 'https://example.org/next' }, requestID: 'r' };
const full = { response: { status: 'quota_full' }, requestID: 'r' };
const complete = { response: { status: 'survey_complete', redirectUrl: '/thanks' }, requestID: 'r' };
const errors = [{ questionId: 101, message: 'Missing.', answerErrors: null }];

const rows: readonly (readonly [what: string, body: object, ...clauses: string[]])[] = [
  ['a page', page],
  ['validationErrors on a page', changed(page, 'response.validationErrors', errors), 'PAGE-VALIDATION-02'],
  ['a redirect', redirect],
  ['a redirect to nowhere', changed(redirect, 'response.redirectUrl', 'undefined'), 'PAGE-REDIRECT-01'],
  ['a redirect in words', changed(redirect, 'response.redirectUrl', 'go on there'), 'PAGE-REDIRECT-01'],
  ['a completion', complete],
  ['a completion that leads to a number', changed(complete, 'response.redirectUrl', 7), 'PAGE-REDIRECT-03'],
  ['a style sheet', changed(page, 'response.themeConfig.cssUrls', ['/a.css'])],
  ['a style sheet that is none', changed(page, 'response.themeConfig.cssUrls', ['none']), 'PAGE-THEME-URL-01'],
  ['a script in words', changed(page, 'response.themeConfig.jsUrls', ['no scripts here']), 'PAGE-THEME-URL-01'],
  ['the way back', changed(page, 'response.navigation.previousPageUrl', `${path}/previous-page`)],
  ['another way back', changed(page, 'response.navigation.previousPageUrl', `${path}/take`), 'PAGE-PREVIOUS-URL-01'],
  ['progress as shares add up', changed(page, 'response.meta.progressPercentage', 100.00000000000001)],
  ['progress as shares add up in single precision', changed(page, 'response.meta.progressPercentage', 100.00001)],
  ['progress as what is left of it', changed(page, 'response.meta.progressPercentage', -1.4e-14)],
  ['progress above 100', changed(page, 'response.meta.progressPercentage', 100.1), 'PAGE-PROGRESS-RANGE-01'],
  ['progress below 0', changed(page, 'response.meta.progressPercentage', -1), 'PAGE-PROGRESS-RANGE-01'],
  ['a status without a page', full],
  ['more beside such a status', changed(full, 'response.meta', { isFinalPage: false }), 'PAGE-NO-PAGE-01'],
  ['more beside the response of such a status', changed(full, 'more', 1), 'PAGE-NO-PAGE-01'],
  ['questions beside it', changed(full, 'response.questions', [1]), 'PAGE-NO-PAGE-01', 'PAGE-NO-PAGE-02'],
  ['no questions beside it', changed(full, 'response.questions', [])],
  ['no markup', asked('')],
  ['a word in place of markup', asked('undefined'), 'PAGE-QUESTION-HTML-02'],
  ['a bare text in place of markup', asked('Which one?'), 'PAGE-QUESTION-HTML-03'],
  ['a question without a text', asked('', { text: ' ' }), 'QUESTION-TEXT-02'],
  ['own inputs', asked('<input name="u_101"><input name="m_1012">')],
  ['inputs of another question', asked('<input name="u_102">'), 'KEYS-HTML-01'],
  ['a list of questions in one', changed(page, 'response.questions', [{ html: '', json: '[]' }]), 'QUESTION-JSON-01'],
  ['a choice without a text', asked('', { answers: [{ id: 1 }] }), 'QUESTION-ANSWER-TEXT-01'],
  ['a text question', asked('', text)],
  ['a text question with choices', asked('', { ...text, answers: question.answers }), 'QUESTION-ANSWER-TEXT-02'],
  [
    'a text question with an empty text',
    asked('', { ...text, answers: [{ id: 1, text: '' }] }),
    'QUESTION-ANSWER-TEXT-03',
  ],
  ['a prefix without underscore', asked('', form({ paramPrefix: 'u' })), 'QUESTION-FORM-PREFIX-02'],
  ['an Other option', asked('', form({ otherParamPrefix: 't_' }))],
  ['an Other option that is a number', asked('', form({ otherParamPrefix: 7 })), 'QUESTION-FORM-OTHER-01'],
  [
    'an Other option of a text',
    asked('', { ...text, formParam: { ...text.formParam, otherParamPrefix: 't_' } }),
    'QUESTION-FORM-OTHER-01',
  ],
  ['words under another key', asked('', form({ otherParamPrefix: 'o_' })), 'KEYS-OTHER-01'],
  ['a choice with the prefix of texts', asked('', form({ paramPrefix: 't_' })), 'QUESTION-TYPE-02'],
  ['a single choice by answers', asked('', form({ paramIdType: 'answerId' })), 'KEYS-PREFIX-01'],
  [
    'a multiple choice by answers',
    asked('', { type: 'M', ...form({ paramPrefix: 'm_', paramIdType: 'answerId' }) }),
    'KEYS-PREFIX-02',
  ],
  ['a text by its question', asked('', { ...text, ...form({ paramPrefix: 't_' }) }), 'KEYS-PREFIX-03'],
  ['an answer that is selected', asked('', { answers: selected }), 'QUESTION-SELECTED-02'],
  [
    'two questions of one id',
    changed(page, 'response.questions', [...page.response.questions, ...page.response.questions]),
    'QUESTION-UNIQUE-01',
  ],
];

test.each(rows.map(([what, body, ...clauses]) => ({ what, body, clauses })))('$what', ({ body, clauses }) => {
  expect(failingAlone(answerOf('take', '/surveys/1001/take', body))).toEqual(clauses);
});

test.each([
  ['the key alone', {}, 1],
  ['key and words', { otherParamPrefix: 't_' }, 2],
  ['the key, where none is told for words', { otherParamPrefix: null }, 1],
  ['the key, where that for words is empty', { otherParamPrefix: '' }, 1],
  ['neither, where that of the key is empty', { paramPrefix: '' }, 0],
])('the underscore of a prefix is looked at for %s', (_, changes, times) => {
  const findings = new Collected();
  judgeExchange(findings, answerOf('take', '/surveys/1001/take', asked('', form(changes))), flowCircumstances);
  expect(findings.passed.filter((clause) => clause === 'QUESTION-FORM-PREFIX-02')).toHaveLength(times);
});

test.each([
  ['null', null],
  ['a text', 'Choose one.'],
  ['an object', { 1011: 'Choose it.' }],
  ['a number', 7, 'PAGE-VALIDATION-ANSWERS-01'],
  ['a flag', true, 'PAGE-VALIDATION-ANSWERS-01'],
  ['absent', absent, 'PAGE-VALIDATION-ANSWERS-01'],
])('answerErrors that are %s', (_, detail, ...clauses) => {
  const body = changed(rejected, 'response.validationErrors.0.answerErrors', detail);
  expect(failingAlone(answerOf('submit-page', '/surveys/1001/submit-page', body))).toEqual(clauses);
});

test.each([
  ['no object', 'Missing.'],
  ['no question', { message: 'Missing.', answerErrors: null }],
])('of validation errors one that is or names %s is of no question', (_, error) => {
  const body = changed(rejected, 'response.validationErrors.1', error);
  const { page: shown } = answerOf('submit-page', '/surveys/1001/submit-page', body);
  expect(shown?.rejections.map(({ questionId }) => questionId)).toEqual([101]);
});

test.each([
  ['no message', '', null, ['PAGE-VALIDATION-MESSAGE-02']],
  ['a blank message', ' ', null, ['PAGE-VALIDATION-MESSAGE-02']],
  ['its words in the detail', '', { 1011: 'Choose it.' }, []],
])('a validation error with %s', (_, message, detail, clauses) => {
  const silent = changed(rejected, 'response.validationErrors.0.message', message);
  const body = changed(silent, 'response.validationErrors.0.answerErrors', detail);
  expect(failingAlone(answerOf('submit-page', '/surveys/1001/submit-page', body))).toEqual(clauses);
});

describe('the way back', () => {
  const judged = (previousPageUrl: string | null, isFirst: boolean, mayGoBack?: boolean): readonly string[] => {
    const answer: Answer = pageAnswer([1], { 'response.navigation.previousPageUrl': previousPageUrl });
    return failing((findings) => judgeFirstPage(findings, shownIn(answer), isFirst, mayGoBack));
  };
  test('is null on the first page', () => {
    expect(judged(null, true)).toEqual([]);
    expect(judged('/back', true)).toEqual(['PAGE-PREVIOUS-NULL-01']);
  });
  test('is shown on the others, where going back is allowed', () => {
    expect(judged('/back', false)).toEqual([]);
    expect(judged(null, false)).toEqual(['PAGE-PREVIOUS-URL-01']);
    expect(judged(null, false, false)).toEqual([]);
  });
});

test.each([
  ['a URL each time', ['/thanks', '/thanks']],
  ['null each time', [null, null]],
  ['nothing at times', ['/thanks', undefined]],
  ['null at times', [null, '/thanks', null], 'PAGE-REDIRECT-04'],
])('ends of a survey that lead to %s', (_, urls, ...clauses) => {
  const thanked = new Set<number | string>();
  const ends = urls.map((url) => answerOf('submit-page', path, changed(complete, 'response.redirectUrl', url)));
  const judge = (surveyId: number) =>
    failing((findings) => {
      for (const end of ends) judgeThanks(findings, end, surveyId, thanked);
    });
  expect(judge(1001)).toEqual(clauses);
});
