import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/judging/reading/answer.ts';
import type { QuestionView } from '../../../src/judging/reading/questionView.ts';
import {
  judgeAnswersTaken,
  judgeFormRefused,
  judgeKeysRefused,
  judgePagesTried,
  type TriedForm,
  triedForms,
} from '../../../src/judging/rules/keys.ts';
import { answerOf, Collected, failing } from '../../support/judging.ts';
import { pageAnswer, questionWith, rejectedAnswer, shownIn, standard, statusAnswer } from '../sampleAnswers.ts';

const asking = (paramPrefix: string, html = '', more: object = {}): QuestionView =>
  questionWith({ type: 'X', formParam: { paramPrefix, paramIdType: 'questionId', ...more } }, html);
const dated = (...parts: readonly string[]): QuestionView =>
  asking('dt_day_', parts.map((part) => `<input name="dt_${part}_101">`).join(''));

/** Questions, an answer to each by the keys of the document, and the clauses of those keys. */
const forms: readonly (readonly [string, QuestionView, Readonly<Record<string, unknown>>, ...string[]])[] = [
  ['single', asking('u_'), { u_101: '1011' }, 'KEYS-SINGLE-01'],
  ['multiple', asking('m_'), { m_101: ['1011'] }, 'KEYS-MULTIPLE-01'],
  ['text', asking('t_'), { t_101: 'words' }, 'KEYS-TEXT-01'],
  ['rank', asking('r_'), { r_101: '1' }, 'KEYS-RANK-01'],
  ['allocation', asking('s_'), { s_101: '100' }, 'KEYS-ALLOCATION-01'],
  [
    'other',
    asking('u_', '<input type="text" name="t_1012">', { otherParamPrefix: 't_' }),
    { u_101: '1012', t_1012: 'words' },
    ...['KEYS-OTHER-01', 'KEYS-SINGLE-01'],
  ],
  [
    'an option beside Other',
    asking('u_', '<input type="text" name="t_1012">', { otherParamPrefix: 't_' }),
    { u_101: '1011' },
    'KEYS-SINGLE-01',
  ],
  ['date', dated('day', 'month', 'year'), { dt_day_101: '1', dt_month_101: '2', dt_year_101: '2026' }, 'KEYS-DATE-01'],
  ['day', dated('day'), { dt_day_101: '1' }, 'KEYS-DATE-01'],
  ['month', dated('month'), { dt_month_101: '1' }, 'KEYS-DATE-01'],
  ['year', dated('year'), { dt_year_101: '2026' }, 'KEYS-DATE-01'],
  ['hour', dated('hr'), { dt_hr_101: '1' }, 'KEYS-TIME-01'],
  ['minute', dated('min'), { dt_min_101: '1' }, 'KEYS-TIME-01'],
  ['half of the day', dated('ampm'), { dt_ampm_101: 'AM' }, 'KEYS-TIME-01'],
  ['calendar', dated('cal'), { dt_cal_101: '2026-03-07' }, 'KEYS-CALENDAR-01'],
  ['nothing', asking('u_'), {}],
];

const accepted = statusAnswer('success', 'submit-page');
const refused = statusAnswer('validation_errors', 'submit-page');
const error = answerOf('submit-page', '/surveys/1001/submit-page', standard, 400);

describe.each(forms.map(([what, question, given, ...clauses]) => ({ what, question, given, clauses })))(
  'an answer of the form $what',
  ({ question, given, clauses }) => {
    const judged = (answer: Answer, isKnownValid: boolean): readonly string[] => {
      const page = { ...shownIn(pageAnswer([])), questions: [question] };
      return failing((findings) => judgeAnswersTaken(findings, { answer, page, given, isKnownValid }));
    };
    test('that is valid is taken by its key', () => {
      expect(judged(accepted, true)).toEqual([]);
      expect(judged(refused, true)).toEqual(clauses);
      expect(judged(error, true)).toEqual(clauses);
    });
    test('that could be another tells only where it is taken that none is refused', () => {
      const page = { ...shownIn(pageAnswer([])), questions: [question] };
      const isNarrow = clauses.some((clause) => /TEXT|RANK|ALLOCATION|TIME/.test(clause));
      for (const answer of [accepted, refused]) {
        const findings = new Collected();
        judgeAnswersTaken(findings, { answer, page, given, isKnownValid: true });
        expect(findings.passed.includes('KEYS-REFUSED-01')).toBe(isNarrow && answer === accepted);
      }
    });
    test('that may break a rule of its question need not be', () => expect(judged(refused, false)).toEqual([]));
    test('is read in the form of the document, however it is refused', () => {
      expect(failing((findings) => judgeKeysRefused(findings, question, given, 'unread'))).toEqual(clauses);
    });
  },
);

