import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../../../src/service/service.ts';
import type { Seen } from '../ask.ts';
import { AdministratorByHand } from './administratorByHand.ts';

const items = 23;
let service: RunningService;
let administrator: AdministratorByHand;
beforeAll(async () => {
  service = await startService();
  administrator = new AdministratorByHand(service);
  for (let i = 0; i < items; i++) {
    const customVariables = { custom1: i % 2 ? 'odd' : 'even', custom3: `n & ${i}` };
    service.store.addCreated(1002, { responseSet: [], externalReference: 'é+ /?&=1', customVariables }, 0);
  }
});
afterAll(() => service.close());

function idsOf({ body }: Seen): number[] {
  return body.response.map((record: { responseID: number }) => record.responseID);
}

async function followNext(path: string): Promise<{ ids: number[]; pages: Seen[] }> {
  const pages = [await administrator.get(path)];
  for (
    let next = pages[0]?.body.pagination.links.next;
    next !== null;
    next = pages.at(-1)?.body.pagination.links.next
  ) {
    pages.push(await administrator.get(next));
  }
  return { ids: pages.flatMap(idsOf), pages };
}

describe.each([
  ['the list', '/surveys/1002/responses?', items],
  ['the filter', `/surveys/1002/responses/filter?custom1=odd&extRef=${encodeURIComponent('é+ /?&=1')}&`, 11],
] as const)('paging of %s', (_name, path, total) => {
  test('following next visits every item once, whatever perPage is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (perPage) => {
        const { ids, pages } = await followNext(`${path}page=1&perPage=${perPage}`);
        expect(ids).toHaveLength(total);
        expect(new Set(ids).size).toBe(total);
        expect(pages).toHaveLength(Math.ceil(total / perPage));
        for (const [index, { body }] of pages.entries()) {
          expect(body.pagination).toMatchObject({ perPage, totalItems: total, currentPage: index + 1 });
          expect(body.pagination.totalPages).toBe(pages.length);
        }
      }),
      { numRuns: 8 },
    );
  });

  test('links lead where their names say, on the first, a middle and the last page', async () => {
    const { pages } = await followNext(`${path}perPage=4`);
    const last = pages.length - 1;
    for (const index of [0, 1, last]) {
      const { links } = pages[index]?.body.pagination ?? {};
      expect(idsOf(await administrator.get(links.self))).toEqual(idsOf(pages[index] as Seen));
      expect(idsOf(await administrator.get(links.first))).toEqual(idsOf(pages[0] as Seen));
      expect(idsOf(await administrator.get(links.last))).toEqual(idsOf(pages[last] as Seen));
      if (index === 0) expect(links.prev).toBeNull();
      else expect(idsOf(await administrator.get(links.prev))).toEqual(idsOf(pages[index - 1] as Seen));
      if (index === last) expect(links.next).toBeNull();
    }
  });

  test('a page too far is empty and says how many there are', async () => {
    const { body } = await administrator.get(`${path}page=1000000&perPage=4`);
    expect(body.response).toEqual([]);
    expect(body.pagination).toMatchObject({ totalItems: total, totalPages: Math.ceil(total / 4) });
    expect(body.pagination.links).toMatchObject({ next: null, prev: null });
  });

  test.each(['page=0', 'page=-1', 'page=x', 'page=', 'page=1.5', 'perPage=0', 'perPage=x', 'perPage=1001'])(
    '%s is refused',
    async (query) => {
      expect((await administrator.get(`${path}${query}`)).httpStatus).toBe(400);
    },
  );
});

describe('the filter', () => {
  test.each([
    ['custom1=odd', 11],
    ['custom1=odd&custom3=n%20%26%201', 1],
    ['custom1=even&custom3=n%20%26%201', 0],
    ['custom1=nobody', 0],
    ['custom2=odd', 0],
    ['custom1=od', 0],
    ['', items],
  ])('with %s finds %i', async (query, found) => {
    const { body } = await administrator.get(`/surveys/1002/responses/filter?${query}`);
    expect(body.pagination.totalItems).toBe(found);
    expect(body.response).toHaveLength(found);
  });

  test('repeats its parameters in the links, with page and perPage', async () => {
    const { body } = await administrator.get('/surveys/1002/responses/filter?custom1=odd&extRef=%C3%A9%2B&perPage=2');
    const query = new URL(body.pagination.links.first).searchParams;
    expect(Object.fromEntries(query)).toEqual({ custom1: 'odd', extRef: 'é+', page: '1', perPage: '2' });
  });
});

test('variants answer what the document leaves open in other ways', async () => {
  const other = await startService({
    variants: {
      createResponseHttp: '201',
      pageTooFar: '404',
      pageZero: 'first',
      linkForm: 'path',
      filterSpelling: 'currextPage',
      filterMatch: 'prefix',
      filterCombine: 'or',
      perPageTooLarge: 'clamped',
      maxPerPage: '200',
      emptyTotalPages: '1',
    },
  });
  const caller = new AdministratorByHand(other);
  const empty = await caller.get('/surveys/1001/responses/filter?custom1=x&page=0&perPage=500');
  expect(empty.body.pagination).toMatchObject({ currextPage: 1, perPage: 200, totalPages: 1 });
  expect(empty.body.pagination.links.self).toBe('/a/api/v2/surveys/1001/responses/filter?custom1=x&page=1&perPage=200');
  const made = await caller.post('/surveys/1001/responses', { responseSet: [], externalReference: 'abc' });
  expect(made.httpStatus).toBe(201);
  const { body } = await caller.get('/surveys/1001/responses/filter?custom1=x&extRef=ab');
  expect(body.pagination.totalItems).toBe(1);
  expect((await caller.get('/surveys/1001/responses?page=2')).httpStatus).toBe(404);
  await other.close();
});
