import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolveSurvey } from '../../../src/service/survey/resolveSurvey.ts';
import { loadSurveys } from '../../../src/service/survey/surveyCatalogue.ts';
import { parseSurveyFile } from '../../../src/service/survey/surveyFile.ts';
import { folderOf } from '../../support/folder.ts';

function problemOf(text: string): string {
  try {
    resolveSurvey(parseSurveyFile('my.yaml', text));
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const question = '{ id: 2, kind: single, text: Which?, answers: [{ id: 3, text: This }, { id: 4, text: That }] }';
const small = `id: 1\nname: Small\npages:\n  - questions:\n      - ${question}\n`;

describe('a survey file', () => {
  test('needs little', () => {
    const survey = resolveSurvey(parseSurveyFile('my.yaml', small));
    expect(survey).toMatchObject({ id: 1, backAllowed: true, pages: [{ next: 1, branches: [] }] });
  });

  test('may be JSON', () => {
    expect(problemOf(JSON.stringify({ id: 1, name: 'J', pages: [{ questions: [] }] }))).toBe('none');
  });

  test.each([
    ['a key left open', small.replace('id: 1\n', 'id: [\n'), /^my\.yaml:2 /],
    ['no name', small.replace('name: Small\n', ''), /my\.yaml:1 the whole file .*name/],
    ['an unknown member', `${small}colour: red\n`, /my\.yaml:6 colour is no key here/],
    ['an unknown kind', small.replace('single', 'slider'), /my\.yaml:5 pages\[0\]\.questions\[0\]\.kind /],
    ['a text for an id', small.replace('id: 3', 'id: three'), /my\.yaml:5 .*answers\[0\]\.id expected a whole number/],
    ['no pages', 'id: 1\nname: N\npages: []\n', /my\.yaml:3 pages /],
    [
      'a question id twice',
      `${small}      - ${question.replace(/id: (3|4)/g, 'id: 9$1')}\n`,
      /question id 2 is used twice/,
    ],
    ['an answer id twice', small.replace('id: 4', 'id: 3'), /my\.yaml:5 .* answer id 3 is used twice/],
    ['a choice without its text', small.replace(', text: That', ''), /every answer needs a text/],
    [
      'an Other for a text',
      small.replace(/single(.*) \}$/m, 'text$1, other: { id: 5 } }'),
      /a text question has no Other/,
    ],
    ['two ids for a date', small.replace('single', 'date'), /a date question has one answer id/],
    ['a total for a choice', small.replace('kind: single', 'kind: single, total: 5'), /has no total/],
    ['a branch to nowhere', `${small}    branches: [{ answer: 3, toPage: gone }]\n`, /"gone" is not a later page/],
    ['a branch of no answer', `${small}    branches: [{ answer: 9, toStatus: redirect }]\n`, /has an answer 9/],
    ['a branch without a target', `${small}    branches: [{ answer: 3 }]\n`, /needs toPage or toStatus/],
    ['a branch to completion', `${small}    branches: [{ answer: 3, toStatus: survey_complete }]\n`, /cannot lead to/],
  ])('with %s is refused with its place', (_what, text, problem) => {
    expect(problemOf(text)).toMatch(problem);
  });

  test('may branch by its Other option', () => {
    const withOther = small.replace('That }]', 'That }], other: { id: 5, text: Other }');
    expect(problemOf(`${withOther}    branches: [{ answer: 5, toStatus: redirect }]\n`)).toBe('none');
  });

  test('says every problem at once', () => {
    const text = small.replace('id: 4', 'id: 3').replace('single', 'date');
    expect(problemOf(text).split('\n')).toHaveLength(3);
  });
});

test('a folder holds each survey once', () => {
  const folder = folderOf({ 'a.yaml': small, 'notes.txt': 'no survey' });
  expect([...loadSurveys(folder).keys()]).toEqual([1]);
  writeFileSync(join(folder, 'b.yaml'), small);
  expect(() => loadSurveys(folder)).toThrow(/survey id 1 is used by another file/);
});
