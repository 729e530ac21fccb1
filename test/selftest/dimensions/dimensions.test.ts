import { describe, expect, test } from 'vitest';
import type { OpenQuestion } from '../../../src/contract/questions/openQuestion.ts';
import { questions } from '../../../src/contract/questions/openQuestions.ts';
import {
  compatible,
  describeDimensions,
  dimensions,
  everyDeparture,
  incompatible,
  resolveDimensions,
} from '../../../src/selftest/dimensions/dimensions.ts';
import { changingAnswers } from '../../service/changedAnswers.ts';
import { linesOf, Story, storyNames } from '../../service/story.ts';

const story = new Story();
const administrated =
  /department|template|datapad|record|pagination|limits|regenerate-key|response|organization|admin/i;

describe('dimensions', () => {
  const departures = everyDeparture().map(({ id, section, value }) => {
    const injections = resolveDimensions({ [id]: value }).injected.map(({ how }) => how);
    return [`${id}=${value}`, { [id]: value }, section, injections] as const;
  });
  const changing = changingAnswers(departures.flatMap(([, , , injections]) => injections));

  test.each(departures)('%s shows', async (departure, variants, section, injections) => {
    const [only, ...more] = injections;
    if (only !== undefined && more.length === 0 && (await changing).has(only)) return;
    const first = administrated.test(`${section} ${departure}`) ? 'administrationStory' : 'respondentStory';
    expect(await story.firstDifference({ variants }, first)).toBeDefined();
  });

  test('all at once are answered without a fault of the service itself', async () => {
    const turns = Math.max(...dimensions.map(({ values }) => values.length));
    for (let turn = 1; turn < turns; turn++) {
      const chosen = Object.fromEntries(dimensions.map(({ id, values }) => [id, values[turn % values.length] ?? '']));
      const variants = compatible(chosen);
      // Only what respondents are shown has so many values.
      for (const name of turn < 6 ? storyNames : (['respondentStory'] as const))
        for await (const line of linesOf(name, { variants })) expect(line).not.toContain('INTERNAL_SERVER_ERROR');
    }
  });
});

test('there are at least 120 of them, each with a name and values of its own', () => {
  expect(dimensions.length).toBeGreaterThanOrEqual(120);
  expect(new Set(dimensions.map(({ id }) => id)).size).toBe(dimensions.length);
  for (const { id, values } of dimensions) {
    expect(values.length, id).toBeGreaterThan(1);
    expect(new Set(values).size, id).toBe(values.length);
  }
  expect(describeDimensions()).toHaveLength(dimensions.length);
});

test('those that answer a question of the catalogue answer with its alternatives', () => {
  for (const { id, answers, values } of dimensions) {
    if (answers === undefined) continue;
    const question: OpenQuestion = questions[answers];
    const known = question.alternatives.map(({ value }) => value);
    if (question.measured === undefined) expect(known, id).toEqual(expect.arrayContaining([...values]));
  }
});

test('incompatible values exist, and the first of them gives way', () => {
  for (const pair of incompatible) {
    expect(() => resolveDimensions(pair)).not.toThrow();
    const [first, second] = Object.keys(pair);
    expect(Object.keys(compatible(pair))).toEqual(second === first ? [] : [second]);
  }
});

test('what does not exist is refused with what does', () => {
  expect(() => resolveDimensions({ nothing: 'x' })).toThrow(/there is no variant "nothing"/);
  expect(() => resolveDimensions({ submitKey: 'x' })).toThrow(/submitKey is one of not-needed, required/);
});
