import { describe, expect, test } from 'vitest';
import { judgeAdministration } from '../../../src/judging/allRules.ts';
import { judgeFetchedCreated, judgeListedRecord, judgeReadings } from '../../../src/judging/rules/responses.ts';
import { absent, answerOf, Collected, changed, failing } from '../../support/judging.ts';
import { pagination, record } from './sampleRecords.ts';

describe('one answer of the list', () => {
  const body = { response: [record, { ...record, responseID: 8 }], pagination: pagination('?', 1), requestID: 'r' };
  const clausesOf = (changedBody: unknown) => {
    const answer = answerOf('list-responses', '/surveys/1001/responses?page=1&perPage=2', changedBody);
    return failing((findings) => judgeAdministration(findings, answer));
  };
  test.each([
    ['requestID', 'r'],
    ['pagination', absent, 'RESPONSE-LIST-01'],
    ['response', {}, 'RESPONSE-LIST-01'],
    ['response.1.surveyID', 1, 'RECORD-SURVEY-ID-01'],
    ['response.1.utctimestamp', absent, 'RESPONSE-LIST-UTC-01'],
    ['response.1.location', null, 'RECORD-LOCATION-01'],
    // A list may show less of a record than a fetch.
    ['response.1.responseSet', absent],
  ])('%s %j', (member, wrong, ...clauses) => {
    expect(clausesOf(changed(body, member, wrong))).toEqual(clauses);
  });
});

describe('a created record read back', () => {
  const fetched = (found: typeof record | undefined) =>
    failing((findings) => judgeFetchedCreated(findings, { body: record, created: record, found }));
  const listed = (found: typeof record | undefined) =>
    failing((findings) => judgeListedRecord(findings, { body: record, created: record, found }));

  test('as it was created', () => {
    expect(fetched(record)).toEqual([]);
    expect(listed(record)).toEqual([]);
  });
  test('computed members may change', () => {
    expect(fetched({ ...record, duplicate: true, dataQualityScore: 1 })).toEqual([]);
  });
  test('another one is named by its id', () => {
    const findings = new Collected();
    judgeFetchedCreated(findings, { body: record, created: record, found: { ...record, responseID: 6 } });
    expect(findings.failed.map(({ expected, actual }) => [expected, actual])).toEqual([['record 7', 'record 6']]);
  });
  test('another, none, or altered', () => {
    expect(fetched({ ...record, responseID: 6 })).toEqual(['RESPONSE-FETCH-01']);
    expect(fetched(undefined)).toEqual(['RESPONSE-FETCH-01']);
    expect(fetched({ ...record, language: 'Norwegian' })).toEqual(['RESPONSE-FETCH-03']);
    expect(listed(undefined)).toEqual(['RESPONSE-LIST-02']);
    expect(listed({ ...record, externalReference: '' })).toEqual(['RESPONSE-LIST-02']);
  });
});

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
