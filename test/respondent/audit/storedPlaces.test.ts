import { describe, expect, test } from 'vitest';
import { QuestionReader } from '../../../src/judging/reading/questionReader.ts';
import { tokenOf } from '../../../src/judging/tokens.ts';
import { type Audited, auditCompletions } from '../../../src/respondent/audit/auditCompletions.ts';
import { usualAudit } from '../../../src/respondent/audit/auditOptions.ts';
import { CompletionLedger } from '../../../src/respondent/audit/completionLedger.ts';
import type { AuditedRecord, RecordSource } from '../../../src/respondent/audit/recordSource.ts';

const runTag = 'abcdefgh';
const walks = 24;

type Values = AuditedRecord['responseSet'][number]['answerValues'];

/** What one respondent gave: an option, a text, a rank, an allocation, a date with a time, and one of a calendar. */
interface Given {
  readonly token: string;
  readonly option: number;
  readonly rank: number;
  readonly points: number;
  readonly day: number;
  readonly month: number;
}

function given(index: number): Given {
  const token = tokenOf(runTag, index);
  return {
    token,
    option: 51 + (index % 3),
    rank: 1 + (index % 3),
    points: 40 + index,
    day: 13 + index,
    month: 1 + index,
  };
}

function bodyOf({ token, option, rank, points, day, month }: Given): string {
  const date = { dt_day_4: String(day), dt_month_4: String(month), dt_year_4: '2024' };
  const time = { dt_hr_4: '2', dt_min_4: '30', dt_ampm_4: 'PM' };
  const calendar = { dt_cal_6: `2024-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` };
  const numbers = { r_2: String(rank), s_3: String(points) };
  return JSON.stringify({ u_5: String(option), t_1: token, ...numbers, ...date, ...time, ...calendar });
}

const value = (answerID: number, members: object = {}): Values[number] => ({ answerID, value: { ...members } });
const choice = ({ option }: Given) => value(option);
const text = ({ token }: Given) => value(1, { text: token, weight: 0 });
const rank = (each: Given) => value(2, { scale: String(each.rank), weight: 1 });
const points = (each: Given) => value(3, { weight: each.points });
const date = ({ day, month }: Given) => value(4, { text: `${month}/${day}/2024 14:30` });

const calendar = ({ day, month }: Given) => value(6, { text: `2024-${month}-${day}` });
const dates = (each: Given): Values => [date(each), calendar(each)];
const whole = (each: Given): Values => [choice(each), text(each), rank(each), points(each), ...dates(each)];

/** Audits walks whose records hold what `stored` says; the last of several records of one is that of another. */
async function audited(
  stored: (each: Given, index: number, look: number) => Values,
  give: (index: number) => Given = given,
): Promise<Audited> {
  const ledger = new CompletionLedger(() => 0);
  const all = Array.from({ length: walks }, (_, index) => give(index));
  for (const each of all) {
    ledger.accepted({ surveyId: 7, token: each.token, pages: [{ questions: [], body: bodyOf(each), certain: true }] });
  }
  return await auditOf(ledger, (look) =>
    all.map((each, index) => [{ questionID: 9, answerValues: stored(each, index, look) }]),
  );
}

/** @param sets the answers of each record, by the look at them */
async function auditOf(
  ledger: CompletionLedger,
  sets: (look: number) => readonly AuditedRecord['responseSet'][],
  fetched = sets,
): Promise<Audited> {
  let look = 0;
  const recordsNow = (by = sets): AuditedRecord[] =>
    by(look).map((responseSet, index) => ({ responseID: index + 1, responseSet }));
  const source: RecordSource = {
    page: async () => ({ records: recordsNow(), unreadable: 0, totalItems: walks, totalPages: 1 }),
    one: async (id) => recordsNow(fetched).find(({ responseID }) => responseID === id) ?? 'HTTP 404',
    nowMs: () => look * 100,
    wait: async () => {
      look++;
    },
  };
  const options = { ...usualAudit, runTag, surveyId: 7, totalBefore: 0, settleMs: 10 };
  return await auditCompletions([ledger.kept()], source, options);
}

