import { idsIn, pagingIn } from '../../judging/reading/administration.ts';
import {
  judgeLink,
  judgeListWalk,
  judgeSelectedPage,
  type ListEndpoint,
  sorted,
} from '../../judging/rules/pagination.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { type Administrator, isGranted } from './administrator.ts';

/** Pages that are walked over at most; a longer list is walked with larger pages. */
const maxPages = 30;
const maxPerPage = 100;
/** A list that changes is walked again so often. */
const maxTries = 4;

/** A list to walk over. */
export interface WalkedList {
  readonly endpoint: ListEndpoint;
  /** Query parameters beside paging. */
  readonly filter?: Readonly<Record<string, string>>;
  /** Items a page, where the list is short enough. */
  readonly smallest: number;
}

/** The query of one page of a list. */
export function pageQuery(filter: Readonly<Record<string, string>>, page: number, perPage: number): string {
  return new URLSearchParams({ ...filter, page: String(page), perPage: String(perPage) }).toString();
}

/**
 * Walks a list along `next` from its first page: every item once, totals that agree, links that lead where they say,
 * pages by their number. A list that changes under way is walked again; what the whole list must be is judged when it
 * stood still and was not too long.
 */
export async function walkList(admin: Administrator, list: WalkedList): Promise<void> {
  const { endpoint, filter = {} } = list;
  for (let tries = 0; tries < maxTries; tries++) {
    const perPage = await pageSizeFor(admin, list);
    const pages = await pagesAlong(admin, endpoint, pageQuery(filter, 1, perPage));
    if (pages === null) return;
    const again = await admin.granted(endpoint, { query: pageQuery(filter, 1, perPage) });
    if (!isStill(pages, again)) continue;
    const last = pages.at(-1);
    if (last !== undefined && pagingIn(last)?.links.next === null) judgeListWalk(last.findings, pages);
    await judgeByNumber(admin, list, pages, perPage);
    return;
  }
}

/** A size with which all pages can be walked over. */
async function pageSizeFor(admin: Administrator, { endpoint, filter = {}, smallest }: WalkedList): Promise<number> {
  const exchange = await admin.granted(endpoint, { query: pageQuery(filter, 1, smallest) });
  const { totalItems = 0 } = pagingIn(exchange) ?? {};
  if (totalItems <= smallest * maxPages) return smallest;
  return Math.min(maxPerPage, Math.ceil((2 * totalItems) / maxPages));
}

/** The pages along `next`; `null` when a link led elsewhere, which has been judged. */
async function pagesAlong(
  admin: Administrator,
  endpoint: ListEndpoint,
  query: string,
): Promise<readonly ProbeExchange[] | null> {
  let exchange = await admin.granted(endpoint, { query });
  const pages = [exchange];
  for (;;) {
    const paging = pagingIn(exchange);
    if (paging === null) return null;
    const { next } = paging.links;
    const isEnd = next === null || pages.length === maxPages;
    if ((isEnd || pages.length <= 2) && !(await judgeLinks(admin, exchange))) return null;
    if (isEnd) return pages;
    const there = await admin.follow(exchange, next);
    if (!judgeLink(there.findings, exchange, 'next', there, paging.currentPage + 1)) return null;
    exchange = there;
    pages.push(exchange);
  }
}

/** Whether a list was the same before and after. */
function isStill(pages: readonly ProbeExchange[], again: ProbeExchange): boolean {
  const totals = new Set([...pages, again].map((page) => pagingIn(page)?.totalItems));
  const [first] = pages;
  return totals.size === 1 && first !== undefined && sorted(first) === sorted(again);
}

/** `self`, `first`, `last`, `prev` of one page. @returns whether all of them lead where they say. */
async function judgeLinks(admin: Administrator, exchange: ProbeExchange): Promise<boolean> {
  const paging = pagingIn(exchange);
  if (paging === null || paging.totalItems === 0) return true;
  const { currentPage, totalPages } = paging;
  const targets = { self: currentPage, first: 1, last: totalPages, prev: currentPage - 1 };
  let all = true;
  for (const name of ['self', 'first', 'last', 'prev'] as const) {
    const url = paging.links[name];
    if (url === null) continue;
    const there = await admin.follow(exchange, url);
    // Where the list changed meanwhile, its last page and its items may be others.
    if (pagingIn(there)?.totalItems !== paging.totalItems && isGranted(there)) continue;
    all = judgeLink(there.findings, exchange, name, there, targets[name]) && all;
  }
  return all;
}

/** The second page and the last one, asked for by their numbers. */
async function judgeByNumber(
  admin: Administrator,
  { endpoint, filter = {} }: WalkedList,
  pages: readonly ProbeExchange[],
  perPage: number,
): Promise<void> {
  for (const page of new Set([2, pages.length])) {
    const walked = pages[page - 1];
    if (walked === undefined) continue;
    const asked = await admin.granted(endpoint, { query: pageQuery(filter, page, perPage) });
    if (pagingIn(asked)?.totalItems !== pagingIn(walked)?.totalItems) continue;
    judgeSelectedPage(asked.findings, asked, walked, page);
  }
}

/** Pages of a list that is read as a whole; of a longer one the first and the last ones are. */
const longestList = 40;

/**
 * All items of a list by their ids, page by page by number; an item that moves while the list grows is met twice.
 *
 * @returns `isWhole`: no page was left out.
 */
export async function readList(
  admin: Administrator,
  { endpoint, filter = {} }: Omit<WalkedList, 'smallest'>,
): Promise<{ readonly pages: readonly ProbeExchange[]; readonly ids: ReadonlySet<string>; readonly isWhole: boolean }> {
  const first = await admin.granted(endpoint, { query: pageQuery(filter, 1, maxPerPage) });
  const pages = [first];
  const paging = pagingIn(first);
  let total = paging?.totalPages ?? 1;
  const isWhole = paging !== null && total <= longestList;
  for (let page = isWhole ? 2 : Math.max(2, total - longestList); page <= total; page++) {
    const exchange = await admin.call(endpoint, { query: pageQuery(filter, page, maxPerPage) });
    if (!isGranted(exchange)) break;
    pages.push(exchange);
    // What is made meanwhile may begin a page that was not there before.
    total = Math.min(Math.max(total, pagingIn(exchange)?.totalPages ?? 0), total + longestList);
  }
  return { pages, ids: new Set(pages.flatMap(idsIn)), isWhole };
}
