import { describe, expect, test } from 'vitest';
import { differingMembers, differingPart } from '../../../src/judging/rules/shownAgain.ts';
import { absent, changed } from '../../support/judging.ts';
import { record as plain } from './sampleRecords.ts';

const value = 'responseSet.0.answerValues.0.value';
const rich = [
  [`${value}.other`, 'something else'],
  [`${value}.scale`, '3'],
  [`${value}.weight`, 2.5],
  ['location.latitude', -35.4],
  ['location.longitude', -71.6],
] as const;
const record = rich.reduce((made, [path, given]) => changed(made, path, given), plain);

test('what differs is told in words, of answers those that are not the same', () => {
  const other = changed(changed(record, 'language', 'nb'), `${value}.text`, 'others');
  expect(differingPart(other, record, ['language'])).toBe('language "nb"');
  expect(differingPart(other, record, ['responseSet'])).toMatch(/^responseSet (?!\[).*others/);
});

describe('a record shown again', () => {
  test.each([
    ['language', 'Norwegian', 'language'],
    ['surveyName', 'Another', 'surveyName'],
    [`${value}.text`, 'others', 'responseSet'],
    ['duplicate', true],
    ['dataQuality', 'flagged'],
    ['browser', absent],
    ['browser', 'Firefox 140'],
    ['location.longitude', 71.6, 'location'],
    ['location.longitude', 8.5],
    ['location', null],
    [`${value}.other`, '', 'responseSet'],
    [`${value}.scale`, '', 'responseSet'],
    [`${value}.scale`, '4'],
    [`${value}.scale`, absent],
    [`${value}.weight`, 2, 'responseSet'],
    [`${value}.weight`, 1.7],
  ])('%s %j', (member, other, ...names) => {
    expect(differingMembers(record, record, changed(record, member, other))).toEqual(names);
  });

  test('with a name that its creation left out', () => {
    expect(differingMembers(record, changed(record, 'surveyName', ''), record)).toEqual(['surveyName']);
    const nameless = changed(record, 'surveyName', null);
    expect(differingMembers(record, nameless, nameless)).toEqual([]);
  });

  test('with members of its own that are others each time', () => {
    const shownAt = (when: string) => changed(record, 'customVariables.shown', [when]);
    expect(differingMembers(record, shownAt('then'), shownAt('now'))).toEqual([]);
  });

  test('with members that were not sent, or kept as something else', () => {
    const found = changed(record, 'language', 'Norwegian');
    expect(differingMembers({}, record, found)).toEqual([]);
    expect(differingMembers(changed(record, 'language', 'Danish'), record, found)).toEqual([]);
  });

  test('with members that have each other’s values', () => {
    const { latitude, longitude } = record.location;
    const location = { ...record.location, latitude: longitude, longitude: latitude };
    expect(differingMembers(record, record, { ...record, location })).toEqual(['location']);
    const { browser, osDeviceType } = record;
    const exchanged = { ...record, browser: osDeviceType, osDeviceType: browser };
    expect(differingMembers(record, record, exchanged)).toEqual(['browser', 'osDeviceType']);
  });

  test('in another order is the same', () => {
    const [question] = record.responseSet;
    const two = { ...record, responseSet: [question, { ...question, questionID: 4 }] };
    expect(differingMembers(two, two, { ...two, responseSet: two.responseSet.toReversed() })).toEqual([]);
  });

  test('with an answer twice, in another order, is the same', () => {
    const [question] = record.responseSet;
    const [answer] = question?.answerValues ?? [];
    const other = { ...answer, value: { ...answer?.value, other: 'another' } };
    const twice = (answerValues: readonly unknown[]) => ({ ...record, responseSet: [{ ...question, answerValues }] });
    expect(differingMembers({}, twice([answer, other]), twice([other, answer]))).toEqual([]);
  });
});
