import { PaginationCore } from '../../contract/administrationSchemas.ts';
import { ClauseTable } from '../../contract/clause.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import { isRecord, type Json } from '../../contract/jsonShape.ts';
import type { Findings } from '../findings.ts';
import { shown } from '../mismatch.ts';
import { idsIn, type LinkName, linkNames, type Paging, pagingIn, queryOf } from '../reading/administrationAnswer.ts';
import type { Answer } from '../reading/answer.ts';
import { bodyOf, named } from '../reading/reading.ts';
import { judgeShape, shapeOf } from '../schemaJudge.ts';
import { judgeVersion } from './overview.ts';

const unchanged = 'A list that changed meanwhile is read again, and judged when it stood still.';
const smallest = 'A service that says so may give up to 25 to whoever asks for fewer.';

export const paginationClauses = new ClauseTable()
  .group('pagination')
  .must('PAGING-CURRENT-01', 'pagination-current', { topic: 'page-number' })
  .says('`currentPage` is an integer; the filter may spell it `currextPage`.')
  .broken('A list does not say which page it is')
  .must('PAGING-CURRENT-02', 'pagination-current-value', { topic: 'page-number' })
  .says('`currentPage` is the page that was asked for.')
  .broken('A list gives another page than was asked for')
  .why('Of pages that exist: what is beyond the last is open.')
  .follows('page-asked')
  .must('PAGING-PREV-02', 'pagination-prev-null', { topic: 'link-given' })
  .says('`links.prev` is null exactly when there is no page before.')
  .broken('The link to the previous page is wrong')
  .why('Of pages that exist; the links of an empty list are open.')
  .follows('totals', 'page-number')
  .must('PAGING-NEXT-02', 'pagination-next-null', { topic: 'link-given' })
  .says('`links.next` is null exactly when there is no page after.')
  .broken('The link to the next page is wrong')
  .why('Of pages that exist; the links of an empty list are open.')
  .follows('totals', 'page-number')
  .must('PAGING-ECHO-01', 'pagination-per-page-value', { probes: ['filters'] })
  .says('`perPage` is the size of the page, which the service may have chosen itself.')
  .broken('A list says another page size than it has')
  .why('Fails only where the size asked for was given and another one reported.')
  .group('pagination', { ofSeveralAnswers: true })
  .must('PAGING-LAW-01', 'pagination-pages', {
    probes: ['departments', 'filters', 'record-paging'],
    topic: 'items-once',
  })
  .says('Following `next` from the first page visits every item once.')
  .broken('Paging through a list misses or repeats items')
  .why(unchanged)
  .follows('page-size', 'page-asked')
  .must('PAGING-LAW-02', 'pagination-totals', {
    probes: ['departments', 'filters', 'record-paging'],
    topic: 'totals',
  })
  .says(
    '`totalItems` and `totalPages` agree with each other, with the items of a page, and with what the walk over all pages finds.',
  )
  .broken('A list and its totals do not agree')
  .why(unchanged)
  .follows('list-form', 'items-once', 'listed', 'filter-finds')
  .must('PAGING-LAW-03', 'pagination-link-targets', { probes: ['filters', 'record-paging'] })
  .says('Each link leads where its name says.')
  .broken('A link between pages leads elsewhere')
  .why('Links are resolved as RFC 3986 says.')
  .follows('totals', 'page-number', 'page-size', 'page-asked', 'items-once', 'link-given', 'link-query', 'version')
  .group('list-departments')
  .must('DEPARTMENT-PER-PAGE-01', 'list-departments-per-page', { probes: ['department-list'], topic: 'page-size' })
  .says('`perPage` bounds the number of departments returned.')
  .broken('The list of departments ignores perPage')
  .why(smallest)
  .must('DEPARTMENT-PAGE-01', 'list-departments-page', { probes: ['departments'], topic: 'page-asked' })
  .says('`page` selects the page of the department list.')
  .broken('The list of departments ignores page')
  .why(unchanged)
  .group('list-responses')
  .must('RESPONSE-LIST-PER-PAGE-01', 'list-responses-per-page', {
    probes: ['record-reading', 'record-paging'],
    topic: 'page-size',
  })
  .says('`perPage` bounds the number of records returned.')
  .broken('The list of responses ignores perPage')
  .why(smallest)
  .must('RESPONSE-LIST-PAGE-01', 'list-responses-page', { probes: ['record-paging'], topic: 'page-asked' })
  .says('`page` selects the page of records.')
  .broken('The list of responses ignores page')
  .why(unchanged)
  .group('filter-responses')
  .must('RESPONSE-FILTER-PAGE-01', 'filter-responses-page', { probes: ['filters'], topic: 'page-asked' })
  .says('The filter takes `page` and `perPage`.')
  .broken('The filter ignores page and perPage')
  .why(smallest);

