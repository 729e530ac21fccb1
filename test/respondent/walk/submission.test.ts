import { expect, test } from 'vitest';
import { QuestionReader } from '../../../src/judging/reading/questionReader.ts';
import { pageIn, type ShownPage } from '../../../src/judging/reading/shownPage.ts';
import { fitsPage, submissionOf } from '../../../src/respondent/walk/submission.ts';
import { SurveyFacts } from '../../../src/respondent/walk/surveyFacts.ts';

/** Two choices, the second with an Other option, and a text; the first choice is known to be required. */
const questions = [
  ['u_', 'questionId', {}],
  ['u_', 'questionId', { otherParamPrefix: 't_' }],
  ['t_', 'answerId', {}],
].map(([paramPrefix, paramIdType, other], at) => {
  const answers = [{ id: 10 * at + 1 }, { id: 10 * at + 2 }];
  const html = at === 1 ? '<input name="t_12">' : '';
  const formParam = { paramPrefix, paramIdType, ...Object(other) };
  return { html, json: JSON.stringify({ id: at + 1, type: 'X', text: '', answers, formParam }) };
});

/** A page of the first of these questions. */
function pageOf(count: number): ShownPage {
  const page = pageIn({ questions: questions.slice(0, count) }, 'success', new QuestionReader());
  if (page === null) throw new Error('no page');
  return page;
}

const facts = new SurveyFacts({ walk: [{ id: 7, weight: 1 }], noBack: null, required: { 7: [1] } } as never);
const whole = { u_1: '1', u_2: '11', t_21: 'a', t_22: 'b' };

/** What a body leaves out of a page, and whether nobody can doubt that it is valid, or the rest of it. */
test.each<
  [body: object | string, count: number, optional: number[], required: number[], valid: boolean, rest: boolean]
>([
  [{ u_1: '1' }, 1, [], [], true, true],
  [{}, 1, [], [1], false, true],
  [{ u_1: '1', u_2: '11' }, 2, [], [], true, true],
  [{ u_1: '1', u_2: '12', t_12: 'by boat' }, 2, [], [], false, false],
  [{ u_1: '1' }, 2, [2], [], false, false],
  [{ u_2: '11' }, 2, [], [1], false, true],
  [whole, 3, [], [], false, false],
  [{ u_2: '11', t_21: 'a' }, 3, [], [1], false, false],
  ['no JSON', 3, [2, 3], [1], false, false],
])('of %j for a page of %d questions is read what it leaves out', (body, count, optional, required, valid, rest) => {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  expect(submissionOf(sent, pageOf(count), facts.of(7))).toMatchObject({
    body: sent,
    missingOptional: optional,
    missingRequired: required,
    isKnownValid: valid,
    isRestKnownValid: rest,
  });
});

test.each([
  [whole, true],
  [{}, true],
  [{ ...whole, u_9: '1' }, false],
  [{ ...whole, t_12: 'by boat' }, true],
])('whether the keys of %j are those of the page: %j', (body, fits) => {
  expect(fitsPage(JSON.stringify(body), pageOf(3))).toBe(fits);
});
