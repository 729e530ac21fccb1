import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from '../../src/service/service.ts';
import { CompletedResponsesInMemory } from '../support/completedInMemory.ts';
import type { Seen } from './ask.ts';
import { questionsOf, RespondentByHand } from './respondentByHand.ts';

const completed = new CompletedResponsesInMemory();
let service: RunningService;
beforeAll(async () => {
  service = await startService({ completed });
});
afterAll(() => service.close());

function statusOf(seen: Seen): string {
  expect(seen.httpStatus).toBe(200);
  expect(typeof seen.body.requestID).toBe('string');
  return seen.body.response.status;
}

test('a quota of five takes five and stops the sixth in the middle', async () => {
  const six = Array.from({ length: 6 }, () => new RespondentByHand(service, 1017));
  for (const respondent of six) {
    await respondent.take();
    await respondent.advance({ u_1701: '170101' });
  }
  const ends: string[] = [];
  for (const respondent of six) ends.push(statusOf(await respondent.submit({ t_170201: 'hello' })));
  expect(ends).toEqual([...Array.from({ length: 5 }, () => 'survey_complete'), 'quota_full']);
  expect(statusOf(await new RespondentByHand(service, 1017).take())).toBe('quota_full');
  const [first] = six;
  expect(first && statusOf(await first.take())).toBe('already_completed');
  expect([...completed.all(1017)]).toHaveLength(5);
});

test('branches lead over different pages, and only the way that was gone counts', async () => {
  const respondent = new RespondentByHand(service, 1015);
  await respondent.take();
  expect(questionsOf(await respondent.advance({ u_1501: '150101' }))[0].id).toBe(1502);
  expect(questionsOf(await respondent.advance({ m_1502: ['150201'] }))[0].id).toBe(1503);
  expect(questionsOf(await respondent.advance({ t_150301: 'a lane' }))[0].id).toBe(1505);
  for (const id of [1503, 1502, 1501]) expect(questionsOf(await respondent.back())[0].id).toBe(id);
  expect(questionsOf(await respondent.advance({ u_1501: '150102' }))[0].id).toBe(1504);
  expect(questionsOf(await respondent.advance({}))[0].id).toBe(1505);
  expect(questionsOf(await respondent.back())[0].id).toBe(1504);
  await respondent.advance({ s_150401: '100', s_150402: '0', s_150403: '0' });
  expect(statusOf(await respondent.submit({ t_150501: 'short' }))).toBe('survey_complete');
  const [completion] = [...completed.all(1015)];
  expect(completion?.answers.map(({ questionId }) => questionId)).toEqual([1501, 1504, 1505]);
});
