import { expect, test } from 'vitest';
import { namedSurveys, turningAway } from '../../../src/judging/baseline/namedSurveys.ts';

test('surveys that a profile names are those of walks and roles, once each, and some turn respondents away', () => {
  const surveys = { walk: [{ id: 1 }, { id: 2 }], closed: 2, redirect: 3, noBack: 4, optOut: null, missing: 9 };
  expect(namedSurveys({ surveys })).toEqual([1, 2, 3, 4]);
  expect(turningAway({ surveys }).sort()).toEqual([2, 3]);
});

test('what is no profile names none', () => {
  for (const profile of [null, {}, { surveys: { closed: 2 } }]) {
    expect([namedSurveys(profile), turningAway(profile)]).toEqual([[], []]);
  }
});