/** The endpoints that give lists. */
export type ListEndpoint = Extract<EndpointId, 'list-departments' | 'list-responses' | 'filter-responses'>;

const pageClauses = {
  'list-departments': { page: 'DEPARTMENT-PAGE-01', perPage: 'DEPARTMENT-PER-PAGE-01' },
  'list-responses': { page: 'RESPONSE-LIST-PAGE-01', perPage: 'RESPONSE-LIST-PER-PAGE-01' },
  'filter-responses': { page: 'RESPONSE-FILTER-PAGE-01', perPage: 'RESPONSE-FILTER-PAGE-01' },
} as const;

const shape = shapeOf(PaginationCore);

/** Pagination object: the table, and what follows from the numbers of one answer alone. */
export function judgePagination(findings: Findings, answer: Answer): void {
  const { reading, exchange } = answer;
  const pagination = reading.kind === 'administration' ? bodyOf(exchange).pagination : null;
  if (!isRecord(pagination)) return;
  judgeShape(findings, exchange.path, shape, pagination, 'pagination');
  findings.observe('Q-PAGING-OLD-NAMES', 'page' in pagination || 'total' in pagination ? 'present' : 'absent');
  judgeCurrentPage(findings, answer, pagination);
  const paging = pagingIn(answer);
  if (paging === null) return;
  const { currentPage, totalPages, totalItems, links } = paging;
  const actual = (): string => shown(pagination);
  if (totalItems > 0 && paging.perPage > 0) {
    const count = Math.ceil(totalItems / paging.perPage);
    const words = `totalPages ${count}, for totalItems ${totalItems} at ${paging.perPage} a page`;
    findings.expect('PAGING-LAW-02', totalPages === count, words, `totalPages ${totalPages}`, 'pagination.totalPages');
  }
  const isNegative = totalItems < 0 || totalPages < 0;
  findings.expect('PAGING-LAW-02', !isNegative, 'totals that are not negative', actual, 'pagination.totalItems');
  if (totalItems > 0 && currentPage >= 1 && currentPage <= totalPages) {
    const judgeLinkGiven = (
      clause: 'PAGING-PREV-02' | 'PAGING-NEXT-02',
      name: 'prev' | 'next',
      isDue: boolean,
    ): void => {
      const value = links[name];
      const expected = `${name} is ${isDue ? 'a link' : 'null'}, on page ${currentPage} of ${totalPages}`;
      const came = [isDue ? 'no-link' : 'link'];
      findings.expect(clause, (value !== null) === isDue, expected, { value, came }, `pagination.links.${name}`);
    };
    judgeLinkGiven('PAGING-PREV-02', 'prev', currentPage > 1);
    judgeLinkGiven('PAGING-NEXT-02', 'next', currentPage < totalPages);
  }
  if (links.self !== null) findings.observe('Q-LINK-FORM', /^https?:/.test(links.self) ? 'absolute' : 'path');
  judgePageSize(findings, answer);
  for (const name of linkNames) {
    const url = links[name] ?? '';
    // A gateway may have paths of its own.
    const version = /\/a\/api\/v\d+\//.exec(url)?.[0];
    if (version !== undefined) judgeVersion(findings, version, url, `pagination.links.${name}`);
  }
}

function judgeCurrentPage(findings: Findings, answer: Answer, pagination: Json): void {
  const { currentPage, currextPage, totalPages } = pagination;
  const isFilter = answer.exchange.endpoint === 'filter-responses';
  const value = currentPage ?? (isFilter ? currextPage : undefined);
  const isInteger = Number.isInteger(value);
  const path = 'pagination.currentPage';
  findings.expect('PAGING-CURRENT-01', isInteger, 'currentPage, an integer', { value: pagination }, path);
  if (isFilter) {
    const both = currentPage !== undefined && currextPage !== undefined;
    const one = currextPage === undefined ? 'currentPage' : 'currextPage';
    findings.observe('Q-CURREXT-PAGE', both ? 'both' : one);
  }
  const asked = queryOf(answer).get('page');
  if (asked === null || !/^[1-9]\d*$/.test(asked) || !isInteger) return;
  if (typeof totalPages === 'number' && Number(asked) > totalPages) return;
  findings.expect('PAGING-CURRENT-02', value === Number(asked), `currentPage ${asked}`, { value }, path);
}

