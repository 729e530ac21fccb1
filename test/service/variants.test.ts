import { beforeAll, describe, expect, test } from 'vitest';
import { type Chosen, everyDeparture } from '../../src/service/dimensions/dimensions.ts';
import { startService } from '../../src/service/service.ts';
import { variantChoices } from '../../src/service/variants.ts';
import { linesFor } from './variantScript.ts';

async function linesOf(variants: Chosen): Promise<string[]> {
  const service = await startService({ variants });
  try {
    return await linesFor(service);
  } finally {
    await service.close();
  }
}

/** Those of endpoints 4 to 12 have a test of their own; others change the service from outside. */
const ids = Object.keys(variantChoices);
const alternatives = everyDeparture().filter(({ id }) => ids.indexOf(id) >= ids.indexOf('submitKey'));

describe('alternatives of open questions', () => {
  let usual: string[] = [];
  beforeAll(async () => {
    usual = await linesOf({});
  });

  test('without a departure the service says the same again', async () => {
    expect(await linesOf({})).toEqual(usual);
  });

  test.each(alternatives.map(({ id, value }) => [`${id}=${value}`, { [id]: value }] as const))(
    '%s shows',
    async (_name, variants) => {
      expect(await linesOf(variants)).not.toEqual(usual);
    },
  );
});
