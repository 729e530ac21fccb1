import { expect, test } from 'vitest';
import { QuestionReader } from '../../../src/judging/reading/questionReader.ts';
import { CompletionLedger } from '../../../src/respondent/audit/completionLedger.ts';

test('of a question are kept its keys, and how its words begin', () => {
  const text = 'Why? '.repeat(100);
  const formParam = { paramPrefix: 'u_', paramIdType: 'questionId' };
  const json = JSON.stringify({ id: 7, type: 'U', text, answers: [{ id: 71, text }, { id: 72 }], formParam });
  const { question } = new QuestionReader().of(json, '');
  const ledger = new CompletionLedger(() => 0);
  const pages = [{ questions: question === null ? [] : [question], body: '{}', certain: true }];
  for (const token of ['a', 'b']) ledger.accepted({ surveyId: 1, token, pages });
  const begun = text.slice(0, 120);
  const answers = [
    { id: 71, text: begun },
    { id: 72, text: '' },
  ];
  expect(ledger.kept().pages).toEqual([[{ id: 7, text: begun, keys: ['u_7'], answers }]]);
});