/** A service may give no pages that are smaller than some size of its own, when it says so: not one above this. */
const largestSmallest = 25;

/** `perPage` bounds the page, and is what is reported where it was given. */
function judgePageSize(findings: Findings, answer: Answer): void {
  const { endpoint } = answer.exchange;
  const asked = Number(queryOf(answer).get('perPage') ?? 0);
  const paging = pagingIn(answer);
  if (paging === null || !Number.isInteger(asked) || asked < 1 || !isList(endpoint)) return;
  const count = idsIn(answer).length;
  const most = Math.max(asked, paging.perPage <= largestSmallest ? paging.perPage : 0);
  const bounded = `${asked} items at most`;
  if (!findings.expect(pageClauses[endpoint].perPage, count <= most, bounded, `${count} items`)) return;
  // What the service allows instead is its own affair, as long as it is told.
  const isTold = paging.perPage === asked || count <= paging.perPage;
  const isGiven = count === asked && paging.totalItems > asked && paging.perPage !== asked;
  const actual = `${count} of ${paging.totalItems} items, perPage ${paging.perPage}`;
  findings.expect('PAGING-ECHO-01', isTold && !isGiven, `perPage ${asked}`, actual, 'pagination.perPage');
}

function isList(endpoint: EndpointId): endpoint is ListEndpoint {
  return Object.hasOwn(pageClauses, endpoint);
}

/** Whether a clause is about lists as wholes, of which each walk over one tells. */
export function isListLaw(clause: string): boolean {
  return clause.startsWith('PAGING-LAW-') || clause.endsWith('-LINKS-01');
}

/** The pages of a list along `next`, in their order, which stood still while they were read. */
export type ListWalk = readonly Answer[];

/**
 * Every item once.
 *
 * @param pages of which some may show it already: the words tell of all @param otherwise pages of another size
 */
export function judgeItemsOnce(findings: Findings, pages: ListWalk, otherwise: ListWalk = []): void {
  const ids = pages.flatMap(idsIn);
  const { size } = new Set(ids);
  const actual = (): string =>
    `${ids.length} items, ${size} of them different${repeatedOn(pages)}${repeatedOtherwise(otherwise)}`;
  findings.expect('PAGING-LAW-01', size === ids.length, 'each item once', actual);
}

/** Whether some item stands there twice. */
export function repeatsItems(pages: ListWalk): boolean {
  const ids = pages.flatMap(idsIn);
  return new Set(ids).size < ids.length;
}

/** As many items as every page announced: it takes all pages to tell. */
export function judgeItemsCounted(findings: Findings, pages: ListWalk): void {
  const [first] = pages;
  const paging = first === undefined ? null : pagingIn(first);
  if (paging === null) return;
  const { size } = new Set(pages.flatMap(idsIn));
  const { totalItems } = paging;
  const here = pages.length === 1 ? 'its page' : `its ${pages.length} pages`;
  const expected = `as many items on ${here} as totalItems says: ${totalItems}`;
  findings.expect('PAGING-LAW-02', totalItems === size, expected, `${size} different items`);
}

/** The first page that shows an item twice, or the first two that show the same one; all where none do. */
export function pagesRepeatingItem<Page extends Answer>(pages: readonly Page[]): readonly Page[] {
  const seen = new Map<string, Page>();
  for (const page of pages) {
    for (const id of idsIn(page)) {
      const before = seen.get(id);
      if (before !== undefined) return [...new Set([before, page])];
      seen.set(id, page);
    }
  }
  return pages;
}