/** The last record otherwise. */
const last =
  (changed: (each: Given) => Values) =>
  (each: Given, index: number): Values =>
    index === walks - 1 ? changed(each) : whole(each);

function kinds(result: Audited): readonly string[] {
  return [...result.completions()].flatMap(({ outcome }) =>
    outcome.differences.map(({ kind, became }) => `${kind} ${became[0] ?? 'another'}`),
  );
}

describe('answers of every kind, wherever a service stores them', () => {
  test.each<[string, (each: Given) => Values, string[]]>([
    ['as they were given', whole, []],
    ['another option', (each) => [value(54), ...whole(each).slice(1)], ['choices another']],
    ['no option', (each) => whole(each).slice(1), ['choices missing']],
    ['one more option', (each) => [value(54), ...whole(each)], ['choices another']],
    ['the text twice', (each) => [...whole(each), text(each)], ['texts another']],
    [
      'the beginning of the text',
      (e) => [choice(e), value(1, { text: e.token.slice(0, -3) }), rank(e), points(e), ...dates(e)],
      ['texts cut'],
    ],
    [
      'the rank as 0',
      (e) => [choice(e), text(e), value(2, { scale: '0' }), points(e), ...dates(e)],
      ['numbers another'],
    ],
    ['no allocation', (e) => [choice(e), text(e), rank(e), ...dates(e)], ['numbers missing']],
    [
      'day and month exchanged',
      (e) => [...whole(e).slice(0, 4), date({ ...e, day: e.month, month: e.day }), calendar(e)],
      ['dates day-month'],
    ],
    ['no date', (each) => whole(each).slice(0, -1), ['dates missing']],
  ])('%s', async (_, changed, expected) => {
    const result = await audited(last(changed));
    expect(kinds(result)).toEqual(expected);
    expect(result.audit.altered).toBe(Math.min(1, expected.length));
    expect(result.audit).not.toHaveProperty('uncompared');
  });

  test.each([
    ['another option', (each: Given) => [value(54), ...whole(each).slice(1)], /^choices: "\d+" became "54"$/],
    ['none', (each: Given) => whole(each).slice(1), /^choices: "\d+" became nothing$/],
  ] as const)('of a choice it is said that %s stands in its place', async (_, changed, expected) => {
    const { outcome } = [...(await audited(last(changed))).completions()].at(-1) ?? { outcome: { differences: [] } };
    expect(outcome.differences.map(({ words }) => words)).toEqual([expect.stringMatching(expected)]);
  });

  test('of what stands nowhere is said that it was not compared', async () => {
    const result = await audited((each) => [choice(each), text(each), points(each)]);
    expect(kinds(result)).toEqual([]);
    expect(result.audit.uncompared).toEqual([
      'where ranks are stored was not recognized: they were not compared',
      'where dates with a time are stored was not recognized: they were not compared',
      'where dates of calendars are stored was not recognized: they were not compared',
    ]);
  });

  test.each<[string, (each: Given) => Values, string, string[]]>([
    ['points that are one more each', (each) => [value(3, { weight: each.points + 1 })], 'allocations', ['numbers']],
    ['points as shares of a hundred', (each) => [value(3, { weight: each.points / 100 })], 'allocations', []],
    ['ranks from 0', (each) => [value(2, { scale: each.rank - 1, weight: 1 })], 'ranks', []],
    [
      'dates as year, day, month',
      (each) => [calendar({ ...each, day: each.month, month: each.day })],
      'dates',
      ['dates day-month'],
    ],
    ['dates as hours since the epoch', ({ day }) => [value(6, { text: String(474_000 + day * 24) })], 'dates', []],
  ])('%s', async (_, changed, kind, expected) => {
    const ids = new Set(changed(given(0)).map(({ answerID }) => answerID));
    const others = (each: Given) => whole(each).filter(({ answerID }) => !ids.has(answerID));
    const result = await audited((each) => [...others(each), ...changed(each)]);
    expect(new Set(kinds(result))).toEqual(
      new Set(expected.map((change) => (change.includes(' ') ? change : `${change} another`))),
    );
    expect(result.audit.altered).toBe(expected.length === 0 ? 0 : walks);
    expect(JSON.stringify(result.audit.uncompared ?? '').includes(`where ${kind}`)).toBe(expected.length === 0);
  });

  test('and of what everybody answered alike: a default looks the same', async () => {
    const result = await audited(whole, (index) => ({ ...given(index), rank: 1 }));
    expect(result.audit.uncompared).toEqual([
      'where ranks are stored cannot be told from answers that are all the same: they were not compared',
    ]);
  });

  test('texts that are kept elsewhere are not altered, but in the wrong place', async () => {
    const result = await audited((each) => [choice(each), value(1, { other: each.token }), ...whole(each).slice(2)]);
    expect(result.audit).toMatchObject({ altered: 0, misplaced: walks, withTexts: walks });
  });

  test('texts that are gone leave their record its choices', async () => {
    const result = await audited((each) => [choice(each), value(1, { text: '' }), ...whole(each).slice(2)]);
    expect(result.audit).toMatchObject({ lost: 0, stored: walks, altered: walks });
    expect(new Set(kinds(result))).toEqual(new Set(['texts missing']));
  });
});

