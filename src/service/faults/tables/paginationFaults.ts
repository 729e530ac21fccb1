import { isRecord } from '../../../contract/jsonShape.ts';
import { convert, convertTexts, type Edit, plus, replaced, set, within } from '../edits.ts';
import { fault, type Injection, inSection } from '../fault.ts';
import { answerCalls, inEachService, listing, mutateAnswer, mutateLinks, withQuery } from '../mutateAnswer.ts';

const responses = ['list-responses'] as const;

/** Changes the pagination object of every list. */
function mutatePagination(edit: Edit, applies: Edit = () => true): Injection {
  return mutateAnswer(listing, ({ pagination }) => isRecord(pagination) && applies(pagination) && edit(pagination));
}

/** Has a link lead to another page. */
function lead(name: string, target: (page: number, pages: number) => number): Parameters<typeof mutateLinks>[1] {
  return (links, page, pages) => {
    links[name] = toPage(links[name] ?? links.self, target(page, pages));
  };
}

/** A link with another page number. */
function toPage(link: unknown, page: number): string {
  return String(link).replace(/([?&]page=)\d+/, `$1${page}`);
}

const onFirst = (page: number): boolean => page === 1;
const afterFirst = (page: number): boolean => page > 1;
const isLater = (page: number, pages: number): boolean => page > 1 && page <= pages;
const onLast = (page: number, pages: number): boolean => page === pages;
const onSixth = (page: number, pages: number): boolean => page === 6 && pages > 12;
const hasPages = (_page: number, pages: number): boolean => pages > 0;
const hasTwoMore = (page: number, pages: number): boolean => page + 1 < pages;

