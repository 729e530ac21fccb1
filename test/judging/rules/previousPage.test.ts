import { describe, expect, test } from 'vitest';
import type { Findings } from '../../../src/judging/findings.ts';
import type { Answer } from '../../../src/judging/reading/answer.ts';
import type { QuestionView } from '../../../src/judging/reading/questionView.ts';
import type { ShownPage } from '../../../src/judging/reading/shownPage.ts';
import {
  type Given,
  judgeBackOnFirst,
  judgeBackWithoutSession,
  judgeEarly,
  judgeSelected,
  TypedAnswers,
} from '../../../src/judging/rules/previousPage.ts';
import { tokenOf } from '../../../src/judging/tokens.ts';
import { answerOf, Collected, changed, failing, failingAlone, reread } from '../../support/judging.ts';
import { page, pageAnswer, question, questionWith, serverError, session, shownIn, standard } from '../sampleAnswers.ts';

const url = '/surveys/1001/previous-page';
const back = answerOf('previous-page', url, page);
const refusal = { ...session.error, message: 'No previous page to navigate back to.' };
const refused = (error: object, httpStatus = 400): Answer =>
  answerOf('previous-page', url, { error, requestID: 'r' }, httpStatus);
const other = (body: object, httpStatus: number): Answer => answerOf('previous-page', url, body, httpStatus);
const withMember = (member: string, value: unknown): Answer =>
  answerOf('previous-page', url, changed(page, `response.${member}`, value));
const errors = [{ questionId: 101, message: 'Missing.', answerErrors: null }];

const rows: readonly (readonly [what: string, answer: Answer, ...clauses: string[]])[] = [
  ['a page', back],
  ['a page with HTTP 201', reread(back, { httpStatus: 201 }), 'PREVIOUS-HTTP-01'],
  ['a page with redirectUrl null', withMember('redirectUrl', null)],
  ['a page that redirects', withMember('redirectUrl', '/x'), 'PAGE-REDIRECT-02', 'PREVIOUS-SHAPE-01'],
  ['a page with errors', withMember('validationErrors', errors), 'PAGE-VALIDATION-02', 'PREVIOUS-SHAPE-01'],
  ['a status that is none', withMember('status', 'back'), 'PREVIOUS-SHAPE-01', 'STATUS-KNOWN-01'],
  ['a redirect that does not say where to', other({ response: { status: 'redirect' }, requestID: 'r' }, 200)],
  [
    'a redirect in words',
    other({ response: { status: 'redirect', redirectUrl: 'go on there' }, requestID: 'r' }, 200),
    'PAGE-REDIRECT-01',
  ],
  ['a refusal', refused(refusal)],
];

test.each(rows.map(([what, answer, ...clauses]) => ({ what, answer, clauses })))(
  'going back gives $what',
  ({ answer, clauses }) => expect(failingAlone(answer)).toEqual(clauses),
);

test.each([
  ['the session error', refused(refusal)],
  ['the standard error', other(standard, 400)],
  ['HTTP 401', refused(refusal, 401), 'PREVIOUS-EARLY-01'],
  ['another code', refused({ ...refusal, code: 1003 }), 'PREVIOUS-EARLY-02'],
  ['an error in its own form', other({ message: 'No' }, 400), 'PREVIOUS-EARLY-02'],
  ['other words', refused({ ...refusal, message: 'No.' }), 'PREVIOUS-EARLY-03'],
  ['a page', back, 'PREVIOUS-EARLY-01', 'PREVIOUS-EARLY-02'],
  ['the documented 500', other(serverError, 500), 'PREVIOUS-EARLY-01'],
] as const)('going back too early gives %s', (_, answer, ...clauses) => {
  expect(failing((findings) => judgeEarly(findings, answer))).toEqual(clauses);
});

test.each([
  ['an error', refused(refusal)],
  ['a page', back, 'PREVIOUS-COOKIE-01'],
] as const)('going back without a session gives %s', (_, answer, ...clauses) => {
  expect(failing((findings) => judgeBackWithoutSession(findings, answer, 'none'))).toEqual(clauses);
});

