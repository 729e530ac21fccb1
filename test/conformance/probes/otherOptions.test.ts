import { expect, test } from 'vitest';
import { WalkAggregates } from '../../../src/conformance/probes/walkAggregates.ts';
import type { ShownPage } from '../../../src/judging/reading/shownPage.ts';
import { judgeQuestion } from '../../../src/judging/rules/question.ts';
import { answerOf, Collected, failing } from '../../support/judging.ts';

interface Choice {
  readonly prefix?: 't_';
  readonly input?: boolean;
  readonly text?: string;
  /** The markup has its choices. */
  readonly plain?: boolean;
  readonly multiple?: boolean;
}

/** A page of choices, with what tells of an Other option, their second answer. */
function pageOf(questions: readonly Choice[]): ShownPage {
  const response = {
    status: 'success',
    questions: questions.map(({ prefix: other, input = false, text = 'Tea', plain = true, multiple = false }, at) => {
      const id = at + 1;
      const answers = ['Coffee', text, 'None'].map((label, index) => ({ id: id * 10 + index, text: label }));
      const prefix = multiple ? 'm_' : 'u_';
      const choices = `<input type="${multiple ? 'checkbox' : 'radio'}" name="${prefix}${id}">`;
      const formParam = { paramPrefix: prefix, paramIdType: 'questionId', otherParamPrefix: other };
      const words = input ? `<input type="text" name="t_${id}1">` : '';
      return {
        html: (plain ? choices : '<div></div>') + words,
        json: JSON.stringify({ id, type: multiple ? 'M' : 'U', text: 'Which?', answers, formParam }),
      };
    }),
  };
  const { page } = answerOf('take', '/surveys/1001/take', { response });
  if (page === null) throw new Error('no page');
  return page;
}

/** A walk over one page of choices. */
function walked(...questions: readonly Choice[]): readonly string[] {
  const page = pageOf(questions);
  return failing((findings) => {
    for (const element of page.elements) judgeQuestion(findings, element);
    const aggregates = new WalkAggregates();
    // What a question shows is shown by the answer that it came with.
    const taken = failing((others) => {
      aggregates.accepted(1001, page, {}, true, others, findings);
      aggregates.judgeAll();
    });
    expect(taken).toEqual([]);
  });
}

const shown: Choice = { prefix: 't_', input: true };

test.each([
  ['the prefix and an input', [shown]],
  ['neither', [{}]],
  ['a prefix, in markup that never shows an input', [{ prefix: 't_' }]],
  ['a prefix, and no markup of its choices', [shown, { prefix: 't_', plain: false }], 'QUESTION-FORM-OTHER-02'],
  ['a prefix, and an answer that calls itself Other', [shown, { prefix: 't_', text: 'Other, please say' }]],
  [
    'a prefix where others show the input',
    [shown, { prefix: 't_' }],
    'QUESTION-FORM-OTHER-01',
    'QUESTION-FORM-OTHER-02',
  ],
  [
    'a prefix at a choice of another kind',
    [shown, { prefix: 't_', multiple: true }],
    'QUESTION-FORM-OTHER-01',
    'QUESTION-FORM-OTHER-02',
  ],
  ['an input and no prefix', [{ input: true }], 'KEYS-OTHER-01'],
] as const)('an Other option with %s', (_what, questions, ...clauses) => {
  expect(walked(...questions)).toEqual(clauses);
});

test.each([
  ['as it is each time', [{ prefix: 't_' }, { prefix: 't_' }], true],
  ['as it is at times', [{}, { prefix: 't_' }], undefined],
] as const)('a prefix without an Other option is told %s', (_how, choices, eachTime) => {
  const aggregates = new WalkAggregates();
  const findings = new Collected();
  for (const choice of choices) aggregates.accepted(1001, pageOf([shown, choice]), {}, true, findings);
  aggregates.judgeAll();
  expect(findings.failed.length).toBeGreaterThan(0);
  for (const { symptom } of findings.failed) expect(symptom?.eachTime).toBe(eachTime);
});