test.each<[string, (each: Given) => Values, string[]]>([
  ['as they were given', (each) => [rank(each)], []],
  ['in a writing of its own', (each) => [value(2, { result: `#${each.rank}` })], []],
  ['not at all', () => [], ['numbers missing']],
  ['as a default', () => [value(2, { scale: '0' })], ['numbers missing']],
])('ranks whose question is known are kept %s', async (_, stored, expected) => {
  const questions = [
    { id: 11, type: 'T', paramPrefix: 't_', answers: [{ id: 1 }] },
    { id: 12, type: 'R', paramPrefix: 'r_', answers: [{ id: 2, text: 'an item' }] },
  ].flatMap(({ paramPrefix, ...question }) => {
    const json = { ...question, text: '', formParam: { paramPrefix, paramIdType: 'answerId' } };
    return new QuestionReader().of(JSON.stringify(json), '').question ?? [];
  });
  const all = Array.from({ length: walks }, (_, index) => given(index));
  const ledger = new CompletionLedger(() => 0);
  for (const { token, rank } of all) {
    const body = JSON.stringify({ t_1: token, r_2: String(rank) });
    ledger.accepted({ surveyId: 7, token, pages: [{ questions, body, certain: true }] });
  }
  const result = await auditOf(ledger, () =>
    all.map((each) => [
      { questionID: 11, answerValues: [text(each)] },
      { questionID: 12, answerValues: stored(each) },
    ]),
  );
  expect([...new Set(kinds(result))]).toEqual(expected);
  expect(result.audit).toMatchObject({ stored: walks, altered: expected.length * walks });
});

test.each([
  ['in a list alone', whole, true],
  ['wherever it is asked for', undefined, false],
])('a record that is another %s says whether its ways disagree', async (_, fetchedAs, disagree) => {
  const ledger = new CompletionLedger(() => 0);
  const all = Array.from({ length: walks }, (_each, index) => given(index));
  for (const each of all)
    ledger.accepted({ surveyId: 7, token: each.token, pages: [{ questions: [], body: bodyOf(each), certain: true }] });
  const set = (values: Values): AuditedRecord['responseSet'] => [{ questionID: 9, answerValues: values }];
  const wrong = last((each) => [value(54), ...whole(each).slice(1)]);
  const listed = () => all.map((each, index) => set(wrong(each, index)));
  const result = await auditOf(ledger, listed, fetchedAs && (() => all.map((each) => set(fetchedAs(each)))));
  const words = [...result.completions()].flatMap(({ outcome }) => outcome.differences.map((each) => each.words));
  expect(words).toHaveLength(1);
  expect(words[0]?.endsWith('; list, filter and fetch disagree')).toBe(disagree);
});

