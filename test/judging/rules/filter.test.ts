import { describe, expect, test } from 'vitest';
import { judgeAdministration } from '../../../src/judging/allRules.ts';
import {
  judgeFiltered,
  judgeFilterLinks,
  judgeFoundByBoth,
  judgeNoneFound,
  judgeSpecialFound,
  judgeStrangers,
} from '../../../src/judging/rules/filter.ts';
import { absent, answerOf, Collected, changed, failing } from '../../support/judging.ts';
import { pagination, record } from './sampleRecords.ts';

const path = '/surveys/1001/responses/filter';

function found(records: readonly object[], query = 'custom1=a&page=1&perPage=9') {
  const paging = { ...pagination(`${path}?custom1=a&`, 1), totalItems: records.length, totalPages: 1, perPage: 9 };
  const links = { ...paging.links, next: null };
  return answerOf('filter-responses', `${path}?${query}`, { response: records, pagination: { ...paging, links } });
}

describe('a filter', () => {
  const other = changed({ ...record, responseID: 8 }, 'customVariables.custom1', 'b');
  const longer = changed({ ...record, responseID: 9 }, 'customVariables.custom1', 'A and more');
  const clausesOf = (records: readonly object[], wanted = ['7']) =>
    failing((findings) => {
      judgeFiltered(findings, { answer: found(records), parameter: 'custom1', value: 'a', wanted });
      judgeStrangers(findings, found(records));
    });

  test('finds what has the value, and may match more loosely', () => {
    expect(clausesOf([record])).toEqual([]);
    expect(clausesOf([record, longer])).toEqual([]);
  });
  test('does not find it', () => expect(clausesOf([])).toEqual(['RESPONSE-FILTER-CUSTOM1-01']));
  test('finds one of two', () => expect(clausesOf([record], ['7', '9'])).toEqual(['RESPONSE-FILTER-CUSTOM1-01']));
  test('finds what cannot match', () =>
    expect(clausesOf([record, other])).toEqual(['RESPONSE-FILTER-CUSTOM1-01', 'RESPONSE-FILTER-LOOSE-01']));
  test('finds what resembles it', () => {
    const alike = changed({ ...record, responseID: 8 }, 'customVariables.custom1', 'canvass-2-custom1');
    const answer = found(
      [changed(record, 'customVariables.custom1', 'canvass-1-custom1'), alike],
      'custom1=canvass-1-custom1',
    );
    expect(failing((findings) => judgeStrangers(findings, answer))).toEqual(['RESPONSE-FILTER-LOOSE-01']);
  });
  test.each([
    ['custom1=zz9&page=2&perPage=1', ['RESPONSE-FILTER-CUSTOM1-01', 'RESPONSE-FILTER-LOOSE-01']],
    ['custom2=zz9&extRef=0', ['RESPONSE-FILTER-CUSTOM2-01', 'RESPONSE-FILTER-LOOSE-01']],
    ['extRef=00', ['RESPONSE-FILTER-EXTREF-01', 'RESPONSE-FILTER-LOOSE-01']],
    ['custom2=zz9&custom1=A', []],
    ['custom1=the+letter+a', ['RESPONSE-FILTER-LOOSE-01']],
    ['custom1=&page=2', []],
    ['page=2&custom6=zz9', []],
  ])('%s finds a record with custom1=a', (query, clauses) =>
    expect(failing((findings) => judgeStrangers(findings, found([record], query)))).toEqual(clauses),
  );
  test.each([
    ['custom1', 'RESPONSE-FILTER-CUSTOM1-01'],
    ['custom2', 'RESPONSE-FILTER-CUSTOM2-01'],
    ['custom3', 'RESPONSE-FILTER-CUSTOM3-01'],
    ['custom4', 'RESPONSE-FILTER-CUSTOM4-01'],
    ['custom5', 'RESPONSE-FILTER-CUSTOM5-01'],
    ['extRef', 'RESPONSE-FILTER-EXTREF-01'],
  ] as const)('by %s finds those with the value, and no strangers', (parameter, clause) => {
    const answer = found([record], `${parameter}=zz9`);
    const by = (wanted: readonly string[]) =>
      failing((findings) => judgeFiltered(findings, { answer, parameter, value: 'zz9', wanted }));
    expect(by(['7'])).toEqual([]);
    expect(by(['8'])).toEqual([clause]);
    expect(failing((findings) => judgeStrangers(findings, answer))).toContain(clause);
  });
  test('that finds others says how many came, and which', () => {
    const findings = new Collected();
    const more = [7, 8, 9, 10].map((responseID) =>
      changed({ ...record, responseID }, 'customVariables.custom1', `b${responseID}`),
    );
    judgeStrangers(findings, found(more, 'custom1=zz'));
    judgeNoneFound(findings, found(more, 'custom1=zz'));
    expect(findings.failed.map(({ actual, path: at }) => [actual, at])).toEqual([
      ['record 7, 8, 9, of 4 found in all', '?custom1'],
      ['record 7, 8, 9, of 4 found in all', '?custom1'],
      ['record 7, 8, 9, of 4 found in all', '?custom1'],
    ]);
  });
  test('records that do not show the value say nothing', () => {
    const hidden = found([changed(record, 'customVariables', absent)], 'custom1=zz9');
    expect(failing((findings) => judgeStrangers(findings, hidden))).toEqual([]);
  });
  test('without a match', () => {
    const nobody = answerOf('filter-responses', path, { response: { error: {} } }, 404);
    expect(failing((findings) => judgeNoneFound(findings, nobody))).toEqual([]);
    expect(failing((findings) => judgeNoneFound(findings, found([record])))).toEqual(['RESPONSE-FILTER-NONE-01']);
  });
  test('two at once', () => {
    const both = (records: readonly object[]) =>
      failing((findings) => judgeFoundByBoth(findings, found(records, 'custom1=a&extRef=mine'), '7'));
    expect(both([other, record])).toEqual([]);
    expect(both([other])).toEqual(['RESPONSE-FILTER-TWO-01']);
    const refused = answerOf('filter-responses', `${path}?custom1=a&extRef=mine`, { response: { error: {} } }, 400);
    expect(failing((findings) => judgeFoundByBoth(findings, refused, '7'))).toEqual(['RESPONSE-FILTER-TWO-02']);
  });
  test('a short value', () => {
    const short = { answer: found([]), parameter: 'extRef', value: '0', wanted: ['7'] } as const;
    expect(failing((findings) => judgeSpecialFound(findings, short))).toEqual(['RESPONSE-FILTER-SHORT-01']);
  });
  test('special characters', () => {
    const special = { answer: found([]), parameter: 'extRef', value: 'a & b', wanted: ['7'] } as const;
    expect(failing((findings) => judgeSpecialFound(findings, special))).toEqual(['RESPONSE-FILTER-SPECIAL-01']);
    const comma = { ...special, value: 'one, two' };
    expect(failing((findings) => judgeSpecialFound(findings, comma))).toEqual(['RESPONSE-FILTER-SHORT-01']);
  });
});

