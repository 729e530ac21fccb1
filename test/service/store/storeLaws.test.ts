import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CreateResponseRequest } from '../../../src/contract/administrationSchemas.ts';
import type { Completion } from '../../../src/service/completedResponses.ts';
import { SqliteStore, type Store } from '../../../src/service/store/sqliteStore.ts';
import type { FilterCondition, ResponseFilter } from '../../../src/service/store/store.ts';
import { folderOf } from '../../support/folder.ts';

const storeFile = (): string => join(folderOf({}), 'store.db');

function opened<S extends Store>(store: S): S {
  onTestFinished(() => store.close());
  return store;
}

const make = (): Store => opened(new SqliteStore());

const all = { offset: 0, limit: 1000 };

function completion(id: string, surveyId = 1001): Completion {
  const answers = [{ kind: 'text' as const, questionId: 1, texts: [{ answerId: 2, text: `naïve ☕ ${id}` }] }];
  const respondent = { ipAddress: '127.0.0.1', userAgent: 'test' };
  return { id, surveyId, respondent, startedAtMs: 1, endedAtMs: 2, answers };
}

describe('the store', () => {
  test('lists completions in the order of arrival, with ids that ascend', () => {
    const store = make();
    for (const id of ['c', 'a', 'b']) store.add(completion(id));
    const { items, totalItems } = store.responses(1001, all);
    expect(totalItems).toBe(3);
    expect(items.map(({ source }) => source)).toEqual(
      ['c', 'a', 'b'].map((id) => ({ kind: 'completed', completion: completion(id) })),
    );
    const ids = items.map(({ responseId }) => responseId);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  test('stores a completion once, however often it is added', () => {
    const store = make();
    store.add(completion('a'));
    store.add(completion('a'));
    expect(store.responses(1001, all).totalItems).toBe(1);
  });

  test('counts the completed walks of each survey, once each, and nothing else', () => {
    const store = make();
    for (const id of ['a', 'b', 'b']) store.add(completion(id));
    store.add(completion('c', 1002));
    store.addCreated(1001, requestOf({ custom1: 'x', custom5: null, extRef: null }), 0);
    expect([1001, 1002, 1003].map((surveyId) => store.completions(surveyId))).toEqual([2, 1, 0]);
  });

  test('remembers replaced keys in their order', () => {
    const store = make();
    const replaced = [
      { key: 'first', replacement: 'second' },
      { key: 'second', replacement: 'first' },
      { key: 'first', replacement: 'third' },
    ];
    for (const each of replaced) store.replaceKey(each);
    expect(store.replacedKeys()).toEqual(replaced);
  });

  test('a filter finds exactly the responses that satisfy its conditions', () => {
    const field = fc.constantFrom('custom1' as const, 'custom5' as const, 'extRef' as const);
    const value = fc.constantFrom('', 'a', 'A', 'ab', '%', '_b', 'é', "'");
    const record = fc.record({ custom1: fc.option(value), custom5: fc.option(value), extRef: fc.option(value) });
    const condition: fc.Arbitrary<FilterCondition> = fc.record({ field, value });
    const filter: fc.Arbitrary<ResponseFilter> = fc.record({
      conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
      combine: fc.constantFrom('and', 'or'),
      match: fc.constantFrom('exact', 'prefix', 'substring'),
      caseSensitive: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 8 }), filter, (records, wanted) => {
        const store = make();
        store.add(completion('without any value'));
        const ids = records.map((each) => store.addCreated(1001, requestOf(each), 0).responseId);
        const expected = ids.filter((_, index) => {
          const each = records[index];
          const holds = ({ field, value }: FilterCondition): boolean => {
            const own = each?.[field as 'custom1' | 'custom5' | 'extRef'] ?? null;
            if (own === null) return false;
            const [stored, sought] = wanted.caseSensitive ? [own, value] : [own.toLowerCase(), value.toLowerCase()];
            const at = stored.indexOf(sought);
            return { exact: stored === sought, prefix: at === 0, substring: at >= 0 }[wanted.match];
          };
          return wanted.combine === 'and' ? wanted.conditions.every(holds) : wanted.conditions.some(holds);
        });
        const { items, totalItems } = store.matching(1001, wanted, all);
        expect(items.map(({ responseId }) => responseId)).toEqual(expected);
        expect(totalItems).toBe(expected.length);
        const paged = expected.flatMap((_, offset) => store.matching(1001, wanted, { offset, limit: 1 }).items);
        expect(paged.map(({ responseId }) => responseId)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  test('a filter without conditions finds everything', () => {
    const store = make();
    store.add(completion('a'));
    store.addCreated(1001, requestOf({ custom1: 'x', custom5: null, extRef: null }), 0);
    const filter: ResponseFilter = { conditions: [], combine: 'and', match: 'exact', caseSensitive: true };
    expect(store.matching(1001, filter, all)).toEqual(store.responses(1001, all));
  });
});

describe('a store file', () => {
  test('holds everything when it is opened again, and goes on with ids and positions', () => {
    const path = storeFile();
    const before = new SqliteStore(path);
    before.add(completion('a'));
    const made = before.addCreated(1001, requestOf({ custom1: 'x', custom5: null, extRef: null }), 5);
    before.addDepartment({ organizationID: 1, name: 'Sales', primaryAccountID: 7 });
    before.setDatapadText(1001, 5, 'text');
    before.close();
    const after = opened(new SqliteStore(path));
    after.add(completion('a'));
    after.add(completion('b'));
    const { items, totalItems } = after.responses(1001, all);
    expect(totalItems).toBe(3);
    expect(items[1]).toEqual(made);
    expect(items[2]?.responseId).toBeGreaterThan(made.responseId);
    expect(after.departments(1, all).totalItems).toBe(1);
    expect(after.datapadText(1001, 5)).toBe('text');
  });

  test('is refused while another service has it, with one clear error', () => {
    const path = storeFile();
    opened(new SqliteStore(path));
    expect(() => new SqliteStore(path)).toThrow(/cannot be opened: database is locked.*--store/);
  });

  test('is refused when it is something else', () => {
    expect(() => new SqliteStore('/no/such/folder/store.db')).toThrow(/--store/);
    expect(() => new SqliteStore(new URL(import.meta.url).pathname)).toThrow(/not a database.*--store/);
  });
});

function requestOf(fields: {
  custom1: string | null;
  custom5: string | null;
  extRef: string | null;
}): CreateResponseRequest {
  const { custom1, custom5, extRef } = fields;
  return {
    responseSet: [],
    customVariables: { custom1, custom5 },
    ...(extRef === null ? {} : { externalReference: extRef }),
  };
}
