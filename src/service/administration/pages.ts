import type { Pagination } from '../../contract/administrationSchemas.ts';
import { limits } from '../../contract/endpoints.ts';
import type { StandardErrorStatus } from '../../contract/serviceErrors.ts';
import type { ServiceParts } from '../area.ts';
import type { Slice, Window } from '../store/store.ts';
import type { Survey } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import { type AdministrationAnswer, type AdministrationCall, error, success } from './call.ts';

/** Answers calls about something: an organization by its id, a survey, or an item of a survey. */
export type Answerer<About> = (call: AdministrationCall, about: About, parts: ServiceParts) => AdministrationAnswer;

/** A datapad or a response of a survey, by its id. */
export interface Item {
  readonly survey: Survey;
  readonly id: number;
}

/** The page that was asked for, both numbers at least 1. */
interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

/** Reads `page` and `perPage`, or says which error they deserve. */
function pageRequestOf(
  query: URLSearchParams,
  defaultPerPage: number,
  variants: Variants,
): PageRequest | StandardErrorStatus {
  const page = numberOf(query.get('page'), limits.defaultPage, variants);
  const perPage = numberOf(query.get('perPage'), defaultPerPage, variants);
  if (page === undefined || perPage === undefined) return 400;
  if (page < 1 && variants.pageZero === '400') return 400;
  if (perPage < 1 && variants.perPageZero === '400') return 400;
  const wanted = perPage < 1 ? defaultPerPage : perPage;
  const most = variants.maxPerPage === 'none' ? Number.MAX_SAFE_INTEGER : Number(variants.maxPerPage);
  if (wanted > most && variants.perPageTooLarge === '400') return 400;
  return { page: Math.max(1, page), perPage: Math.min(wanted, most) };
}

/**
 * A page of a list as an answer, with its pagination object (service.md#pagination).
 *
 * @param defaultPerPage where the call names none.
 * @param read reads the items of a window from the store.
 * @param filters the query parameters, other than paging, that the links repeat.
 */
export function pagedAnswer<Listed>(
  call: AdministrationCall,
  defaultPerPage: number,
  variants: Variants,
  read: (window: Window) => Slice<Listed>,
  present: (item: Listed) => unknown,
  filters: readonly (readonly [string, string])[] = [],
): AdministrationAnswer {
  const asked = pageRequestOf(call.query, defaultPerPage, variants);
  if (typeof asked === 'number') return error(asked);
  let { page } = asked;
  const { perPage } = asked;
  let slice = read(windowOf(asked));
  // Of one moment: others may add to the list before it is read again.
  const { totalItems } = slice;
  const pages = Math.ceil(totalItems / perPage);
  if (page > Math.max(1, pages)) {
    if (variants.pageTooFar === '404') return error(404);
    if (variants.pageTooFar === '400') return error(400);
    if (variants.pageTooFar === 'last') {
      page = Math.max(1, pages);
      slice = read(windowOf({ page, perPage }));
    }
  }
  const totalPages = pages === 0 ? Number(variants.emptyTotalPages) : pages;
  const pathname = call.url.split('?', 1)[0] ?? '';
  const linkTo = (to: number): string => {
    const query = new URLSearchParams(filters.map(([name, value]): [string, string] => [name, value]));
    query.set('page', String(to));
    query.set('perPage', String(perPage));
    return `${variants.linkForm === 'absolute' ? call.origin : ''}${pathname}?${query}`;
  };
  const beyond = page > 1 && variants.prevBeyondLast === 'last-page' ? linkTo(Math.max(1, pages)) : null;
  const links: Pagination['links'] = {
    self: linkTo(page),
    first: linkTo(1),
    last: linkTo(Math.max(1, pages)),
    prev: page > 1 && page - 1 <= pages ? linkTo(page - 1) : beyond,
    next: page < pages ? linkTo(page + 1) : null,
  };
  const counts = { perPage, totalItems, ...currentPage(call, page, variants), totalPages, links };
  return success(200, slice.items.map(present), counts);
}

/** The sample of the filter spells the member in its own way. */
function currentPage(call: AdministrationCall, page: number, variants: Variants): object {
  const spelling = call.endpoint === 'filter-responses' ? variants.filterSpelling : 'currentPage';
  if (spelling === 'both') return { currentPage: page, currextPage: page };
  return { [spelling]: page };
}

function windowOf({ page, perPage }: PageRequest): Window {
  return { offset: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER - perPage), limit: perPage };
}

function numberOf(text: string | null, absent: number, variants: Variants): number | undefined {
  if (text === null) return absent;
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return variants.pageNotNumber === 'default' ? absent : undefined;
}
