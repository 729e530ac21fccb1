import { beforeAll, describe, expect, test } from 'vitest';
import { questions } from '../../../src/contract/questions/catalogue.ts';
import type { OpenQuestion } from '../../../src/contract/questions/openQuestion.ts';
import {
  type Chosen,
  compatible,
  describeDimensions,
  dimensions,
  everyDeparture,
  incompatible,
  resolveDimensions,
} from '../../../src/service/dimensions/dimensions.ts';
import { openService } from '../../../src/service/service.ts';
import { loadSurveys } from '../../../src/service/survey/catalogue.ts';
import { variantChoices } from '../../../src/service/variants.ts';
import { transcriptOf } from './transcript.ts';

const surveys = loadSurveys();

async function transcript(variants: Chosen): Promise<string> {
  const service = await openService({ surveys, variants, now: () => 1_773_061_507_000 });
  try {
    return await transcriptOf(service);
  } finally {
    await service.close();
  }
}

/** Those that the service's own code reads have a test of their own. */
const changing = everyDeparture().filter(({ id }) => !Object.hasOwn(variantChoices, id));

describe('dimensions', () => {
  let usual = '';
  beforeAll(async () => {
    usual = await transcript({});
  });

  test('without a departure the service says the same again', async () => {
    expect(await transcript({})).toBe(usual);
  });

  test.each(changing.map(({ id, value }) => [`${id}=${value}`, { [id]: value }] as const))(
    '%s shows',
    async (_, chosen) => {
      expect(await transcript(chosen)).not.toBe(usual);
    },
  );

  test('all at once are answered without a fault of the service itself', async () => {
    const turns = Math.max(...dimensions.map(({ values }) => values.length));
    for (let turn = 0; turn < turns; turn++) {
      const chosen = Object.fromEntries(dimensions.map(({ id, values }) => [id, values[turn % values.length] ?? '']));
      const text = await transcript(compatible({ ...chosen, errorStatusHttp: '200' }));
      expect(text).not.toContain('INTERNAL_SERVER_ERROR');
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
