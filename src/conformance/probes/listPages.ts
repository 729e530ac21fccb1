import { queryText } from '../../contract/endpoints.ts';
import { idsIn, pagingIn } from '../../judging/reading/administrationAnswer.ts';
import { judgeItemsAlike } from '../../judging/rules/listItems.ts';
import {
  hasItsItems,
  isCounted,
  isListLaw,
  judgeLink,
  judgePageCount,
  judgeSelectedPage,
  type ListEndpoint,
  repeatsItems,
} from '../../judging/rules/pagination.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { type Administrator, isGranted } from './administrator.ts';
import { isStill, judgeCounted, judgeOnce, maxPages } from './listLaws.ts';
import { hasChanged, judgeLinks, nameTheirPages, type Walk } from './listLinks.ts';

const maxPerPage = 100;
/** Sizes that services have in their menus: another one may be rounded. */
const usualSizes = [5, 10, 25, 50];

/** A list to walk over. */
export interface WalkedList {
  readonly endpoint: ListEndpoint;
  /** Query parameters beside paging. */
  readonly filter?: Readonly<Record<string, string>>;
  /** Items a page, where the list is short enough. */
  readonly smallest: number;
}

/** The query of one page of a list. */
function pageQuery(filter: Readonly<Record<string, string>>, page: number, perPage: number): string {
  return queryText({ ...filter, page, perPage });
}

/**
 * Walks a list along `next` from its first page: every item once, totals that agree, links that lead where they say,
 * pages by their number. A list that changes under way, or that one of several stores does not have yet, is walked again;
 * what the whole list must be is judged when it stood still and was not too long.
 *
 * @param sinceMs when an item of the list was made last, as far as known.
 */
export async function walkList(admin: Administrator, list: WalkedList, sinceMs = admin.now()): Promise<void> {
  let isSettled = false;
  const walk = (): Promise<Walk> => {
    isSettled = admin.isSettled(sinceMs);
    return walkOnce(admin, list, isSettled);
  };
  // Where lists are known to be broken, none of them is waited for again.
  const seen = hasBroken(admin) ? await walk() : await admin.lookAgain(sinceMs, walk, (walked) => walked !== 'changed');
  // The last look may have begun too early to conclude anything, and ended too late for another.
  if (seen === 'changed' && !isSettled && !hasBroken(admin)) await walk();
}

/** Whether a law of lists, of pages and their links, was seen broken in this run. */
function hasBroken({ context }: Administrator): boolean {
  return context.environment.evidence.broken.values().some(isListLaw);
}

/** @param isSettled whether a list that changes is judged all the same, as far as that goes. */
async function walkOnce(admin: Administrator, list: WalkedList, isSettled: boolean): Promise<Walk> {
  const { endpoint, filter = {} } = list;
  const perPage = await pageSizeFor(admin, list);
  const pages = await pagesAlong(admin, endpoint, pageQuery(filter, 1, perPage), isSettled);
  if (typeof pages === 'string') return pages;
  const sized = await sizedOtherwise(admin, list);
  const again = await admin.granted(endpoint, { query: pageQuery(filter, 1, perPage) });
  if (!isStill(pages, again)) return 'changed';
  const last = pages.at(-1);
  if (last !== undefined && pagingIn(last)?.links.next === null) {
    // The total may be counted at another time than the items.
    if (!isSettled && !isCounted(pages)) return 'changed';
    judgeOnce(pages, repeatsItems(pages) ? await pagesOfAnotherSize(admin, list, last) : []);
    judgeCounted(pages);
  }
  const { totalItems = 0 } = pagingIn(again) ?? {};
  for (const [at, exchange] of sized.entries()) {
    if (!isSettled && !hasItsItems(exchange, totalItems)) return 'changed';
    judgePageCount(exchange.findingsWith(...pages.slice(0, 1)), exchange, totalItems);
    const links = at === 0 ? await judgeLinks(admin, exchange, isSettled) : 'right';
    if (links !== 'right') return links;
  }
  return judgeByNumber(admin, list, { pages, sized, perPage, isSettled });
}

/** A size with which all pages can be walked over. */
async function pageSizeFor(admin: Administrator, { endpoint, filter = {}, smallest }: WalkedList): Promise<number> {
  const exchange = await admin.granted(endpoint, { query: pageQuery(filter, 1, smallest) });
  const { totalItems = 0 } = pagingIn(exchange) ?? {};
  return [smallest, ...usualSizes].find((size) => totalItems <= size * maxPages) ?? maxPerPage;
}

