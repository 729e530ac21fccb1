import { describe, expect, test } from 'vitest';
import { judgeAdministration } from '../../../src/judging/rules/administration.ts';
import { judgeFetchedCreated } from '../../../src/judging/rules/fetchedRecord.ts';
import { judgeListedRecord } from '../../../src/judging/rules/responses.ts';
import { absent, answerOf, changed, failing } from '../../support/judging.ts';
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
  test('another, none, or altered', () => {
    expect(fetched({ ...record, responseID: 6 })).toEqual(['RESPONSE-FETCH-01']);
    expect(fetched(undefined)).toEqual(['RESPONSE-FETCH-01']);
    expect(fetched({ ...record, language: 'Norwegian' })).toEqual(['RESPONSE-FETCH-03']);
    expect(listed(undefined)).toEqual(['RESPONSE-LIST-02']);
    expect(listed({ ...record, externalReference: '' })).toEqual(['RESPONSE-LIST-02']);
  });
});
