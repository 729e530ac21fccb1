import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loadProfile } from '../../../src/profile/loadProfile.ts';
import { GivenAnswers } from '../../../src/respondent/answers/givenAnswers.ts';
import { Random } from '../../../src/respondent/random.ts';
import { refusalResults } from '../../../src/result/refusal.ts';
import { loadSurveys } from '../../../src/service/survey/surveyCatalogue.ts';
import { folderOf } from '../../support/folder.ts';
import { virtualService } from '../virtualService.ts';
import { type Walked, walkMany } from '../walking.ts';

const surveys = loadSurveys(fileURLToPath(new URL('../../support/fieldSurveys', import.meta.url)));
const steady = { back: 0, expire: { probability: 0 }, invalid: 0, abandon: 0, resume: 0, optional: 1 };

async function walk(respondent: object, walks = 40): Promise<Walked> {
  return await walkMany({
    ...(await virtualService({ surveys })),
    walks,
    atOnce: 4,
    surveys: [2001],
    roles: {},
    respondent: { thinkTimeMs: { distribution: 'none' }, ...steady, ...respondent },
  });
}

/** What was answered to a question, in the order of the answers. */
function answersTo({ requests }: Walked, key: string): string[] {
  return requests.flatMap(({ body }) => {
    const answers: Record<string, unknown> = body === null ? {} : JSON.parse(body);
    return key in answers ? [String(answers[key])] : [];
  });
}

test('walks take the branches, and give the texts, that the profile says', async () => {
  const people = join(
    folderOf({ 'people.csv': 'email,born\nada@example.com,1985-12-10\ngrace@example.com,1979-12-09\n' }),
    'people.csv',
  );
  const answers = {
    2001: {
      201: { 20101: 3, 20102: 1 },
      202: { from: people, column: 'email' },
      203: 'number 18..20',
      204: { from: people, column: 'born' },
      205: 'text 30..40',
    },
  };
  const walked = await walk({ answers }, 80);
  const yes = answersTo(walked, 'u_201').filter((id) => id === '20101').length;
  expect(yes).toBeGreaterThan(45);
  expect(yes).toBeLessThan(75);
  expect(walked.finalStatuses).toEqual({ survey_complete: yes, survey_opt_out: 80 - yes });
  expect(new Set(answersTo(walked, 't_20201'))).toEqual(new Set(['ada@example.com', 'grace@example.com']));
  expect(new Set(answersTo(walked, 't_20301'))).toEqual(new Set(['18', '19', '20']));
  for (const text of answersTo(walked, 't_20501')) {
    expect(text.length).toBeGreaterThanOrEqual(30);
    expect(text.length).toBeLessThanOrEqual(40);
  }
  expect(walked.coverage.refusals.filter(({ count }) => count > 0)).toEqual([]);
  expect([...walked.sightings.keys()]).toEqual([]);
});

test('what is refused is told by question, with the line that helps, and what is taken is learnt', async () => {
  const walked = await walk({ answers: { 2001: { 201: 20101 } } });
  const told = refusalResults(walked.coverage.refusals);
  expect(told.map(({ questionId, learnt, proposal }) => [questionId, learnt, proposal]).sort()).toEqual([
    [202, 'email', 'respondent.answers: { 2001: { 202: email } }'],
    [203, 'number', 'respondent.answers: { 2001: { 203: number 1..99 } }'],
    [204, 'date', 'respondent.answers: { 2001: { 204: date 1990-01-01..2025-12-31 } }'],
  ]);
  expect(told.find(({ questionId }) => questionId === 202)).toMatchObject({
    said: 'Please give an e-mail address.',
    tried: expect.stringContaining('t_20201'),
  });
  // Four walk at once, and each finds out by itself at most.
  for (const { count } of told) expect(count).toBeLessThan(25);
  expect(walked.ends).toEqual({ completed: 40 });
  expect([...walked.sightings.keys()]).toEqual([]);
});

test('nothing is learnt where the profile does not want it', async () => {
  const { coverage } = await walk({ answers: { 2001: { 201: 20101 } }, learn: false });
  expect(coverage.refusals.find(({ questionId }) => questionId === 202)?.count).toBe(40);
});

test('an answer that the question does not offer is told, and another one given', async () => {
  const walked = await walk({ answers: { 2001: { 201: 4711 } }, learn: true }, 8);
  expect(walked.coverage.refusals.find(({ questionId }) => questionId === 201)).toMatchObject({
    count: 8,
    tried: '4711',
    said: 'not asked: the question offers 20101, 20102',
  });
});

test.each<[spelled: number[] | Record<string, number> | string, values: RegExp]>([
  [[10101, 10102], /^10101,10102$/],
  [{ 10101: 0, 10102: 3 }, /^10102$/],
  ['email', /^cvs-me@example\.com$/],
  ['number 7..8', /^[78]$/],
  ['date 2024-02-29..2024-03-01', /^2024-0(2-29|3-01)$/],
  ['pattern [a-c]{2}-\\d', /^[a-c]{2}-\d$/],
  ['text 6..6', /^cvs-me$/],
  ['text 40..60', /^cvs-me [a-z ]{32,52}[a-z.]$/i],
])('a rule that is spelled %j gives its values', (spelled, values) => {
  const given = new GivenAnswers({ 1: { 2: spelled } });
  expect(given.ruleFor(1, 3)).toBeNull();
  expect(given.ruleFor(2, 2)).toBeNull();
  const rule = given.ruleFor(1, 2) ?? fail();
  for (let seed = 0; seed < 20; seed++) {
    expect(String(given.valuesOf(rule, new Random(1, seed), { index: 0, token: 'cvs-me' }))).toMatch(values);
  }
});

test('rows of a file come round, or once; a cell that is empty leaves the question out', () => {
  const file = join(folderOf({ 'people.csv': '2,3\na,x\nb,\n' }), 'people.csv');
  const columns = { 2: { from: file }, 3: { from: file, column: '3' }, 4: { from: file, column: '2', rows: 'once' } };
  const given = new GivenAnswers({ 1: columns });
  const answers = [2, 3, 4].map((question) =>
    [0, 1, 2].map((index) =>
      given.valuesOf(given.ruleFor(1, question) ?? fail(), new Random(1, 1), { index, token: '' }),
    ),
  );
  expect(answers).toEqual([
    [['a'], ['b'], ['a']],
    [['x'], [], ['x']],
    [['a'], ['b'], null],
  ]);
});

test('a column that is not there, and a file that is none, are told with what is there', () => {
  const cwd = folderOf({
    'people.csv': 'email,age\na@b.c,1\n',
    'empty.csv': 'email\n',
    'mine.yaml':
      'target: { baseUrl: embedded }\nrespondent:\n  answers:\n    1001:\n      101: { from: people.csv, column: emial }\n      102: { from: nothing.csv }\n      103: { from: empty.csv, column: email }\n',
  });
  const request = { profile: 'mine.yaml', baseUrl: null, datacenter: null, seed: null, set: [], cwd, environment: {} };
  const run = (): unknown => loadProfile(request);
  expect(run).toThrow(/mine\.yaml:5 {2}respondent\.answers\.1001\.101 names a column emial .*did you mean "email"/);
  expect(run).toThrow(/mine\.yaml:6 {2}respondent\.answers\.1001\.102 names \S*nothing\.csv, which cannot be read/);
  expect(run).toThrow(/mine\.yaml:7 {2}respondent\.answers\.1001\.103 names a file without a row/);
});

function fail(): never {
  throw new Error('there is no such rule');
}
