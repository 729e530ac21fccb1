import { expect, test } from 'vitest';
import {
  answeredFeatures,
  isSaid,
  isWhatCame,
  itemFeatures,
  questionFeatures,
  shownFeatures,
} from '../../../src/judging/evidence/partFeatures.ts';
import { tokenOf } from '../../../src/judging/tokens.ts';
import { pageAnswer, rejectedAnswer, shownIn } from '../sampleAnswers.ts';

test.each([
  [0, 1, []],
  [0, 3, ['at the first item of a page']],
  [1, 3, ['at items after the first of a page']],
  [2, 3, ['at the last item of a page', 'at items after the first of a page']],
])('an item with %i before it, of %i, is %j', (at, of, place) => {
  expect(itemFeatures({}, at, of).place).toEqual(place);
});

test.each([
  [null, 'is null'],
  [false, 'is false'],
  [0, 'is 0'],
  ['', 'is empty'],
  [[], 'has nothing'],
  [[1], null],
  [[1, 2], 'has several items'],
  [2.5, 'is a fraction'],
  ['-2.5', 'is a fraction'],
  [3, null],
  ['2.5 kg', null],
])('of a member that is %j is said that it %s', (weight, words) => {
  const said = words === null ? [] : [`where “weight” ${words}`];
  expect(itemFeatures({ weight }, 0, 1).values).toEqual([...said, 'for what canvass did not make']);
});

test('of a submission it is said what the text of an “Other” option holds', () => {
  const page = shownIn(pageAnswer([1]));
  const form = { kind: 'single', key: 'u_1', other: { key: 't_9', answerId: 9, isCertain: true } } as const;
  const shown = { ...page, questions: page.questions.map((each) => ({ ...each, form })) };
  const found = (text: string) => answeredFeatures(shown, { u_1: '9', t_9: text });
  expect(found('Grüße 🦜')).toContain('when the text of an “Other” option holds an emoji');
  expect(found('Grüße')).toContain('when an “Other” option has a text');
  expect(found('Grüße').join()).not.toContain('emoji');
  expect(answeredFeatures(shown, { u_1: '9' }).join()).not.toContain('Other');
});

test('that an “Other” text holds something says more than a title that names the option', () => {
  const title = 'Texts of “Other” options are not stored';
  expect(isSaid('when an “Other” option has a text', '', title)).toBe(true);
  expect(isSaid('when the text of an “Other” option holds an emoji', '', title)).toBe(false);
});

test('a question has its place where its page has others', () => {
  const placesIn = (...ids: readonly number[]) => {
    const page = shownIn(pageAnswer(ids));
    return page.elements.map((each) => questionFeatures(each, page, []).place.filter((at) => !/choice/.test(at)));
  };
  expect(placesIn(1)).toEqual([[]]);
  const [alone] = shownIn(pageAnswer([1])).elements;
  if (alone === undefined) throw new Error('a question');
  // Of a question whose page is not known nothing says where it stood.
  expect(questionFeatures(alone, null, []).place.filter((at) => / of a page$/.test(at))).toEqual([]);
  expect(placesIn(1, 2)).toEqual([
    ['at the first question of a page'],
    ['at the second question of a page', 'at the last question of a page', 'at questions after the first of a page'],
  ]);
});

test('that answers are refused is said of the page that comes, where a part of it is wrong and not that it came', () => {
  const refused = shownIn(rejectedAnswer([1], [1]));
  expect(shownFeatures(refused, 2)).toContain('where answers are refused');
  expect(shownFeatures(shownIn(pageAnswer([1])), 3)).not.toContain('where answers are refused');
  for (const feature of [
    ...['where answers are refused', 'where a later page is shown', 'where the third page is shown'],
    'where the fourth or a later page is shown',
  ]) {
    expect(['', 'response.status', 'response.navigation'].map((path) => isWhatCame(feature, path))).toEqual([
      ...[true, true, false],
    ]);
  }
});

test.each([
  ['a record that canvass created', { externalReference: 'canvass-a' }, ['for what canvass made itself']],
  ['a record that was there before', { surveyName: 'a' }, ['for what canvass did not make']],
  [
    'what a respondent left',
    { responseSet: tokenOf('abcd1234', 7) },
    ['for what respondents completed', 'for what canvass did not make'],
  ],
  ['a department', { departmentID: 31, name: 'a' }, ['for what canvass did not make', 'for department 31']],
])('of %s it is told who made it', (_, item, said) => {
  expect(itemFeatures(item, 0, 1).values).toEqual(said);
});
