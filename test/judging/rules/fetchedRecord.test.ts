import { describe, expect, test } from 'vitest';
import { judgeReadings } from '../../../src/judging/rules/fetchedRecord.ts';
import { absent, changed, failing } from '../../support/judging.ts';
import { record } from './sampleRecords.ts';

const question = 'responseSet.0';
const value = `${question}.answerValues.0.value`;
const filled = [
  ['customVariables.custom2', 'b'],
  [`${value}.scale`, '3'],
  [`${value}.weight`, 2.5],
] as const;
const listed = filled.reduce((made, [path, given]) => changed(made, path, given), record);

describe('a listed record, fetched', () => {
  const judged = (fetched: typeof record | undefined) =>
    failing((findings) => judgeReadings(findings, listed, fetched));

  test('is the same, another, or none', () => {
    expect(judged(listed)).toEqual([]);
    expect(judged({ ...listed, responseID: 8 })).toEqual(['RESPONSE-FETCH-01']);
    expect(judged(undefined)).toEqual(['RESPONSE-FETCH-01']);
  });

  test.each([
    ['customVariables.custom1', 'b', 'RESPONSE-FETCH-03'],
    ['externalReference', 'another', 'RESPONSE-FETCH-03'],
    [`${value}.text`, 'others', 'RESPONSE-FETCH-03'],
    ['ipAddress', '203.0.113.10', 'RESPONSE-FETCH-04'],
    ['timeTaken', 0, 'RESPONSE-FETCH-04'],
    ['timestamp', '07 Mar, 2026 09:05:03 PM EST', 'RESPONSE-FETCH-04'],
    ['location.latitude', 40, 'RESPONSE-FETCH-04'],
    [`${question}.questionCode`, 'Q4', 'RESPONSE-FETCH-04'],
    [`${value}.scale`, '-1', 'RESPONSE-FETCH-04'],
    [`${value}.weight`, 0, 'RESPONSE-FETCH-04'],
    // Computed anew, of fewer digits, shown by one of both only, or beyond the document.
    ['dataQuality', 'flagged'],
    ['dataQualityScore', 1],
    ['duplicate', true],
    [`${value}.weight`, 2.500_000_1],
    ['customVariables.custom1', null],
    ['customVariables', absent],
    ['externalReference', ''],
    ['location', null],
    ['responseSet', absent],
    [`${question}.questionCode`, absent],
    ['seenAt', 7],
  ])('with %s %j', (member, other, ...clauses) => {
    expect(judged(changed(listed, member, other))).toEqual(clauses);
  });

  test('with an answer twice, in another order, is the same', () => {
    const [asked] = listed.responseSet;
    const [answer] = asked?.answerValues ?? [];
    const other = { ...answer, value: { ...answer?.value, result: 'another' } };
    const twice = (answerValues: readonly unknown[]) => ({ ...listed, responseSet: [{ ...asked, answerValues }] });
    const clauses = failing((findings) => judgeReadings(findings, twice([answer, other]), twice([other, answer])));
    expect(clauses).toEqual([]);
  });
});
