import { expect, test } from 'vitest';
import { QuestionReader } from '../../../src/judging/reading/questionReader.ts';
import { pageIn, type ShownPage } from '../../../src/judging/reading/shownPage.ts';
import { tokenOf } from '../../../src/judging/tokens.ts';
import { KnownValidAnswers, withoutAnswersTo } from '../../../src/respondent/answers/knownValid.ts';

const [anna, ben] = [tokenOf('tests1', 1), tokenOf('tests1', 2)];

function page(...questions: { prefix: string; idType: 'questionId' | 'answerId'; other?: string }[]): ShownPage {
  const elements = questions.map(({ prefix, idType, other }, at) => ({
    html: '',
    json: JSON.stringify({
      id: at + 1,
      type: 'X',
      text: 'q',
      answers: [{ id: 11 }, { id: 12 }],
      formParam: {
        paramPrefix: prefix,
        paramIdType: idType,
        ...(other === undefined ? {} : { otherParamPrefix: other }),
      },
    }),
  }));
  const shown = pageIn({ questions: elements }, 'success', new QuestionReader());
  if (shown === null) throw new Error('no page');
  return shown;
}

const choice = page({ prefix: 'u_', idType: 'questionId' });
const withOther = page({ prefix: 'u_', idType: 'questionId', other: 't_' });
const text = page({ prefix: 't_', idType: 'answerId' });
const ranks = page({ prefix: 'r_', idType: 'answerId' });

test('a form that leaves no doubt is valid before anything was accepted', () => {
  const known = new KnownValidAnswers();
  expect(known.isKnownValid(choice, '{"u_1":"11"}')).toBe(true);
  expect(known.isKnownValid(choice, '{"u_1":"99"}')).toBe(false);
  // Whether ranks count from 1 or from 0 is not shown.
  expect(known.isKnownValid(ranks, '{"r_11":"2","r_12":"1"}')).toBe(false);
});

test('which answer is Other may be uncertain: then no choice is certain', () => {
  expect(new KnownValidAnswers().isKnownValid(withOther, '{"u_1":"11"}')).toBe(false);
});

test('a text is valid once the service took it, whoever gave it', () => {
  const known = new KnownValidAnswers();
  const body = (token: string) => JSON.stringify({ t_11: `${token}@example.com`, t_12: 'x' });
  expect(known.isKnownValid(text, body(anna))).toBe(false);
  known.accept(text, body(anna));
  expect(known.isKnownValid(text, body(ben))).toBe(true);
  expect(known.isKnownValid(text, JSON.stringify({ t_11: ben, t_12: 'x' }))).toBe(false);
  expect(known.acceptedAnswer(text.questions[0] ?? neverShown(), ben)).toEqual({
    t_11: `${ben}@example.com`,
    t_12: 'x',
  });
});

test('of one page is learnt for a while', () => {
  const known = new KnownValidAnswers();
  const body = (at: number) => JSON.stringify({ u_1: `${at}` });
  for (let at = 0; at < 300; at++) known.accept(withOther, body(at < 200 ? 0 : at));
  const last = Array.from({ length: 300 }, (_, at) => known.isKnownValid(withOther, body(at))).lastIndexOf(true);
  expect(last).toBe(255);
});

test('a question left out counts as an answer to it, and keys of no question are in doubt', () => {
  const known = new KnownValidAnswers();
  expect(known.isKnownValid(choice, '{}')).toBe(false);
  known.accept(choice, '{}');
  expect(known.isKnownValid(choice, '{}')).toBe(true);
  expect(known.isKnownValid(choice, '{"u_1":"11","u_9":"1"}')).toBe(false);
});

test('leaving a question out leaves out the keys of its form, whatever the markup calls them', () => {
  expect(withoutAnswersTo({ u_1: '11', t_11: 'x', t_5: 'y' }, withOther.questions)).toEqual({ t_11: 'x', t_5: 'y' });
});

function neverShown(): never {
  throw new Error('the page has a question');
}
