import { describe, expect, test } from 'vitest';
import { judgeStored, judgeTextsAlike } from '../../../src/judging/rules/recordEcho.ts';
import { tokenOf } from '../../../src/judging/tokens.ts';
import { absent, Collected, changed, failing } from '../../support/judging.ts';
import { record } from './sampleRecords.ts';

const text = 'responseSet.0.answerValues.0.value.text';

function stored(came: typeof record, body: Readonly<Record<string, unknown>> = record, isSeen = true) {
  return failing((findings) => judgeStored(findings, came, { body, isSeen }));
}

describe('what is stored against what was sent', () => {
  test.each([
    ['ipAddress', '203.0.113.10', 'RESPONSE-ECHO-IP-01'],
    ['timestamp', '07 Mar, 2026 10:05:03 PM CET', 'RESPONSE-ECHO-TIMESTAMP-01'],
    ['timeTaken', 13, 'RESPONSE-ECHO-TIME-TAKEN-01'],
    ['responseStatus', 'Started', 'RESPONSE-ECHO-STATUS-01'],
    ['externalReference', 'min', 'RESPONSE-ECHO-EXTERNAL-01'],
    ['customVariables.custom1', null, 'RESPONSE-ECHO-CUSTOM-01'],
    ['customVariables.custom2', ''],
    ['language', 'Norwegian', 'RESPONSE-ECHO-LANGUAGE-01'],
    ['operatingSystem', 'Other', 'RESPONSE-ECHO-SYSTEM-01'],
    ['currentInset', 'B', 'RESPONSE-ECHO-INSET-01'],
    ['osDeviceType', 'Phone', 'RESPONSE-ECHO-DEVICE-01'],
    ['browser', 'Safari', 'RESPONSE-ECHO-BROWSER-01'],
    ['location.country', 'Chile'],
    ['location.longitude', -record.location.longitude, 'RESPONSE-ECHO-MIRRORED-01'],
    ['timestamp', record.timestamp.replace('UTC', 'CET'), 'RESPONSE-ECHO-MIRRORED-01', 'RESPONSE-ECHO-TIMESTAMP-01'],
    ['timestamp', record.timestamp.replace('PM', 'AM'), 'RESPONSE-ECHO-MIRRORED-01', 'RESPONSE-ECHO-TIMESTAMP-01'],
    ['duplicate', true],
    ['responseSet.0.questionText', '', 'RESPONSE-ECHO-QUESTION-01', 'RESPONSE-ECHO-TEXTS-01'],
    ['responseSet.0.questionText', 'Why? (en)', 'RESPONSE-ECHO-QUESTION-01'],
    ['responseSet.0.answerValues.0.answerText', '', 'RESPONSE-ECHO-TEXTS-01', 'RESPONSE-ECHO-VALUE-01'],
    ['responseSet.0.answerValues.0.value.weight', 2, 'RESPONSE-ECHO-VALUE-01'],
    ['responseSet.0.answerValues.0.answerID', 32, 'RESPONSE-ECHO-ANSWERS-01'],
    [text, 'word', 'RESPONSE-ECHO-ANSWERS-01'],
    ['browser', absent],
    ['responseSet.0.questionCode', absent],
    ['responseSet.0.questionCode', 'Q4', 'RESPONSE-ECHO-QUESTION-01'],
    ['responseSet.0.questionDescription', 'in words'],
    ['responseSet.0.imageUrl', '/image'],
  ])('%s %j', (member, other, ...clauses) => {
    expect(stored(changed(record, member, other))).toEqual(clauses);
  });

  test('a location that is kept is kept whole, one that is derived is not looked at', () => {
    const location = {
      country: 'Chile',
      region: 'Maule',
      latitude: -35.4,
      longitude: -71.6,
      radius: 5,
      countryCode: 'CL',
    };
    const kept = (changes: object) =>
      stored(changed(record, 'location', { ...location, ...changes }), { ...record, location });
    expect(kept({ latitude: -35.44, longitude: -71.62 })).toEqual([]);
    expect(kept({ region: 'CL' })).toEqual(['RESPONSE-ECHO-LOCATION-01']);
    expect(kept({ country: null })).toEqual(['RESPONSE-ECHO-LOCATION-01']);
    expect(kept({ latitude: -71.6, longitude: -35.4 })).toEqual([
      'RESPONSE-ECHO-LOCATION-01',
      'RESPONSE-ECHO-SWAPPED-01',
    ]);
    expect(kept({ longitude: 9.5 })).toEqual(['RESPONSE-ECHO-LOCATION-01']);
    expect(kept({ longitude: 71.6 })).toEqual(['RESPONSE-ECHO-LOCATION-01', 'RESPONSE-ECHO-MIRRORED-01']);
    expect(kept({ country: null, region: '', latitude: 0, longitude: 0 })).toEqual([]);
  });

  test('two members that hold each other’s values', () => {
    const swapped = { ...record, browser: record.operatingSystem, operatingSystem: record.browser };
    expect(stored(swapped as typeof record)).toEqual([
      'RESPONSE-ECHO-BROWSER-01',
      'RESPONSE-ECHO-SWAPPED-01',
      'RESPONSE-ECHO-SYSTEM-01',
    ]);
  });

  test('two members of an answer that hold each other’s values', () => {
    const at = 'responseSet.0.answerValues.0.value';
    const sent = changed(changed(record, `${at}.result`, 'passed'), `${at}.other`, 'a friend');
    const came = changed(changed(record, `${at}.result`, 'a friend'), `${at}.other`, 'passed');
    expect(stored(came, sent)).toEqual(['RESPONSE-ECHO-SWAPPED-01', 'RESPONSE-ECHO-VALUE-01']);
  });

  test('one member is lost among others that are kept, several may be derived', () => {
    const lost = changed(record, 'browser', '');
    expect(stored(lost)).toEqual(['RESPONSE-ECHO-BROWSER-01', 'RESPONSE-ECHO-LOST-01']);
    expect(stored(changed(lost, 'operatingSystem', ''))).toEqual([
      'RESPONSE-ECHO-BROWSER-01',
      'RESPONSE-ECHO-SYSTEM-01',
    ]);
  });

  test('which answer is not stored, and whether others are not', () => {
    const expected = (came: typeof record, body: typeof record) => {
      const findings = new Collected();
      judgeStored(findings, came, { body, isSeen: true });
      return findings.failed.find(({ clause }) => clause === 'RESPONSE-ECHO-ANSWERS-01')?.expected;
    };
    const more = changed(record, 'responseSet', [
      ...record.responseSet,
      ...record.responseSet.map((question) => ({ ...question, questionID: 99 })),
    ]);
    expect(expected(changed(record, 'responseSet', []), more)).toMatch(/, and others$/);
    expect(expected(record, more)).not.toMatch(/, and others$/);
  });

  test('what was not sent, and what was sent once', () => {
    const [question] = record.responseSet;
    const more = { ...record, responseSet: [...record.responseSet, { ...question, questionID: 99 }] } as typeof record;
    expect(stored(more)).toEqual(['RESPONSE-ECHO-ANSWERS-02']);
    const twice = { ...record, responseSet: [...record.responseSet, ...record.responseSet] } as typeof record;
    expect(stored(twice)).toEqual(['RESPONSE-ECHO-ANSWERS-01']);
    const [own, foreign] = [tokenOf('abcdefgh', 1), tokenOf('abcdefgh', 2)];
    const body = { ...record, externalReference: undefined, customVariables: { custom1: own } };
    expect(stored(changed(record, 'customVariables.custom1', own), body)).toEqual([]);
    const mixed = changed(changed(record, 'customVariables.custom1', own), 'externalReference', foreign);
    expect(stored(mixed, body)).toEqual(['RESPONSE-ECHO-OTHERS-01']);
  });

  test('an answer that is not as it was sent is named, with what stands in its place', () => {
    const told = (came: typeof record) => {
      const collected = new Collected();
      judgeStored(collected, came, { body: record, isSeen: true });
      return collected.failed.map(({ expected, actual }) => `${expected} | ${actual}`);
    };
    const [{ questionID = 0, answerValues: [answer] = [] } = {}] = record.responseSet;
    const name = `answer ${answer?.answerID} of question ${questionID}`;
    expect(told(changed(record, text, 'other'))).toEqual([
      expect.stringMatching(`^${name}: ".*" \\| ${name}: "other"$`),
    ]);
    expect(told({ ...record, responseSet: [] })[0]).toMatch(new RegExp(`^${name}.* \\| not stored$`));
  });

  test('a language that no record showed only deviates', () => {
    expect(stored(changed(record, 'language', 'English'), { ...record, language: 'Norwegian' }, false)).toEqual([
      'RESPONSE-ECHO-LANGUAGE-02',
    ]);
  });

  test.each([' padded ', 'a\r\nb', '<b>bold</b>', 'bell\u0007'])('%j may be cleaned', (odd) => {
    expect(stored(changed(record, text, 'words'), changed(record, text, odd))).toEqual(['RESPONSE-ECHO-ODD-01']);
  });

  test.each(['日本', '𝒻𐍈', `"quoted" & 'single'`, 'long '.repeat(1800).trim()])('%j may not', (plain) => {
    const [sent, cut] = [changed(record, text, plain), changed(record, text, plain.slice(0, -1))];
    expect(stored(sent, sent)).toEqual([]);
    expect(stored(cut, sent)).toEqual(['RESPONSE-ECHO-ANSWERS-01']);
  });
});

test.each([
  ['both', [true, true], [true, true]],
  ['neither', [false, false], [false, false]],
  ['one answer', [true, false], [false, true]],
  ['the first answer', [true, false], [true, false], 'RESPONSE-ECHO-VALUE-01'],
] as const)('texts that are kept of %s', (_, inOrder, reversed, ...clauses) => {
  const answering = (ids: readonly number[], keeps: readonly boolean[]) => ({
    responseSet: [
      {
        questionID: 3,
        answerValues: ids.map((id, at) => ({ answerID: id, value: { text: keeps[at] ? `of ${id}` : '' } })),
      },
    ],
  });
  const records = [
    { body: answering([31, 32], [true, true]), created: answering([31, 32], inOrder) },
    { body: answering([32, 31], [true, true]), created: answering([32, 31], reversed) },
  ];
  expect(failing((findings) => judgeTextsAlike(findings, records))).toEqual(clauses);
});
