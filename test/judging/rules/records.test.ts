import { describe, expect, test } from 'vitest';
import { judgeAdministration } from '../../../src/judging/allRules.ts';
import {
  judgeFreeText,
  judgeNothingMade,
  judgeOptionalMembers,
  judgeOwnRecord,
  judgeRecordIds,
  judgeTextless,
  judgeWithoutSet,
  judgeWrongSet,
} from '../../../src/judging/rules/records.ts';
import { absent, answerOf, Collected, changed, failing } from '../../support/judging.ts';
import { record } from './sampleRecords.ts';

const path = '/surveys/1001/responses';

function clausesOf(endpoint: 'create-response' | 'fetch-response', response: unknown): readonly string[] {
  const answer = answerOf(endpoint, endpoint === 'fetch-response' ? `${path}/7` : path, { response, requestID: 'r' });
  return failing((findings) => judgeAdministration(findings, answer));
}

describe('a fetched record', () => {
  const question = 'responseSet.0';
  const value = `${question}.answerValues.0.value`;
  const cases: [string, unknown, ...string[]][] = [
    ['responseID', '7', 'RECORD-ID-01'],
    ['surveyID', 1002, 'RECORD-SURVEY-ID-01'],
    ['surveyName', null, 'RECORD-SURVEY-NAME-01'],
    ['ipAddress', '::ffff:127.0.0.1', 'RECORD-IP-01'],
    ['ipAddress', '', 'RECORD-IP-02'],
    ['timestamp', '07 Mar, 2026 00:05:03 AM UTC', 'RECORD-TIMESTAMP-01'],
    ['timestamp', '07 Sept, 2026 09:05:03 PM UTC', 'RECORD-TIMESTAMP-01', 'RECORD-TIMESTAMP-02'],
    ['timestamp', '07 March, 2026 09:05:03 PM UTC', 'RECORD-TIMESTAMP-01', 'RECORD-TIMESTAMP-02'],
    ['timestamp', '2026-03-07T21:05:03Z', 'RECORD-TIMESTAMP-01', 'RECORD-TIMESTAMP-02'],
    ['timestamp', '07 März, 2026 09:05:03 PM GMT+05:45', 'RECORD-TIMESTAMP-02'],
    ['utctimestamp', '1', 'RECORD-UTC-01'],
    ['utctimestamp', absent, 'RESPONSE-FETCH-UTC-01'],
    ['location', null, 'RECORD-LOCATION-01'],
    ['location.latitude', '1', 'RECORD-LATITUDE-01'],
    ['duplicate', 0, 'RECORD-DUPLICATE-01'],
    ['customVariables.custom5', absent, 'RESPONSE-FETCH-02'],
    ['customVariables.custom5', 5, 'RECORD-CUSTOM-01'],
    ['browser', absent, 'RESPONSE-FETCH-02'],
    [`${question}.imageUrl`, absent],
    [`${question}.imageUrl`, 1, 'RECORD-QUESTION-IMAGE-01'],
    [`${question}.questionID`, absent, 'RESPONSE-FETCH-02'],
    [`${value}.fileLink`, null, 'RECORD-VALUE-FILE-01'],
    [`${value}.weight`, '1', 'RECORD-VALUE-WEIGHT-01'],
    [value, 'words', 'RECORD-VALUE-01'],
    ['extra', { anything: 1 }],
  ];
  test('as the document shows it fails nothing', () => expect(clausesOf('fetch-response', record)).toEqual([]));
  test.each(cases)('%s %j', (member, wrong, ...clauses) => {
    expect(clausesOf('fetch-response', changed(record, member, wrong))).toEqual(clauses);
  });
  test('that is none', () => expect(clausesOf('fetch-response', null)).toEqual(['RESPONSE-FETCH-01']));
});

