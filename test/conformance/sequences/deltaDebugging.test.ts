import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minimise } from '../../../src/conformance/sequences/deltaDebugging.ts';

const lists = fc.integer({ min: 1, max: 40 }).map((length) => Array.from({ length }, (_, at) => at));

function search(fails: (items: readonly number[]) => boolean) {
  const tried = { attempts: 0, atOnce: 0, most: 0 };
  const attempt = async (items: readonly number[]): Promise<readonly number[] | null> => {
    tried.attempts++;
    tried.atOnce++;
    tried.most = Math.max(tried.most, tried.atOnce);
    await Promise.resolve();
    tried.atOnce--;
    return fails(items) ? items : null;
  };
  return { tried, how: { attempt, groups: () => [], atOnce: 8, isOver: () => false } };
}

test('what is needed stays, and nothing else, where each item counts by itself', async () => {
  await fc.assert(
    fc.asyncProperty(lists, fc.array(fc.nat(39), { maxLength: 12 }), async (items, wanted) => {
      const needed = items.filter((item) => wanted.includes(item));
      const { how, tried } = search((left) => needed.every((item) => left.includes(item)));
      expect(await minimise(items, how)).toEqual(needed);
      expect(tried.most).toBeLessThanOrEqual(8);
    }),
  );
});

test('pairs that only go together are left out together', async () => {
  await fc.assert(
    fc.asyncProperty(lists, async (items) => {
      const isBalanced = (left: readonly number[]): boolean =>
        items.every((item) => left.includes(item) === left.includes(item % 2 === 0 ? item + 1 : item - 1));
      fc.pre(isBalanced(items));
      const { how } = search((left) => left.includes(0) && isBalanced(left));
      expect(await minimise(items, how)).toEqual([0, 1]);
    }),
  );
});

test('whatever the failure depends on, the result fails, and would not without any one of its items', async () => {
  await fc.assert(
    fc.asyncProperty(lists, fc.func(fc.boolean()), async (items, verdict) => {
      const fails = (left: readonly number[]): boolean => left.length === items.length || verdict(left.join());
      const { how } = search(fails);
      const smallest = await minimise(items, how);
      expect(fails(smallest)).toBe(true);
      for (const item of smallest) expect(fails(smallest.filter((other) => other !== item))).toBe(false);
    }),
  );
});

test('a failure that comes sooner than expected cuts off what came after it', async () => {
  const items = Array.from({ length: 20 }, (_, at) => at);
  const { how } = search(() => true);
  const attempt = async (left: readonly number[]): Promise<readonly number[] | null> =>
    left.includes(3) ? left.slice(0, left.indexOf(3) + 1) : null;
  expect(await minimise(items, { ...how, attempt })).toEqual([3]);
});

test('a search that is over keeps what it has reached', async () => {
  const items = Array.from({ length: 20 }, (_, at) => at);
  const { how, tried } = search((left) => left.includes(7));
  const smallest = await minimise(items, { ...how, isOver: () => tried.attempts > 4 });
  expect(smallest).toContain(7);
  expect(tried.attempts).toBeLessThanOrEqual(6);
});
