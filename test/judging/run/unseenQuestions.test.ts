import { describe, expect, it } from 'vitest';
import type { EntityId } from '../../../src/contract/entityId.ts';
import {
  type ShownOfSurvey,
  shownByBoth,
  shownByCrowd,
  unseenQuestions,
} from '../../../src/judging/run/unseenQuestions.ts';
import { reasonWords } from '../../../src/result/reasonWords.ts';
import { mostQuestions, type Refusal } from '../../../src/result/refusal.ts';

const asked = (surveyId: EntityId, questionId: EntityId): Refusal => ({
  surveyId,
  questionId,
  form: 'single',
  count: 0,
  tried: '',
  said: '',
  learnt: null,
  offered: null,
  taken: true,
});
const required = (surveyId: EntityId, questionId: EntityId) => ({ surveyId, questionId, named: 'surveys.required' });
const shown = (questions: readonly EntityId[], completed: number, isWhole = false): ShownOfSurvey => ({
  questions: new Set(questions),
  completed,
  isWhole,
});

describe('a question that the profile names', () => {
  it('and no page showed is told, with where it stands', () => {
    const seen = shownByCrowd([asked(1001, 101), asked(1002, 201)], {
      1001: { completed: 50, abandoned: 9 },
      1002: { completed: 3 },
    });
    const [reason, ...others] = unseenQuestions([required(1001, 101), required(1001, 201)], seen);
    expect(others).toEqual([]);
    expect(reason && reasonWords(reason)).toBe(
      'No page of survey 1001 showed question 201, in 50 completed walks: survey 1002 did. Correct surveys.required.',
    );
  });

  it('is told apart from another of nearly the same id', () => {
    const seen = new Map([[1, shown(['9007199254740993'], 50)]]);
    expect(unseenQuestions([required(1, '9007199254740993')], seen)).toEqual([]);
    expect(unseenQuestions([required(1, 9007199254740992)], seen)).toHaveLength(1);
  });

  it('may stand on a page that so few walks did not get to', () => {
    const told = (survey: ShownOfSurvey): number => unseenQuestions([required(1, 7)], new Map([[1, survey]])).length;
    expect([told(shown([], 49)), told(shown([], 50))]).toEqual([0, 1]);
    expect([told(shown([], 11, true)), told(shown([], 12, true))]).toEqual([0, 1]);
    expect(unseenQuestions([required(1, 7)], new Map())).toEqual([]);
  });

  it('is looked for in all walks together', () => {
    const both = shownByBoth(new Map([[1, shown([7], 30)]]), new Map([[1, shown([8], 30, true)]]));
    expect(both.get(1)).toEqual(shown([8, 7], 60, true));
  });

  it('is not looked for where there were too many to tell apart', () => {
    const many = Array.from({ length: mostQuestions }, (_, id) => asked(1001, id));
    expect(shownByCrowd(many, { 1001: { completed: 99 } })).toEqual(new Map());
  });
});