describe('texts that are cut', () => {
  const long = ({ token, points: length }: Given): string =>
    `${token} ${'a text of mine '.repeat(length % 5)}with an end`;
  const cutAt = async (lengthOf: (text: string, index: number) => number): Promise<Audited> => {
    const ledger = new CompletionLedger(() => 0);
    const all = Array.from({ length: walks }, (_each, index) => given(index));
    for (const each of all) {
      const body = JSON.stringify({ t_1: long(each) });
      ledger.accepted({ surveyId: 7, token: each.token, pages: [{ questions: [], body, certain: true }] });
    }
    return await auditOf(ledger, () =>
      all.map((each, index) => {
        const kept = long(each).slice(0, lengthOf(long(each), index));
        return [{ questionID: 9, answerValues: [value(1, { text: kept, weight: 0 })] }];
      }),
    );
  };

  test.each([
    ['after the same number of characters', () => 27, { words: 'after 27 characters', of: 24, others: 0 }],
    [
      'at times',
      (text: string, index: number) => (index % 8 < 2 ? 27 : text.length),
      { words: 'after 27 characters', failed: 6, of: 24 },
    ],
    ['each at another length', (text: string) => text.length - 3, undefined],
  ])('are told with it where it is %s', async (_how, lengthOf, condition) => {
    const result = await cutAt(lengthOf);
    expect(result.audit.altered).toBeGreaterThan(0);
    if (condition === undefined) expect(result.conditions.get('altered')).toBeUndefined();
    else expect(result.conditions.get('altered')).toMatchObject(condition);
    const [words] = [...result.completions()].flatMap(({ outcome }) => outcome.differences.map((each) => each.words));
    expect(words).toMatch(
      /^texts: only the first \d+ of \d+ characters are stored, up to "[^"]+"; "[^"]+" is what comes next$/,
    );
  });
});

test('numbers whose place the records leave open are compared where those of another survey are', async () => {
  const another: Given['rank'][] = [1, 3, 1];
  // Ranks counted from the end would look like this too.
  const stored = (each: Given) => whole({ ...each, rank: another[each.rank - 1] ?? 2 });
  const open = await audited((each) => stored(each));
  expect(open.audit.altered).toBe(0);
  const compared = open.comparedAt(new Map([['rank', 'scale']]));
  expect(compared.reconciliation.unlearnt).toEqual([]);
  expect(new Set(kinds(compared))).toEqual(new Set(['numbers another']));
  expect(compared.audit.altered).toBe((walks * 2) / 3);
  expect((await audited(whole)).comparedAt(new Map([['rank', 'weight']])).audit.altered).toBe(0);
});

test('what a late store showed first says nothing against it', async () => {
  const half = (each: Given): Values => whole(each).slice(0, 2);
  // One without a token is waited for, so that there is a second look.
  const result = await audited((each, index, look) =>
    look > 0 ? whole(each) : index === 0 ? [] : index === 1 ? half(each) : whole(each),
  );
  expect(result.audit).toMatchObject({ stored: walks, lost: 0, altered: 0 });
  expect(result.audit.visibility?.looks).toBe(2);
});

describe('answers that went to another', () => {
  test('are called exchanged where two have those of each other', async () => {
    const other = (index: number): Given => given(index === 3 ? 4 : index === 4 ? 3 : index);
    const result = await audited((each, index) => [...whole(other(index)).filter((_, at) => at !== 1), text(each)]);
    expect(result.audit).toMatchObject({ lost: 0, foreign: 2, altered: 0 });
    const details = result.audit.examples.map(({ detail }) => detail);
    expect(details).toEqual([
      `its answers and those of ${given(4).token} are exchanged`,
      `its answers and those of ${given(3).token} are exchanged`,
    ]);
  });

  test('are not lost where they stand in the record of another', async () => {
    const both = (index: number): Values => [...whole(given(index)), value(1, { text: given(index - 1).token })];
    const result = await audited((each, index) => (index === 4 ? both(4) : index === 3 ? [choice(each)] : whole(each)));
    expect(result.audit).toMatchObject({ lost: 0, foreign: 2 });
    expect(result.audit.examples.map(({ detail }) => detail)).toContain(
      `its answers stand in the record of ${given(4).token}`,
    );
  });
});