/** A first page as long as the service likes, one of a single item, and one of the largest size. */
async function sizedOtherwise(
  admin: Administrator,
  { endpoint, filter = {} }: WalkedList,
): Promise<readonly ProbeExchange[]> {
  const exchanges = [await admin.call(endpoint, { query: queryText(filter) })];
  for (const perPage of [1, maxPerPage]) {
    exchanges.push(await admin.call(endpoint, { query: pageQuery(filter, 1, perPage) }));
  }
  return exchanges.filter(isGranted);
}

/** The pages along `next`; `judged` when a link led elsewhere. */
async function pagesAlong(
  admin: Administrator,
  endpoint: ListEndpoint,
  query: string,
  isSettled: boolean,
): Promise<readonly ProbeExchange[] | Walk> {
  let exchange = await admin.granted(endpoint, { query });
  const pages = [exchange];
  for (;;) {
    const paging = pagingIn(exchange);
    if (paging === null) return 'judged';
    const { next } = paging.links;
    const isEnd = next === null || pages.length === maxPages;
    const isChosen = pages.length <= 2 || pages.length === Math.ceil(paging.totalPages / 2);
    const isLookedAt = isEnd || isChosen || !nameTheirPages(exchange, paging);
    const links = isLookedAt ? await judgeLinks(admin, exchange, isSettled) : 'right';
    if (links !== 'right') return links;
    if (isEnd) return pages;
    const there = await admin.follow(exchange, next);
    if (!isSettled && hasChanged(exchange, there)) return 'changed';
    if (!judgeLink(there.findingsWith(exchange), exchange, 'next', there, paging.currentPage + 1)) return 'judged';
    exchange = there;
    pages.push(exchange);
  }
}

/** Of the largest size that still makes several pages. @param page of the list in the size that was walked over */
async function pagesOfAnotherSize(
  admin: Administrator,
  list: WalkedList,
  page: ProbeExchange,
): Promise<readonly ProbeExchange[]> {
  const { totalItems = 0, perPage } = pagingIn(page) ?? {};
  const size = [maxPerPage, ...usualSizes.toReversed()].find((each) => each !== perPage && totalItems > 3 * each);
  return size === undefined ? [] : (await readList(admin, list, size)).pages;
}

/** What was seen of a list: its pages along `next`, and first pages of other sizes. */
interface SeenPages {
  readonly pages: readonly ProbeExchange[];
  readonly sized: readonly ProbeExchange[];
  readonly perPage: number;
  readonly isSettled: boolean;
}

/** The second page and the last one, asked for by their numbers. */
async function judgeByNumber(
  admin: Administrator,
  { endpoint, filter = {} }: WalkedList,
  { pages, sized, perPage, isSettled }: SeenPages,
): Promise<Walk> {
  for (const page of new Set([2, pages.length])) {
    const walked = pages[page - 1];
    if (walked === undefined) continue;
    const asked = await admin.call(endpoint, { query: pageQuery(filter, page, perPage) });
    if (hasChanged(walked, asked)) {
      if (!isSettled) return 'changed';
      if (isGranted(asked)) continue;
    }
    judgeSelectedPage(asked.findingsWith(...pages.slice(0, page)), asked, walked, page);
    for (const other of sized) judgeItemsAlike(asked.findingsWith(other), endpoint, asked, other);
  }
  return 'judged';
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
  perPage = maxPerPage,
): Promise<{ readonly pages: readonly ProbeExchange[]; readonly ids: ReadonlySet<string>; readonly isWhole: boolean }> {
  const first = await admin.granted(endpoint, { query: pageQuery(filter, 1, perPage) });
  const pages = [first];
  const paging = pagingIn(first);
  let total = paging?.totalPages ?? 1;
  const isWhole = paging !== null && total <= longestList;
  for (let page = isWhole ? 2 : Math.max(2, total - longestList); page <= total; page++) {
    const exchange = await admin.call(endpoint, { query: pageQuery(filter, page, perPage) });
    if (!isGranted(exchange)) break;
    pages.push(exchange);
    // What is made meanwhile may begin a page that was not there before.
    total = Math.min(Math.max(total, pagingIn(exchange)?.totalPages ?? 0), total + longestList);
  }
  return { pages, ids: new Set(pages.flatMap(idsIn)), isWhole };
}