/** Pagination object. */
export const paginationFaults = inSection('pagination', [
  fault('last-page-archived', ['ODD-LISTS'], 'Items of the last of several pages have a member of their own.', {
    how: mutateAnswer(listing, ({ pagination, response }) => {
      if (!isRecord(pagination) || !Array.isArray(response) || response.length === 0) return false;
      const { currentPage = pagination.currextPage, totalPages } = pagination;
      if (totalPages === 1 || currentPage !== totalPages) return false;
      for (const item of response) item.isArchived = true;
      return true;
    }),
  }),
  fault('paging-per-page-constant', ['PAGING-ECHO-01'], 'perPage is 100 whatever was asked for.', {
    how: mutatePagination(set('perPage', 100), ({ perPage }) => perPage !== 100),
  }),
  fault('paging-total-items-of-page', ['PAGING-LAW-02'], 'totalItems counts the items of the page.', {
    how: mutatePagination((pagination) => {
      if (Number(pagination.totalItems) <= Number(pagination.perPage)) return false;
      pagination.totalItems = pagination.perPage;
      return true;
    }),
  }),
  fault('paging-total-items-off', ['PAGING-LAW-02'], 'totalItems is one too many.', {
    how: mutatePagination(convert('totalItems', plus(1))),
  }),
  fault('departments-total-stale', ['PAGING-LAW-02'], 'totalItems of departments stays as it was first read.', {
    how: inEachService(() => {
      let total: unknown;
      return mutateAnswer(['list-departments'], ({ pagination }) => {
        if (!isRecord(pagination)) return false;
        total ??= pagination.totalItems;
        Object.assign(pagination, { totalItems: total });
        return true;
      });
    }),
  }),
  fault('paging-total-pages-rounded', ['PAGING-LAW-02'], 'totalPages leaves out the last page where it is not full.', {
    how: mutatePagination((pagination) => {
      const pages = Math.floor(Number(pagination.totalItems) / Number(pagination.perPage));
      if (pages === pagination.totalPages || pages === 0) return false;
      pagination.totalPages = pages;
      return true;
    }),
  }),
  fault('paging-even-total-pages-extra', ['PAGING-LAW-02'], 'totalPages is one too many where the last page is full.', {
    how: mutatePagination(
      convert('totalPages', plus(1)),
      ({ totalItems, perPage }) => totalItems !== 0 && Number(totalItems) % Number(perPage) === 0,
    ),
  }),
  fault('paging-current-from-zero', ['PAGING-CURRENT-02'], 'currentPage counts from 0.', {
    how: mutatePagination(convert('currentPage', plus(-1))),
  }),
  fault('paging-self-first', ['PAGING-LAW-03'], 'self leads to the first page.', {
    how: mutateLinks(
      afterFirst,
      lead('self', () => 1),
    ),
  }),
  fault('paging-first-self', ['PAGING-LAW-03'], 'first leads to the current page.', {
    how: mutateLinks(
      afterFirst,
      lead('first', (page) => page),
    ),
  }),
  fault('paging-last-too-far', ['PAGING-LAW-03'], 'last leads one page too far.', {
    how: mutateLinks(
      hasPages,
      lead('last', (_page, pages) => pages + 1),
    ),
  }),
  fault('paging-last-next', ['PAGING-LAW-03'], 'last leads to the next page.', {
    how: mutateLinks(
      hasTwoMore,
      lead('last', (page) => page + 1),
    ),
  }),
  fault('paging-prev-on-first', ['PAGING-PREV-02'], 'prev is a link on the first page.', {
    how: mutateLinks(
      onFirst,
      lead('prev', () => 0),
    ),
  }),
  fault('paging-prev-self', ['PAGING-LAW-03'], 'prev leads to the current page.', {
    how: mutateLinks(
      isLater,
      lead('prev', (page) => page),
    ),
  }),
  fault('paging-next-on-last', ['PAGING-NEXT-02'], 'next is a link on the last page.', {
    how: mutateLinks(
      onLast,
      lead('next', (page) => page + 1),
    ),
  }),
  fault('paging-next-skips', ['PAGING-LAW-03'], 'next leaves a page out.', {
    how: mutateLinks(
      hasTwoMore,
      lead('next', (page) => page + 2),
    ),
  }),
  fault('paging-item-lost', ['PAGING-LAW-02'], 'The last item of a full page is left out.', {
    how: mutateAnswer(responses, ({ response }) => Array.isArray(response) && response.length > 1 && response.pop()),
  }),
  fault('paging-item-twice', ['PAGING-LAW-01'], 'A page begins with the last item of the page before.', {
    how: answerCalls(responses, (call, clean) => {
      const answer = clean(call);
      const page = Number(call.query.get('page') ?? 1);
      const before = page > 1 ? clean(withQuery(call, { page: String(page - 1) })) : undefined;
      if (answer.kind !== 'success' || before?.kind !== 'success') return answer;
      const [list, earlier] = [answer.body.response, before.body.response];
      if (!Array.isArray(list) || !Array.isArray(earlier) || list.length === 0) return answer;
      return { ...answer, body: { ...answer.body, response: [earlier.at(-1), ...list.slice(0, -1)] } };
    }),
  }),
  fault('paging-prev-first-at-times', ['PAGING-LAW-03'], 'prev of the sixth of many pages leads to the first.', {
    how: mutateLinks(
      onSixth,
      lead('prev', () => 1),
    ),
  }),
  fault('paging-default-self', ['PAGING-LAW-03'], 'self of a list without page leads to page 2.', {
    how: mutateAnswer(
      listing,
      ({ pagination }, { query }) =>
        !query.has('page') && isRecord(pagination) && convert('links.self', (self) => toPage(self, 2))(pagination),
    ),
  }),
  fault('paging-total-by-size', ['PAGING-LAW-02'], 'totalItems is one too few where perPage is 100.', {
    how: mutateAnswer(listing, ({ pagination }, { query }) => {
      if (query.get('perPage') !== '100' || !isRecord(pagination) || Number(pagination.totalItems) < 2) return false;
      const totalItems = Number(pagination.totalItems) - 1;
      Object.assign(pagination, { totalItems, totalPages: Math.ceil(totalItems / 100) });
      return true;
    }),
  }),
  fault('paging-default-short', ['PAGING-LAW-02'], 'Without perPage, records are 10 a page, and said to be 100.', {
    how: mutateAnswer(responses, ({ response }, { query }) => {
      if (query.has('perPage') || !Array.isArray(response) || response.length < 11) return false;
      response.length = 10;
      return true;
    }),
  }),
  fault('paging-links-other-version', ['VERSION-PATH-01'], 'The links of lists are under /a/api/v1.', {
    how: mutateAnswer(listing, convertTexts('pagination.links', replaced('/v2/', '/v1/'))),
  }),
  fault('paging-negative', ['PAGING-LAW-02'], 'An empty list has -1 items.', {
    how: mutateAnswer(
      ['filter-responses'],
      within('pagination', (pagination) => pagination.totalItems === 0 && set('totalItems', -1)(pagination)),
    ),
  }),
  fault('paging-more-than-asked', ['RESPONSE-LIST-PER-PAGE-01'], 'A page has one item more than perPage.', {
    how: mutateAnswer(responses, ({ response }, call) => {
      const perPage = Number(call.query.get('perPage') ?? Number.POSITIVE_INFINITY);
      if (!Array.isArray(response) || response.length === 0 || response.length < perPage) return false;
      return response.push(structuredClone(response[0]));
    }),
  }),
]);