/** Which two pages show an item twice. */
function repeatedOn(pages: ListWalk): string {
  const [here, there] = pagesRepeatingItem(pages);
  if (here === undefined || there === undefined) return '';
  const [before, after] = [pagingIn(here), pagingIn(there)];
  const shared = idsIn(here).find((id) => idsIn(there).includes(id));
  if (before === null || after === null || shared === undefined) return '';
  const where = `page ${after.currentPage} of ${after.totalPages}`;
  if (sorted(here) === sorted(there)) return `: ${where} is page ${before.currentPage} again`;
  return `: item ${shared} stands on page ${before.currentPage} and on ${where}`;
}

/** Whether pages of another size show an item twice too: which page it is may matter, or how many items are before it. */
function repeatedOtherwise(pages: ListWalk): string {
  const size = pages.map((page) => pagingIn(page)?.perPage)[0];
  if (size === undefined || pages.length < 2) return '';
  if (!repeatsItems(pages)) return `; with ${size} a page none does`;
  const at = pagesRepeatingItem(pages).map((page) => pagingIn(page)?.currentPage);
  return `; with ${size} a page, too, one stands on page ${[...new Set(at)].join(' and on page ')}`;
}

/** Whether a list has as many items as it says. */
export function isCounted(pages: ListWalk): boolean {
  const totals = new Set(pages.map((page) => pagingIn(page)?.totalItems));
  return totals.size === 1 && totals.has(new Set(pages.flatMap(idsIn)).size);
}

/** A page of a list that stood still, of whatever size: it has the total of all, and the items that are its own. */
export function judgePageCount(findings: Findings, answer: Answer, totalItems: number): void {
  const paging = pagingIn(answer);
  if (paging === null) return;
  const words = (total: number, items: number): string =>
    `totalItems ${total}, with ${items} items on page ${paging.currentPage}`;
  const expected = words(totalItems, itemsOfPage(paging, totalItems));
  const actual = (): string => words(paging.totalItems, idsIn(answer).length);
  findings.expect('PAGING-LAW-02', hasItsItems(answer, totalItems), expected, actual, 'pagination.totalItems');
}

/** Whether a page has the items that a total gives it. */
export function hasItsItems(answer: Answer, totalItems: number): boolean {
  const paging = pagingIn(answer);
  if (paging === null) return false;
  return paging.totalItems === totalItems && idsIn(answer).length === itemsOfPage(paging, totalItems);
}

function itemsOfPage({ perPage, currentPage }: Paging, totalItems: number): number {
  return Math.min(perPage, Math.max(0, totalItems - (currentPage - 1) * perPage));
}

/** A link that was followed. @param page where its name says that it leads. @returns whether it does. */
export function judgeLink(findings: Findings, from: Answer, name: LinkName, there: Answer, page: number): boolean {
  const [here, reached] = [pagingIn(from), pagingIn(there)];
  const isCapped = isCappedDefault(from, there);
  const right = reached?.currentPage === page && (reached.perPage === here?.perPage || isCapped);
  const same = name !== 'self' || isCapped || sorted(there) === sorted(from);
  const actual = (): string => {
    const where =
      reached === null ? named(there.exchange, there.reading) : `page ${reached.currentPage} of ${reached.perPage}`;
    return `${here?.links[name] ?? 'null'} leads to ${where}${right ? ', with other items' : ''}`;
  };
  return findings.expect(
    'PAGING-LAW-03',
    right && same,
    `${name} leads to page ${page}`,
    actual,
    `pagination.links.${name}`,
  );
}

/** A size that is asked for may be cut to a maximum, which is not shown, where the default is above it. */
function isCappedDefault(from: Answer, there: Answer): boolean {
  const size = pagingIn(from)?.perPage ?? 0;
  const isDefault = queryOf(from).get('perPage') === null;
  const isAsked = queryOf(there).get('perPage') === String(size);
  return isDefault && isAsked && (pagingIn(there)?.perPage ?? 0) < size;
}

/** A page asked for by its number is the one that `next` led to. */
export function judgeSelectedPage(findings: Findings, asked: Answer, walked: Answer, page: number): void {
  const { endpoint } = asked.exchange;
  if (!isList(endpoint)) return;
  const holds = sorted(asked) === sorted(walked);
  const ids = idsIn(asked).join(', ');
  const expected = `page ${page}: ${idsIn(walked).join(', ')}`;
  findings.expect(pageClauses[endpoint].page, holds, expected, () => ids || 'no item');
}

/** The ids of a page, whatever their order. */
export function sorted(answer: Answer): string {
  return [...idsIn(answer)].sort().join();
}
