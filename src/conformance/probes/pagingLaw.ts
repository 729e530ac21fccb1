import type { EndpointId } from '../../contract/endpoints.ts';
import { type Paging, pagingOf } from '../checks/pagination.ts';
import type { Turn } from '../drive/conversation.ts';
import { shown } from '../ledger/judge.ts';
import { type Administrator, listIn } from './administrator.ts';

type ListEndpoint = Extract<EndpointId, 'list-departments' | 'list-responses' | 'filter-responses'>;

const pageClauses = {
  'list-departments': ['DEPARTMENT-PAGE-01', 'DEPARTMENT-PER-PAGE-01'],
  'list-responses': ['RESPONSE-LIST-PAGE-01', 'RESPONSE-LIST-PER-PAGE-01'],
  'filter-responses': ['RESPONSE-FILTER-PAGE-01', 'RESPONSE-FILTER-PAGE-01'],
} as const;

/** Pages that are walked over at most; a longer list is walked with larger pages. */
const maxPages = 30;
const maxPerPage = 100;

/**
 * Walks a list along `next` from its first page: every item once, totals that agree, links that lead where they say.
 * What the whole list must be is not judged where it is too long for that, or changes under way.
 *
 * @param filter query parameters beside paging, with `&` at their end, or `''`.
 * @param smallest items a page, where the list is short enough.
 * @param key the member that tells items apart.
 */
export async function judgePagingLaw(
  admin: Administrator,
  endpoint: ListEndpoint,
  filter: string,
  smallest: number,
  key: string,
): Promise<void> {
  const [pageClause, perPageClause] = pageClauses[endpoint];
  const { turn: opening, perPage } = await openList(admin, endpoint, filter, smallest);
  let turn = opening;
  const first = pagingOf(turn.exchange.json);
  if (first === null) return;
  const keysByPage: unknown[][] = [];
  for (let page = 1; page <= maxPages; page++) {
    const paging: Paging | null = pagingOf(turn.exchange.json);
    if (paging === null) return;
    const keys = listIn(turn).map((item) => item[key]);
    keysByPage.push(keys);
    turn.judge.expect(perPageClause, keys.length <= perPage, `${perPage} items at most`, () => `${keys.length} items`);
    turn.judge.expect('PAGING-ECHO-01', paging.perPage === perPage, `perPage ${perPage}`, () => shown(paging));
    const numbered = paging.currentPage === page;
    turn.judge.expect('PAGING-LAW-03', numbered, `next of page ${page - 1} leads to page ${page}`, () =>
      shown(paging.currentPage),
    );
    if (page === 1 || paging.links.next === null) await judgeLinks(admin, endpoint, turn, paging, keys, key);
    if (paging.links.next === null || !numbered) break;
    turn = await admin.follow(endpoint, paging.links.next);
    if (turn.reading.kind !== 'administration') {
      turn.judge.expect('PAGING-LAW-03', false, 'the page that `next` names', () => turn.name);
      return;
    }
  }
  const whole = pagingOf(turn.exchange.json)?.links.next === null;
  const again = pagingOf(
    (await admin.granted(endpoint, { query: `${filter}page=1&perPage=${perPage}` })).exchange.json,
  );
  if (again?.totalItems !== first.totalItems) return;
  if (whole) judgeWalk(turn, first, keysByPage);
  await judgeFullPages(admin, endpoint, filter);
  const second = await admin.granted(endpoint, { query: `${filter}page=2&perPage=${perPage}` });
  const direct = listIn(second).map((item) => item[key]);
  const apart = first.totalPages < 2 || shown(direct) !== shown(keysByPage[0]);
  const isSecond = shown(direct) === shown(keysByPage[1] ?? []) && apart;
  second.judge.expect(pageClause, isSecond, 'the second page', () => shown(direct));
}

/** The first page of a list, with pages so large that all of them can be walked over. */
async function openList(
  admin: Administrator,
  endpoint: ListEndpoint,
  filter: string,
  smallest: number,
): Promise<{ readonly turn: Turn; readonly perPage: number }> {
  const turn = await admin.granted(endpoint, { query: `${filter}page=1&perPage=${smallest}` });
  const { totalItems = 0 } = pagingOf(turn.exchange.json) ?? {};
  if (totalItems <= smallest * maxPages) return { turn, perPage: smallest };
  const perPage = Math.min(maxPerPage, Math.ceil((2 * totalItems) / maxPages));
  return { turn: await admin.granted(endpoint, { query: `${filter}page=1&perPage=${perPage}` }), perPage };
}

/** Every item once, and the totals that every page announced. */
function judgeWalk(turn: Turn, first: Paging, keysByPage: readonly (readonly unknown[])[]): void {
  const keys = keysByPage.flat();
  const once = new Set(keys).size === keys.length && keys.length === first.totalItems;
  const expected = `each of ${first.totalItems} items once`;
  turn.judge.expect(
    'PAGING-LAW-01',
    once,
    expected,
    () => `${keys.length} items, ${new Set(keys).size} of them different`,
  );
  const pages = Math.max(1, Math.ceil(keys.length / Math.max(1, first.perPage)));
  const agree = first.totalItems === keys.length && (first.totalPages === pages || keys.length === 0);
  turn.judge.expect('PAGING-LAW-02', agree, `totalItems ${keys.length}, totalPages ${pages}`, () => shown(first));
}

/** One item a page: as many pages as items, each of them full. */
async function judgeFullPages(admin: Administrator, endpoint: ListEndpoint, filter: string): Promise<void> {
  const turn = await admin.granted(endpoint, { query: `${filter}page=1&perPage=1` });
  const paging = pagingOf(turn.exchange.json);
  if (paging === null || paging.perPage !== 1 || paging.totalItems === 0) return;
  const agree = paging.totalPages === paging.totalItems;
  turn.judge.expect('PAGING-LAW-02', agree, 'as many pages as items', () => shown(paging));
}

/** `self`, `first`, `last`, `prev` of one page. */
async function judgeLinks(
  admin: Administrator,
  endpoint: ListEndpoint,
  turn: Turn,
  paging: Paging,
  keys: readonly unknown[],
  key: string,
): Promise<void> {
  const wanted = {
    self: paging.currentPage,
    first: 1,
    last: Math.max(1, paging.totalPages),
    prev: paging.currentPage - 1,
  };
  for (const name of ['self', 'first', 'last', 'prev'] as const) {
    const url = paging.links[name];
    if (url === null) continue;
    const there = await admin.follow(endpoint, url);
    const reached = pagingOf(there.exchange.json);
    const right = reached?.currentPage === wanted[name] && reached.perPage === paging.perPage;
    const same = name !== 'self' || shown(listIn(there).map((item) => item[key])) === shown(keys);
    turn.judge.expect(
      'PAGING-LAW-03',
      right && same,
      `${name} leads to page ${wanted[name]}`,
      () => `${url} leads to ${shown(reached)}`,
    );
  }
}