describe('answers to several questions in one object', () => {
  const given = { u_1: '11', u_2: '21' };
  const judged = (answer: Answer): readonly string[] => {
    const page = shownIn(pageAnswer([1, 2]));
    return failing((findings) => judgeAnswersTaken(findings, { answer, page, given, isKnownValid: true }));
  };
  test('are taken together', () => {
    expect(judged(accepted)).toEqual([]);
    expect(judged(error)).toEqual(['KEYS-SINGLE-01', 'KEYS-TOGETHER-01']);
    expect(judged(rejectedAnswer([1, 2], [1, 2]))).toEqual(['KEYS-SINGLE-01', 'KEYS-TOGETHER-01']);
  });
  test('may be refused for one of them', () => {
    expect(judged(rejectedAnswer([1, 2], [2]))).toEqual(['KEYS-SINGLE-01']);
  });
  test('are taken on one of several pages', () => {
    expect(failing((findings) => judgePagesTried(findings, 1))).toEqual([]);
    expect(failing((findings) => judgePagesTried(findings, 2))).toEqual(['KEYS-TOGETHER-01']);
  });
});

const tried: Readonly<Record<TriedForm, string>> = {
  single: 'KEYS-SINGLE-01',
  multiple: 'KEYS-MULTIPLE-01',
  several: 'KEYS-MULTIPLE-01',
  text: 'KEYS-REFUSED-01',
  other: 'KEYS-OTHER-01',
  'other-single': 'KEYS-OTHER-01',
  'other-multiple': 'KEYS-OTHER-01',
  'guess-single': 'KEYS-REFUSED-01',
  'guess-multiple': 'KEYS-REFUSED-01',
  rank: 'KEYS-RANK-01',
  ranks: 'KEYS-REFUSED-01',
  allocation: 'KEYS-REFUSED-01',
  'date-day': 'KEYS-DATE-01',
  'date-month': 'KEYS-DATE-01',
  'date-year': 'KEYS-DATE-01',
  'time-hour': 'KEYS-TIME-01',
  'time-minute': 'KEYS-TIME-01',
  'time-ampm': 'KEYS-TIME-01',
  calendar: 'KEYS-CALENDAR-01',
  am: 'KEYS-REFUSED-01',
  pm: 'KEYS-REFUSED-01',
  'late-day': 'KEYS-REFUSED-01',
  'late-calendar': 'KEYS-REFUSED-01',
};

test.each(Object.entries(tried))('the form %s, of which nothing was ever taken', (form, clause) => {
  expect(failing((findings) => judgeFormRefused(findings, form as TriedForm, 3))).toEqual([clause]);
});

const date: TriedForm[] = ['date-day', 'date-month', 'date-year'];
const other = asking('m_', '<input type="text" name="t_1012">', { otherParamPrefix: 't_' });

test.each<[string, QuestionView, Record<string, unknown>, TriedForm[]]>([
  ['a day up to the 12th', dated('day'), { dt_day_101: '12' }, date],
  ['a day after the 12th', dated('day'), { dt_day_101: '13' }, [...date, 'late-day']],
  ['a day of the calendar up to the 12th', dated('cal'), { dt_cal_101: '2026-03-12' }, ['calendar']],
  ['a day of the calendar after the 12th', dated('cal'), { dt_cal_101: '2026-03-13' }, ['calendar', 'late-calendar']],
  ['a date that may have a time, and has none', asking('dt_'), { dt_day_101: '12' }, date],
  ['a morning', dated('ampm'), { dt_ampm_101: 'AM' }, ['time-ampm', 'am']],
  ['an afternoon', dated('ampm'), { dt_ampm_101: 'PM' }, ['time-ampm', 'pm']],
  ['one of several options', asking('m_'), { m_101: ['1011'] }, ['multiple']],
  ['several options', asking('m_'), { m_101: ['1011', '1012'] }, ['multiple', 'several']],
  ['an Other option', other, { m_101: ['1012'], t_1012: 'words' }, ['multiple', 'other', 'other-multiple']],
])('%s is told apart', (_, question, given, forms) => {
  expect([...triedForms(question, given)].sort()).toEqual(forms.sort());
});
