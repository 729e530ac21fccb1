import { beforeAll, describe, expect, test } from 'vitest';
import { questions } from '../../src/contract/questions/catalogue.ts';
import type { OpenQuestion } from '../../src/contract/questions/question.ts';
import { startService } from '../../src/service/service.ts';
import { type VariantChoice, variantChoices } from '../../src/service/variantChoices.ts';
import {
  defaultVariants,
  describeVariants,
  everyAlternative,
  resolveVariants,
  type Variants,
  variantIds,
} from '../../src/service/variants.ts';
import { linesFor } from './variantScript.ts';

async function linesOf(variants: Variants): Promise<string[]> {
  const service = await startService({ variants });
  try {
    return await linesFor(service);
  } finally {
    await service.close();
  }
}

/** Those of endpoints 4 to 12 have a test of their own. */
const administration = new Set(
  variantIds.filter((id) => Object.keys(variantChoices).indexOf(id) < Object.keys(variantChoices).indexOf('submitKey')),
);
const respondentAlternatives = everyAlternative().filter(({ id }) => !administration.has(id));

describe('alternatives of open questions', () => {
  let usual: string[] = [];
  beforeAll(async () => {
    usual = await linesOf(defaultVariants);
  });

  test('without a departure the service says the same again', async () => {
    expect(await linesOf(resolveVariants({}))).toEqual(usual);
  });

  test.each(respondentAlternatives.map(({ id, value, variants }) => [`${id}=${value}`, variants] as const))(
    '%s shows',
    async (_name, variants) => {
      expect(await linesOf(variants)).not.toEqual(usual);
    },
  );
});

test('every variant that answers a question of the catalogue answers with its alternatives', () => {
  for (const id of variantIds) {
    const choice: VariantChoice = variantChoices[id];
    if (!('answers' in choice)) continue;
    const question: OpenQuestion = questions[choice.answers];
    const known = question.alternatives.map(({ value }) => value);
    if (question.measured === undefined) expect(known, id).toEqual(expect.arrayContaining([...choice.alternatives]));
  }
});

test('variants are described one a line, and refused with what exists', () => {
  expect(describeVariants()).toHaveLength(variantIds.length);
  expect(() => resolveVariants({ nothing: 'x' })).toThrow(/there is no variant "nothing"; there are: /);
  expect(() => resolveVariants({ submitKey: 'x' })).toThrow(/submitKey is one of not-needed, required/);
  expect(Object.isFrozen(defaultVariants)).toBe(true);
});
