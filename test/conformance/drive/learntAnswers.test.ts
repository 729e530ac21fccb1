import { expect, test } from 'vitest';
import { LearntAnswers } from '../../../src/conformance/drive/learntAnswers.ts';
import { answerOf, failing } from '../../support/judging.ts';

const options = [101, 102].map((id) => ({ id, text: `answer ${id}` }));
const questions = [
  { id: 10, type: 'U', text: 'Which?', answers: options, formParam: { paramPrefix: 'u_', paramIdType: 'questionId' } },
  {
    id: 20,
    type: 'T',
    text: 'Why?',
    answers: [{ id: 201 }],
    formParam: { paramPrefix: 't_', paramIdType: 'answerId' },
  },
];
const missing = 'This question is required.';

/** A page of a choice and a text, each answer to which is refused. @param named in the words for none */
function refused(...named: readonly number[]): readonly string[] {
  const elements = questions.map((question) => ({ html: '<p>?</p>', json: JSON.stringify(question) }));
  const { page } = answerOf('take', '/surveys/1/take', { response: { status: 'success', questions: elements } });
  const [choice] = page?.questions ?? [];
  if (page === null || choice === undefined) throw new Error('no page');
  return failing((findings) => {
    const answers = new LearntAnswers(100);
    const rejections = named.map((questionId) => ({ questionId, message: missing, answerErrors: null }));
    answers.leftOut([choice], { t_201: 'Because' }, rejections, findings);
    for (const { id } of options) answers.refused(page, { u_10: String(id), t_201: 'Because' }, rejections, findings);
    answers.judgeForms();
  });
}

test('a choice that is named alone, whatever option is given, in the words for none, is not read', () => {
  expect(refused(10)).toEqual(['KEYS-SINGLE-01']);
});

test('where others are named with it, it may be that all questions of a page are', () => {
  expect(refused(10, 20)).toEqual([]);
});
