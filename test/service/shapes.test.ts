import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyForms } from '../../src/contract/keyForms.ts';
import { NoPage, Question, SuccessPage, ValidationErrorsPage } from '../../src/contract/pageSchema.ts';
import { SessionError } from '../../src/contract/serviceErrors.ts';
import { type RunningService, startService } from '../../src/service/service.ts';
import { keysOf } from '../../src/service/survey/formParam.ts';
import { loadSurveys } from '../../src/service/survey/surveyCatalogue.ts';
import { questionsOf, RespondentByHand } from './respondentByHand.ts';

const [page, rejected, noPage] = [Compile(SuccessPage), Compile(ValidationErrorsPage), Compile(NoPage)];
const [question, sessionError] = [Compile(Question), Compile(SessionError)];
const surveys = loadSurveys();
let service: RunningService;
beforeAll(async () => {
  service = await startService({ surveys });
});
afterAll(() => service.close());

test.each([...surveys.keys()])('survey %d has the shapes of the document', async (surveyId) => {
  const respondent = new RespondentByHand(service, surveyId);
  expect(sessionError.Check((await respondent.submit({})).body)).toBe(true);
  const taken = await respondent.take();
  if (!('questions' in taken.body.response)) {
    expect(noPage.Check(taken.body)).toBe(true);
    return;
  }
  expect(page.Check(taken.body)).toBe(true);
  for (const each of questionsOf(taken)) expect(question.Check(each)).toBe(true);
  const again = await respondent.submit({ unknown: 'x' });
  expect(rejected.Check(again.body)).toBe(true);
});

test('between them, 1001 and 1002 have every key form', () => {
  const keys = [1001, 1002]
    .flatMap((id) => surveys.get(id)?.pages ?? [])
    .flatMap(({ questions }) => questions.flatMap(keysOf));
  for (const { prefix } of Object.values(keyForms)) {
    expect(keys.some((key) => key.startsWith(prefix) && /^\d+$/.test(key.slice(prefix.length)))).toBe(true);
  }
});
