import { describe, expect, test } from 'vitest';
import { tokenOf } from '../../../src/judging/tokens.ts';
import { compareLearned } from '../../../src/respondent/audit/learnedAnswers.ts';

const runTag = 'abcdefgh';
const nothing = { scale: '', other: '', dynamicExplodeText: '', text: '', result: '', fileLink: '', weight: 0 };

/** A walk with a rank, an allocation and a date with a time, each at a place of its own, and how its record has them. */
function walk(index: number, stored: (day: number, month: number, rank: number) => readonly object[]): object {
  const [day, month, rank] = [13 + index, 1 + index, 1 + (index % 3)];
  const token = tokenOf(runTag, index);
  const body = {
    ...{ t_1: token, r_2: String(rank), s_3: String(40 + index) },
    ...{ dt_day_4: String(day), dt_month_4: String(month), dt_year_4: '2024' },
    ...{ dt_hr_4: '2', dt_min_4: '30', dt_ampm_4: 'PM' },
  };
  const values = [{ text: token }, ...stored(day, month, rank), { weight: 40 + index }];
  const ids = [1, 2, 4, 3];
  const answerValues = values.map((value, at) => ({
    ...{ answerID: ids[at], answerText: '' },
    value: { ...nothing, ...value },
  }));
  const described = { questionID: 9, questionDescription: '', questionCode: '', questionText: '', imageUrl: null };
  return {
    completion: { surveyId: 7, token, pages: [{ questions: [], body: JSON.stringify(body), certain: true }] },
    records: [{ responseID: index + 1, responseSet: [{ ...described, answerValues }] }],
  };
}

const right = (day: number, month: number, rank: number): readonly object[] => [
  { scale: String(rank) },
  { text: `${month}/${day}/2024 14:30` },
];

function compared(last: typeof right): { readonly kinds: readonly string[]; readonly unseen: readonly string[] } {
  const walks = Array.from({ length: 8 }, (_, index) => walk(index, index === 7 ? last : right));
  const { differing, unseen } = compareLearned(walks as Parameters<typeof compareLearned>[0], runTag);
  return { kinds: [...differing.values()].flat().map(({ kind }) => kind), unseen };
}

describe('ranks, allocations and dates, wherever a service stores them', () => {
  test.each([
    ['as they were given', right, []],
    ['the rank as 0', (day: number, month: number) => right(day, month, 0), ['numbers']],
    ['day and month exchanged', (day: number, month: number, rank: number) => right(month, day, rank), ['dates']],
    ['no date', (day: number, month: number, rank: number) => [...right(day, month, rank).slice(0, 1), {}], ['dates']],
  ])('%s', (_, last, kinds) => expect(compared(last)).toEqual({ kinds, unseen: [] }));

  test('of what stands nowhere is said that it was not compared', () => {
    const walks = Array.from({ length: 8 }, (_, index) => walk(index, () => [{}, {}]));
    const { differing, unseen } = compareLearned(walks as Parameters<typeof compareLearned>[0], runTag);
    expect([...differing.values()].flat()).toEqual([]);
    expect(unseen).toEqual([
      'where ranks are stored was not recognized: they were not compared',
      'where dates are stored was not recognized: they were not compared',
    ]);
  });
});