test('back on the first page there is no way back', () => {
  const judged = (previousPageUrl: string | null): readonly string[] => {
    const shown = shownIn(pageAnswer([1], { 'response.navigation.previousPageUrl': previousPageUrl }));
    return failing((findings) => judgeBackOnFirst(findings, shown));
  };
  expect(judged(null)).toEqual([]);
  expect(judged('/back')).toEqual(['PREVIOUS-FIRST-01']);
});

describe('what is marked on the way back', () => {
  const options = (...marked: readonly number[]): object => ({
    answers: [1011, 1012, 1013].map((id) => ({ id, text: `Option ${id}`, selected: marked.includes(id) })),
  });
  const single = (...marked: readonly number[]): QuestionView => questionWith(options(...marked));
  const multiple = (...marked: readonly number[]): QuestionView =>
    questionWith({ ...options(...marked), type: 'M', formParam: { paramPrefix: 'm_', paramIdType: 'questionId' } });
  const typed = (prefix: string, value: string, selected = false, type = 'text'): QuestionView =>
    questionWith(
      {
        ...{ type: 'X', answers: [{ id: 1011, selected }] },
        formParam: { paramPrefix: prefix, paramIdType: 'answerId' },
      },
      `<input type="${type}" name="${prefix}1011" value="${value}">`,
    );
  const [own, another] = [tokenOf('abcdefgh', 1), tokenOf('abcdefgh', 2)];

  const cases: readonly (readonly [what: string, question: QuestionView, given: Given, ...clauses: string[]])[] = [
    ['the option', single(1011), { u_101: '1011' }],
    ['no option of none', single(), {}],
    ['no option', single(), { u_101: '1011' }, 'PREVIOUS-SELECTED-01'],
    ['another option', single(1012), { u_101: '1011' }, 'PREVIOUS-SELECTED-01', 'PREVIOUS-SELECTED-02'],
    ['an option of none', single(1012), {}, 'PREVIOUS-SELECTED-02'],
    ['both options', multiple(1011, 1012), { m_101: ['1011', '1012'] }],
    ['one option of two', multiple(1011), { m_101: ['1011', '1012'] }, 'PREVIOUS-SELECTED-01'],
    ['three options of two', multiple(1011, 1012, 1013), { m_101: ['1011', '1012'] }, 'PREVIOUS-SELECTED-02'],
    ['no text of none', typed('t_', ''), {}],
    ['a text of none', typed('t_', '', true), {}, 'PREVIOUS-SELECTED-03'],
    ['a rank of none', typed('r_', '', true), {}, 'PREVIOUS-SELECTED-03'],
    ['the text', typed('t_', own), { t_1011: own }],
    ['no text', typed('t_', ''), { t_1011: own }, 'PREVIOUS-TYPED-02'],
    ['a mark in place of the text', typed('t_', '', true), { t_1011: own }],
    ['the text in an input of another name', typed('x_', own), { t_1011: own }],
    ['a prompt', typed('t_', 'Your words'), { t_1011: own }],
    ['another text', typed('t_', another), { t_1011: own }, 'PREVIOUS-TEXT-01'],
    ['the number', typed('r_', '02', false, 'number'), { r_1011: '2' }],
    ['another number', typed('r_', '3', false, 'number'), { r_1011: '2' }, 'PREVIOUS-TYPED-01'],
    ['a number that nobody typed', typed('r_', '3', false, 'hidden'), { r_1011: '2' }],
    ['another day', typed('dt_cal_', '2026-03-08', false, 'date'), { dt_cal_1011: '2026-03-07' }, 'PREVIOUS-TYPED-01'],
    ['a day in words', typed('dt_cal_', '7 March'), { dt_cal_1011: '2026-03-07' }],
  ];
  const pageOf = (...questions: readonly QuestionView[]): ShownPage => ({ ...shownIn(pageAnswer([])), questions });
  const shownWhole = (question: QuestionView): ShownPage => {
    const texts = { html: question.html, json: question.json, parsed: {}, repeats: false };
    return { ...pageOf(question), elements: [{ question, ...texts }] };
  };
  const text = (value: string): QuestionView => typed('t_', value);
  const rank = (value: string, { id = 102, selected = false, type = 'number' } = {}): QuestionView =>
    questionWith(
      { id, answers: [{ id: id * 10 + 1, selected }], formParam: { paramPrefix: 'r_', paramIdType: 'answerId' } },
      `<input type="${type}" name="r_${id}1" value="${value}">`,
    );
  const other = { id: 103 };
  test.each([
    ['all of what was typed', [text(own), rank('2'), rank('1', other)]],
    ['nothing of it', [text(''), rank(''), rank('', other)]],
    ['a mark in place of a rank', [text(own), rank('', { selected: true }), rank('1', other)]],
    ['a text and no rank', [text(own), rank(''), rank('', other)]],
    ['one rank of two', [text(''), rank('2'), rank('', other)], 'PREVIOUS-TYPED-03'],
  ] as const)('%s comes back', (_, after, ...clauses) => {
    const before = pageOf(text(''), rank(''), rank('', other));
    const given = { t_1011: own, r_1021: '2', r_1031: '1' };
    const judged = failing((findings) => new TypedAnswers().cameBack(findings, pageOf(...after), before, given));
    expect(judged).toEqual(clauses);
  });

  test('of two ranks one comes back: they do not all, and yet something does', () => {
    const ranks = questionWith(
      { answers: [{ id: 1011 }, { id: 1012 }], formParam: { paramPrefix: 'r_', paramIdType: 'answerId' } },
      '<input type="number" name="r_1011" value="2"><input type="number" name="r_1012" value="">',
    );
    const findings = new Collected();
    judgeSelected(findings, shownWhole(ranks), { r_1011: '2', r_1012: '1' });
    expect(findings.observed).toContainEqual(['Q-BACK-OTHER-KINDS', 'absent']);
    expect(findings.failed).toEqual([]);
  });

  test('a rank that was lost is told once another comes back, a password never', () => {
    const typedAnswers = new TypedAnswers();
    const cameBack = (after: QuestionView, before: QuestionView, given: Given) =>
      failing((findings) => typedAnswers.cameBack(findings, pageOf(after), pageOf(before), given));
    const secret = rank('', { type: 'password' });
    expect(cameBack(secret, secret, { r_1021: '1' })).toEqual([]);
    expect(cameBack(text(own), text(''), { t_1011: own })).toEqual([]);
    expect(cameBack(rank('1', other), rank('', other), { r_1031: '1' })).toEqual([]);
    expect(cameBack(rank(''), rank(''), { r_1021: '1' })).toEqual(['PREVIOUS-TYPED-03']);
  });

  test.each(cases.map(([what, question, given, ...clauses]) => ({ what, question, given, clauses })))(
    '$what',
    ({ question, given, clauses }) => {
      expect(failing((findings) => judgeSelected(findings, shownWhole(question), given))).toEqual(clauses);
    },
  );
});

test.each([
  ['nothing', {}, 'where a question was left out'],
  ['its first option', { u_101: '1011' }, 'where the first answer was chosen'],
  ['its last option', { u_101: '1012' }, 'where the last answer was chosen'],
  [
    'words of an Other option',
    { u_101: '1012', t_1012: 'x' },
    'where an “Other” option was chosen',
    'where the last answer was chosen',
  ],
])('how a choice that was answered with %s is shown again may be a matter of that', (_, given, ...features) => {
  class Heard extends Collected {
    readonly features: (readonly string[])[] = [];
    override ofQuestion(...[, , told = []]: Parameters<Findings['ofQuestion']>): void {
      this.features.push(told);
    }
  }
  const json = { ...question, formParam: { ...question.formParam, otherParamPrefix: 't_' } };
  const shown = pageAnswer([], { 'response.questions': [{ html: '', json: JSON.stringify(json) }] }, 'previous-page');
  const heard = new Heard();
  judgeSelected(heard, shownIn(shown), given);
  expect(heard.features[0]).toEqual(features);
});
