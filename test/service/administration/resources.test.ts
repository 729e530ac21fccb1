import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../../../src/service/service.ts';
import type { Seen } from '../ask.ts';
import { RespondentByHand } from '../respondentByHand.ts';
import { AdministratorByHand } from './administratorByHand.ts';

let service: RunningService;
let administrator: AdministratorByHand;
beforeAll(async () => {
  service = await startService();
  administrator = new AdministratorByHand(service);
});
afterAll(() => service.close());

describe('response records', () => {
  test('members that the document does not have are neither stored nor obeyed', async () => {
    const sent = { responseSet: [], responseID: 3, dataQuality: 'flagged', surveyName: 'mine' };
    const made = await administrator.post('/surveys/1001/responses', sent);
    expect(made.body.response.responseID).not.toBe(3);
    expect(made.body.response).toMatchObject({ dataQuality: 'unflagged', surveyName: 'Customer satisfaction' });
  });

  test('a completed walk is a record with its answers, at once', async () => {
    const respondent = new RespondentByHand(service, 1001);
    await respondent.take();
    await respondent.advance({ u_101: '10103', m_102: ['10201', '10204'] });
    await respondent.advance({ t_10301: 'Naïve café ☕ <b>' });
    await respondent.advance({ u_104: '10404', t_10404: 'On a bus', m_105: ['10502'] });
    await respondent.advance({ r_10601: '2', r_10602: '1', r_10603: '4', r_10604: '3' });
    await respondent.submit({ s_10701: '40', s_10702: '35', s_10703: '25' });
    const list = await administrator.get('/surveys/1001/responses?perPage=1000');
    const record = list.body.response.at(-1);
    const values = record.responseSet.flatMap((question: Seen['body']) =>
      question.answerValues.map((each: Seen['body']) => [
        question.questionID,
        each.answerID,
        each.answerText,
        each.value,
      ]),
    );
    const value = { scale: '', other: '', dynamicExplodeText: '', text: '', result: '', fileLink: '', weight: 0 };
    expect(values).toEqual([
      [101, 10103, 'Neither satisfied nor dissatisfied', value],
      [102, 10201, 'Surveys', value],
      [102, 10204, 'Panels', value],
      [103, 10301, '', { ...value, text: 'Naïve café ☕ <b>' }],
      [104, 10404, 'Other (please say where)', { ...value, other: 'On a bus' }],
      [105, 10502, 'Telephone', value],
      [106, 10601, 'Price', { ...value, scale: '2' }],
      [106, 10602, 'Speed', { ...value, scale: '1' }],
      [106, 10603, 'Quality', { ...value, scale: '4' }],
      [106, 10604, 'Support', { ...value, scale: '3' }],
      [107, 10701, 'Web', { ...value, scale: '40' }],
      [107, 10702, 'Mobile', { ...value, scale: '35' }],
      [107, 10703, 'Desktop', { ...value, scale: '25' }],
    ]);
    const fetched = await administrator.get(`/surveys/1001/responses/${record.responseID}`);
    expect(fetched.body.response).toEqual(record);
  });
});
