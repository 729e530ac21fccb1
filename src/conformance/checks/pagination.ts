import type { Exchange } from '../../result/exchange.ts';
import { type Judge, shown } from '../ledger/judge.ts';
import { type FieldRule, isObject, judgeFields, memberOf } from './fields.ts';

const paginationFields: readonly FieldRule[] = [
  { path: 'perPage', kind: 'integer', clause: 'PAGING-PER-PAGE-01' },
  { path: 'totalItems', kind: 'integer', clause: 'PAGING-TOTAL-ITEMS-01' },
  { path: 'totalPages', kind: 'integer', clause: 'PAGING-TOTAL-PAGES-01' },
  { path: 'links.self', kind: 'string', clause: 'PAGING-SELF-01' },
  { path: 'links.first', kind: 'string', clause: 'PAGING-FIRST-01' },
  { path: 'links.last', kind: 'string', clause: 'PAGING-LAST-01' },
  { path: 'links.prev', kind: 'string or null', clause: 'PAGING-PREV-01' },
  { path: 'links.next', kind: 'string or null', clause: 'PAGING-NEXT-01' },
];

/** A pagination object as numbers, with either spelling of the current page. */
export interface Paging {
  readonly perPage: number;
  readonly totalItems: number;
  readonly totalPages: number;
  readonly currentPage: number;
  readonly links: Readonly<Record<'self' | 'first' | 'last' | 'prev' | 'next', string | null>>;
}

/** The pagination of a list's body, or `null` when it is not what the document says. */
export function pagingOf(body: unknown): Paging | null {
  const pagination = memberOf(body, 'pagination');
  if (!isObject(pagination)) return null;
  const { perPage, totalItems, totalPages, currentPage, currextPage, links } = pagination;
  const current = currentPage ?? currextPage;
  const numbers = [perPage, totalItems, totalPages, current];
  if (!numbers.every((value) => typeof value === 'number') || !isObject(links)) return null;
  const link = (name: string): string | null => (typeof links[name] === 'string' ? links[name] : null);
  return {
    perPage: Number(perPage),
    totalItems: Number(totalItems),
    totalPages: Number(totalPages),
    currentPage: Number(current),
    links: { self: link('self'), first: link('first'), last: link('last'), prev: link('prev'), next: link('next') },
  };
}

/** Pagination object: the table, and what follows from the numbers of one answer alone. */
export function checkPagination(judge: Judge, exchange: Exchange, body: Record<string, unknown>): void {
  const { pagination } = body;
  if (!isObject(pagination)) return;
  judgeFields(judge, pagination, paginationFields, 'pagination.');
  checkCurrentPage(judge, exchange, pagination);
  judge.observe('Q-PAGING-OLD-NAMES', 'page' in pagination || 'total' in pagination ? 'present' : 'absent');
  const paging = pagingOf(body);
  if (paging === null) return;
  const { currentPage, totalPages, links } = paging;
  // Of a page beyond the last it is not shown what the links are.
  if (currentPage <= Math.max(1, totalPages)) {
    const before = currentPage > 1;
    const after = currentPage < totalPages;
    judge.expect('PAGING-PREV-02', (links.prev !== null) === before, `prev ${before ? 'a link' : 'null'}`, () =>
      shown(pagination),
    );
    judge.expect('PAGING-NEXT-02', (links.next !== null) === after, `next ${after ? 'a link' : 'null'}`, () =>
      shown(pagination),
    );
  }
  if (links.self !== null) judge.observe('Q-LINK-FORM', /^https?:/.test(links.self) ? 'absolute' : 'path');
}

function checkCurrentPage(judge: Judge, exchange: Exchange, pagination: Record<string, unknown>): void {
  const { currentPage, currextPage } = pagination;
  const isFilter = exchange.endpoint === 'filter-responses';
  const value = currentPage ?? (isFilter ? currextPage : undefined);
  judge.expect('PAGING-CURRENT-01', Number.isInteger(value), 'currentPage, an integer', () => shown(pagination));
  if (isFilter) {
    const both = currentPage !== undefined && currextPage !== undefined;
    const one = currextPage === undefined ? 'currentPage' : 'currextPage';
    judge.observe('Q-CURREXT-PAGE', both ? 'both' : one);
  }
  const asked = new URL(exchange.path, 'http://host').searchParams.get('page');
  if (asked === null || !/^[1-9]\d*$/.test(asked) || typeof value !== 'number') return;
  const { totalPages } = pagination;
  if (typeof totalPages === 'number' && Number(asked) > Math.max(1, totalPages)) return;
  judge.expect('PAGING-CURRENT-02', value === Number(asked), `currentPage ${asked}`, () => shown(value));
}