describe('a created record', () => {
  test.each([
    ['responseID', absent, 'RESPONSE-CREATE-ID-01'],
    ['surveyName', absent, 'RESPONSE-CREATE-NAME-01'],
    ['dataQuality', absent, 'RESPONSE-CREATE-QUALITY-01'],
    ['timeTaken', '12', 'RECORD-TIME-TAKEN-01'],
    // Only the three are promised; the rest of the record may be fetched.
    ['browser', absent],
    ['utctimestamp', absent],
  ])('%s %j', (member, wrong, ...clauses) => {
    expect(clausesOf('create-response', changed(record, member, wrong))).toEqual(clauses);
  });
  test.each([true, null])('that is none: %j', (none) => {
    expect(clausesOf('create-response', none)).toEqual(['RESPONSE-CREATE-SHAPE-01']);
  });
});

describe('creation', () => {
  const granted = answerOf('create-response', path, { response: record, requestID: 'r' });
  const refused = answerOf('create-response', path, { response: { error: {} } }, 400);
  const optional = (minimal: typeof granted, full: typeof granted) =>
    failing((findings) => judgeOptionalMembers({ minimal: findings, full: findings }, minimal, full, true));
  test('what is granted with optional members is granted without, and the other way round', () => {
    expect(optional(granted, granted)).toEqual([]);
    expect(optional(refused, granted)).toEqual(['RESPONSE-CREATE-01']);
    expect(optional(granted, refused)).toEqual(['RESPONSE-CREATE-02']);
    expect(optional(refused, refused)).toEqual([]);
  });
  test('without responseSet any refusal will do', () => {
    expect(failing((findings) => judgeWithoutSet(findings, refused))).toEqual([]);
    expect(failing((findings) => judgeWithoutSet(findings, granted))).toEqual(['RESPONSE-CREATE-03']);
  });
  test('without responseSet nothing is found that it made', () => {
    const found = answerOf('filter-responses', `${path}/filter?extRef=mine`, { response: [record], requestID: 'r' });
    expect(failing((findings) => judgeNothingMade(findings, found, 'yours'))).toEqual([]);
    expect(failing((findings) => judgeNothingMade(findings, found, 'mine'))).toEqual(['RESPONSE-CREATE-03']);
  });
  test('of a responseSet that is no array any refusal will do', () => {
    expect(failing((findings) => judgeWrongSet(findings, refused, 'words'))).toEqual([]);
    expect(failing((findings) => judgeWrongSet(findings, granted, 'words'))).toEqual(['RESPONSE-CREATE-04']);
  });
  test('ids differ', () => {
    expect(failing((findings) => judgeRecordIds(findings, ['1', '2']))).toEqual([]);
    expect(failing((findings) => judgeRecordIds(findings, ['1', '2', '1']))).toEqual(['RESPONSE-UNIQUE-01']);
  });
  test('an id gives its own record', () => {
    const other = answerOf('fetch-response', `${path}/7`, { response: { ...record, externalReference: 'canvass-b' } });
    expect(failing((findings) => judgeOwnRecord(findings, other, 'canvass-a'))).toEqual(['RESPONSE-UNIQUE-01']);
    expect(failing((findings) => judgeOwnRecord(findings, other, 'canvass-b'))).toEqual([]);
  });
});

test('a list of what are no records has none to judge', () => {
  const none = answerOf('list-responses', path, { response: [null], requestID: 'r' });
  expect(failing((findings) => judgeAdministration(findings, none))).toContain('RESPONSE-LIST-01');
});

describe('free texts', () => {
  test('are in value.text', () => {
    const moved = changed(
      changed(record, 'responseSet.0.answerValues.0.value.text', ''),
      'responseSet.0.answerValues.0.value.other',
      'words',
    );
    expect(failing((findings) => judgeFreeText(findings, record, ['words']))).toEqual([]);
    expect(failing((findings) => judgeFreeText(findings, record, ['others']))).toEqual([]);
    const found = new Collected();
    judgeFreeText(found, moved, ['words']);
    const actual = expect.stringMatching(/^value\.other of question \d+ has it$/);
    expect(found.failed).toMatchObject([{ clause: 'RECORD-FREE-TEXT-01', actual }]);
  });
  test('are in the record of whoever gave them', () => {
    expect(failing((findings) => judgeTextless(findings, 'record 7', ['others']))).toEqual(['RECORD-FREE-TEXT-01']);
  });
});