describe('links of a filter', () => {
  const clausesOf = (next: string) => {
    const links = { self: next, first: next, last: next, prev: null, next: null };
    const answer = answerOf('filter-responses', `${path}?custom1=${encodeURIComponent('a & b')}&page=1`, {
      response: [],
      pagination: { ...pagination(), links },
    });
    return failing((findings) => judgeFilterLinks(findings, answer));
  };
  test.each([
    '?custom1=a%20%26%20b&page=1&perPage=2',
    `http://host/a/api/v2${path}?perPage=2&page=1&custom1=a+%26+b`,
    'filter?page=1&custom1=a%20%26+b&perPage=2',
  ])('%s', (link) => expect(clausesOf(link)).toEqual([]));
  test('a plus that is itself', () => {
    const links = { ...pagination().links, self: '?custom1=a+b&page=1&perPage=2', first: null, last: null };
    const answer = answerOf('filter-responses', `${path}?custom1=a%2Bb`, {
      response: [],
      pagination: { ...pagination(), links: { ...links, prev: null, next: null } },
    });
    expect(failing((findings) => judgeFilterLinks(findings, answer))).toEqual([]);
  });
  test.each(['?page=1&perPage=2', '?custom1=a&page=1&perPage=2', '?custom1=a%20%26%20b&page=1'])('%s', (link) =>
    expect(clausesOf(link)).toEqual(['RESPONSE-FILTER-LINKS-01']),
  );
});

describe('one answer of the filter', () => {
  const clausesOf = (records: readonly object[]) =>
    failing((findings) => judgeAdministration(findings, found(records)));
  test('as it should be', () => expect(clausesOf([record])).toEqual([]));
  test('without utctimestamp', () =>
    expect(clausesOf([changed(record, 'utctimestamp', absent)])).toEqual(['RESPONSE-FILTER-UTC-01']));
  test('of another survey', () => expect(clausesOf([{ ...record, surveyID: 2 }])).toEqual(['RECORD-SURVEY-ID-01']));
  test('without pagination', () => {
    const bare = answerOf('filter-responses', path, { response: [record] });
    expect(failing((findings) => judgeAdministration(findings, bare))).toEqual(['RESPONSE-FILTER-01']);
  });
});
