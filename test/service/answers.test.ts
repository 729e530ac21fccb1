import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../../src/service/service.ts';
import { CompletedResponsesInMemory } from '../support/completedInMemory.ts';
import { RespondentByHand } from './respondentByHand.ts';

/** A body that answers every question of the first page of 1018, one of each kind. */
const good = {
  u_1801: '180103',
  t_180103: 'a third',
  u_1802: '180201',
  m_1803: ['180301', '180304'],
  t_180304: 'violet',
  m_1804: ['180402'],
  t_180501: 'words',
  r_180601: '3',
  r_180602: '1',
  r_180603: '2',
  s_180701: '100',
  s_180702: '0',
  dt_day_180801: '29',
  dt_month_180801: '2',
  dt_year_180801: '2024',
  dt_day_180901: '31',
  dt_month_180901: '12',
  dt_year_180901: '1999',
  dt_hr_180901: '12',
  dt_min_180901: '00',
  dt_ampm_180901: 'AM',
  dt_cal_181001: '2000-02-29',
};

const completed = new CompletedResponsesInMemory();
let service: RunningService;
beforeAll(async () => {
  service = await startService({ completed });
});
afterAll(() => service.close());

async function onFirstPage(): Promise<RespondentByHand> {
  const respondent = new RespondentByHand(service, 1018);
  await respondent.take();
  return respondent;
}

test('every key form is accepted on one page, and kept typed', async () => {
  const respondent = await onFirstPage();
  await respondent.advance(good);
  expect((await respondent.submit({})).body.response.status).toBe('survey_complete');
  const [completion] = [...completed.all(1018)];
  expect(completion?.answers).toMatchObject([
    { kind: 'single', answerIds: [180103], other: { answerId: 180103, text: 'a third' } },
    { kind: 'single', answerIds: [180201] },
    { kind: 'multiple', answerIds: [180301, 180304], other: { text: 'violet' } },
    { kind: 'multiple', answerIds: [180402] },
    { kind: 'text', texts: [{ answerId: 180501, text: 'words' }] },
    { kind: 'rank', values: [{ value: 3 }, { value: 1 }, { value: 2 }] },
    { kind: 'allocation', values: [{ value: 100 }, { value: 0 }] },
    { kind: 'date', date: { year: 2024, month: 2, day: 29 } },
    { kind: 'date-time', date: { year: 1999, month: 12, day: 31 }, time: { hour: 12, minute: 0, half: 'AM' } },
    { kind: 'calendar', date: { year: 2000, month: 2, day: 29 } },
  ]);
});

describe('server-side validation', () => {
  test.each<[number, string, Record<string, unknown>]>([
    [1801, 'left out', { u_1801: undefined }],
    [1801, 'empty', { u_1801: '' }],
    [1801, 'an answer of another question', { u_1801: '180201' }],
    [1801, 'a number', { u_1801: 180101 }],
    [1801, 'a list', { u_1801: ['180101'] }],
    [1803, 'no list', { m_1803: '180301' }],
    [1803, 'an empty list', { m_1803: [] }],
    [1803, 'the same answer twice', { m_1803: ['180301', '180301'] }],
    [1803, 'an unknown answer', { m_1803: ['180301', '1'] }],
    [1805, 'an object', { t_180501: {} }],
    [1805, 'too long', { t_180501: 'x'.repeat(4001) }],
    [1806, 'a position twice', { r_180601: '1' }],
    [1806, 'a position beyond', { r_180601: '4' }],
    [1806, 'an item left out', { r_180601: undefined }],
    [1806, 'no number', { r_180601: 'first' }],
    [1807, 'a wrong sum', { s_180702: '1' }],
    [1807, 'a fraction', { s_180701: '99.5', s_180702: '0.5' }],
    [1807, 'below zero', { s_180701: '101', s_180702: '-1' }],
    [1808, 'no leap year', { dt_year_180801: '2023' }],
    [1808, 'the year 1900, no leap year', { dt_year_180801: '1900' }],
    [1808, 'a part left out', { dt_month_180801: '' }],
    [1809, 'hour 0', { dt_hr_180901: '0' }],
    [1809, 'hour 13', { dt_hr_180901: '13' }],
    [1809, 'minute 60', { dt_min_180901: '60' }],
    [1809, 'neither AM nor PM', { dt_ampm_180901: 'am' }],
    [1809, 'a time left out', { dt_hr_180901: '', dt_min_180901: '', dt_ampm_180901: '' }],
    [1810, 'another order', { dt_cal_181001: '29-02-2000' }],
    [1810, 'no real date', { dt_cal_181001: '2001-02-29' }],
  ])('question %d with %s is named, and no other', async (questionId, _what, change) => {
    const respondent = await onFirstPage();
    const seen = await respondent.submit({ ...good, ...change });
    expect(seen.body.response.status).toBe('validation_errors');
    expect(seen.body.response.validationErrors.map((error: { questionId: number }) => error.questionId)).toEqual([
      questionId,
    ]);
    await respondent.advance(good);
  });

  test('optional questions may be left out, and are judged when answered', async () => {
    const respondent = await onFirstPage();
    await respondent.advance(good);
    const seen = await respondent.submit({ r_182601: '1' });
    expect(seen.body.response.validationErrors).toEqual([
      {
        questionId: 1826,
        message: 'Please give each position from 1 to 3 once.',
        answerErrors: [
          { answerId: 182602, message: 'Please give each position from 1 to 3 once.' },
          { answerId: 182603, message: 'Please give each position from 1 to 3 once.' },
        ],
      },
    ]);
  });

  test('the html names exactly the keys', async () => {
    const respondent = await onFirstPage();
    const { body } = await respondent.take();
    const html = body.response.questions.map((question: { html: string }) => question.html).join('');
    const names = new Set([...html.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name));
    expect([...names].sort()).toEqual(Object.keys(good).sort());
  });
});
