import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statusNames } from '../../src/contract/statuses.ts';
import { type RunningService, startService } from '../../src/service/service.ts';
import { CompletedResponsesInMemory } from '../support/completedInMemory.ts';
import type { Seen } from './ask.ts';
import { questionsOf, RespondentByHand } from './respondentByHand.ts';

const seenStatuses = new Set<string>();
const completed = new CompletedResponsesInMemory();
let service: RunningService;
beforeAll(async () => {
  service = await startService({ completed });
});
afterAll(() => service.close());

function statusOf(seen: Seen): string {
  expect(seen.httpStatus).toBe(200);
  expect(typeof seen.body.requestID).toBe('string');
  seenStatuses.add(seen.body.response.status);
  return seen.body.response.status;
}

describe('surveys that show no page', () => {
  test.each([
    [1004, 'survey_closed'],
    [1005, 'quota_full'],
    [1006, 'survey_paused'],
    [1007, 'survey_suspended'],
    [1008, 'authentication_required'],
    [1009, 'language_selection_required'],
    [1011, 'survey_opt_out'],
    [1012, 'error'],
  ])('%d answers %s to each step, with status and requestID only', async (surveyId, status) => {
    const respondent = new RespondentByHand(service, surveyId);
    const taken = await respondent.take();
    expect(statusOf(taken)).toBe(status);
    expect(Object.keys(taken.body.response)).toEqual(['status']);
    expect(statusOf(await respondent.submit({ t_1: 'x' }))).toBe(status);
    expect(statusOf(await respondent.back())).toBe(status);
  });

  test('1010 redirects', async () => {
    const taken = await new RespondentByHand(service, 1010).take();
    expect(statusOf(taken)).toBe('redirect');
    expect(taken.body.response.redirectUrl).toBe('https://panel.example/chain/1010');
  });
});

describe('walks that end in other ways', () => {
  test.each([
    ['160102', undefined, 'survey_opt_out'],
    ['160101', '160201', 'redirect'],
    ['160101', '160203', 'quota_full'],
  ])('screening with %s and %s ends in %s, for good', async (first, second, status) => {
    const respondent = new RespondentByHand(service, 1016);
    await respondent.take();
    let last = await respondent.submit({ u_1601: first });
    if (second !== undefined) last = await respondent.submit({ u_1602: second });
    expect(statusOf(last)).toBe(status);
    expect(statusOf(await respondent.take())).toBe(status);
    expect(statusOf(await respondent.submit({ t_160301: 'x' }))).toBe(status);
    expect([...completed.all(1016)]).toEqual([]);
  });

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

  test('every documented status has been seen', async () => {
    const respondent = new RespondentByHand(service, 1013);
    statusOf(await respondent.take());
    statusOf(await respondent.submit({}));
    expect([...seenStatuses].sort()).toEqual([...statusNames].sort());
  });
});

describe('surveys of other shapes', () => {
  test('one page is first and final', async () => {
    const respondent = new RespondentByHand(service, 1013);
    const { body } = await respondent.take();
    expect(body.response.meta.isFinalPage).toBe(true);
    expect(body.response.navigation.previousPageUrl).toBeNull();
    expect(statusOf(await respondent.submit({ u_1301: '130101' }))).toBe('survey_complete');
  });

  test('no way back: previous-page shows the current page', async () => {
    const respondent = new RespondentByHand(service, 1003);
    await respondent.take();
    expect((await respondent.back()).httpStatus).toBe(400);
    await respondent.advance({ u_301: '30101' });
    const back = await respondent.back();
    expect(questionsOf(back)[0].id).toBe(302);
    expect(back.body.response.status).toBe('success');
    expect(back.body.response.navigation.previousPageUrl).toBe('/a/api/v2/surveys/1003/previous-page');
  });

  test('twenty pages come one after the other, with growing progress', async () => {
    const respondent = new RespondentByHand(service, 1014);
    let seen = await respondent.take();
    const progress = [seen.body.response.meta.progressPercentage];
    for (let page = 1; page < 20; page += 1) {
      const id = 1400 + page;
      const answers = [
        { [`r_${id}01`]: '1', [`r_${id}02`]: '3', [`r_${id}03`]: '2' },
        { [`u_${id}`]: `${id}01` },
        { [`m_${id}`]: [`${id}02`, `${id}03`] },
        { [`t_${id}01`]: 'words' },
      ];
      expect(seen.body.response.meta.isFinalPage).toBe(false);
      seen = await respondent.advance(answers[page % 4]);
      progress.push(seen.body.response.meta.progressPercentage);
    }
    expect(seen.body.response.meta.isFinalPage).toBe(true);
    expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b));
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
});
