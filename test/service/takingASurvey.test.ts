import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../../src/service/service.ts';
import { CompletedResponsesInMemory } from '../support/completedInMemory.ts';
import { questionsOf, RespondentByHand } from './respondentByHand.ts';

describe.each(['cookie', 'token'] as const)('walking survey 1001 by %s', (session) => {
  const completed = new CompletedResponsesInMemory();
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({ session, completed });
  });
  afterAll(() => service.close());

  test('leads over five pages to completion, and keeps what was answered', async () => {
    const respondent = new RespondentByHand(service, 1001);
    const first = await respondent.take();
    expect(first.body.response.navigation.previousPageUrl).toBeNull();
    expect(questionsOf(first).map(({ id }) => id)).toEqual([101, 102]);
    await respondent.advance({ u_101: '10103', m_102: ['10201', '10204'] });
    await respondent.advance({ t_10301: 'Naïve café ☕ <b>' });
    await respondent.advance({ u_104: '10404', t_10404: 'On a bus', m_105: ['10502'] });
    const last = await respondent.advance({ r_10601: '2', r_10602: '1', r_10603: '4', r_10604: '3' });
    expect(last.body.response.meta.isFinalPage).toBe(true);
    const end = await respondent.submit({ s_10701: '40', s_10702: '35', s_10703: '25', t_10801: 'no' });
    expect(end.body.response).toEqual({
      status: 'survey_complete',
      redirectUrl: 'https://surveys.example/thank-you/1001',
    });
    expect((await respondent.take()).body.response).toEqual({ status: 'already_completed' });
    expect((await respondent.submit({})).body.response).toEqual({ status: 'already_completed' });
    const [completion] = [...completed.all(1001)];
    expect(completion?.answers).toEqual([
      { kind: 'single', questionId: 101, answerIds: [10103] },
      { kind: 'multiple', questionId: 102, answerIds: [10201, 10204] },
      { kind: 'text', questionId: 103, texts: [{ answerId: 10301, text: 'Naïve café ☕ <b>' }] },
      { kind: 'single', questionId: 104, answerIds: [10404], other: { answerId: 10404, text: 'On a bus' } },
      { kind: 'multiple', questionId: 105, answerIds: [10502] },
      {
        kind: 'rank',
        questionId: 106,
        values: [
          { answerId: 10601, value: 2 },
          { answerId: 10602, value: 1 },
          { answerId: 10603, value: 4 },
          { answerId: 10604, value: 3 },
        ],
      },
      {
        kind: 'allocation',
        questionId: 107,
        values: [
          { answerId: 10701, value: 40 },
          { answerId: 10702, value: 35 },
          { answerId: 10703, value: 25 },
        ],
      },
      { kind: 'text', questionId: 108, texts: [{ answerId: 10801, text: 'no' }] },
    ]);
  });

  test('back shows the page before with the earlier answers marked, and the walk goes on from there', async () => {
    const respondent = new RespondentByHand(service, 1001);
    await respondent.take();
    await respondent.advance({ u_101: '10102' });
    await respondent.advance({ t_10301: 'first "text"' });
    const back = await respondent.back();
    expect(questionsOf(back)[0]).toMatchObject({ id: 103, answers: [{ id: 10301, selected: true }] });
    expect(back.body.response.questions[0].html).toContain('first &#34;text&#34;</textarea>');
    const first = await respondent.back();
    expect(first.body.response.navigation.previousPageUrl).toBeNull();
    const marked = questionsOf(first)[0].answers.filter(({ selected }: { selected: boolean }) => selected);
    expect(marked).toEqual([{ id: 10102, text: 'Satisfied', selected: true }]);
    expect((await respondent.back()).httpStatus).toBe(400);
    const resumed = await respondent.take();
    expect(questionsOf(resumed)[0].answers.some(({ selected }: { selected: boolean }) => selected)).toBe(false);
    const second = await respondent.advance({ u_101: '10101' });
    expect(questionsOf(second)[0].id).toBe(103);
  });

  test('a rejected submission shows the same page again and names the questions', async () => {
    const respondent = new RespondentByHand(service, 1001);
    await respondent.take();
    const again = await respondent.submit({ m_102: ['1'] });
    expect(again.httpStatus).toBe(200);
    expect(again.body.response.status).toBe('validation_errors');
    expect(questionsOf(again).map(({ id }) => id)).toEqual([101, 102]);
    expect(again.body.response.validationErrors).toEqual([
      { questionId: 101, message: 'This question is required.', answerErrors: null },
      { questionId: 102, message: 'Please choose from the answers.', answerErrors: null },
    ]);
  });

  test('without a session, submit-page and previous-page give error 1002', async () => {
    const respondent = new RespondentByHand(service, 1001);
    expect((await respondent.submit({ u_101: '10101' })).body).toMatchObject({
      error: { code: 1002, message: 'Session expired. Please load the survey page before submitting.' },
      requestID: expect.any(String),
    });
    const back = await respondent.back();
    expect(back.httpStatus).toBe(400);
    expect(back.body.error).toEqual({ code: 1002, message: 'No previous page to navigate back to.' });
  });
});
