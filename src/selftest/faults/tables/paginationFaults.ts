import { isRecord } from '../../../contract/jsonShape.ts';
import { answerCalls, inEachService, listing, mutateGranted, mutateLinks, withQuery } from '../answerCalls.ts';
import { convert, type Edit, type Members, plus, replaced, rewriteAll, said, set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';

const responses = ['list-responses'] as const;

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

const itself = (page: number): number => page;
const following = (page: number): number => page + 1;
const nextButOne = (page: number): number => page + 2;
const beyond = (_page: number, pages: number): number => pages + 1;

/** A link that leads to another page, on some pages. */
const misledLinks = [
  ['paging-self-first', 'PAGING-LAW-03', 'self', afterFirst, () => 1, 'self leads to the first page.'],
  ['paging-first-self', 'PAGING-LAW-03', 'first', afterFirst, itself, 'first leads to its own page.'],
  ['paging-last-too-far', 'PAGING-LAW-03', 'last', hasPages, beyond, 'last is too far.'],
  ['paging-last-next', 'PAGING-LAW-03', 'last', hasTwoMore, following, 'last leads to the next page.'],
  ['paging-prev-on-first', 'PAGING-PREV-02', 'prev', onFirst, () => 0, 'prev is a link on the first page.'],
  ['paging-prev-self', 'PAGING-LAW-03', 'prev', isLater, itself, 'prev leads to the current page.'],
  ['paging-next-on-last', 'PAGING-NEXT-02', 'next', onLast, following, 'next is a link on the last page.'],
  ['paging-next-skips', 'PAGING-LAW-03', 'next', hasTwoMore, nextButOne, 'next leaves a page out.'],
  ['paging-prev-first-at-times', 'PAGING-LAW-03', 'prev', onSixth, () => 1, 'prev of a sixth page leads to the first.'],
] as const;

/** Where it changes something: a pagination that is right all the same is no opportunity. */
function recount(
  words: string,
  name: 'totalItems' | 'totalPages' | 'perPage',
  count: (pagination: Members) => unknown,
): Edit {
  return said((pagination) => {
    const other = count(pagination);
    if (other === false || other === pagination[name]) return false;
    pagination[name] = other;
    return true;
  }, words);
}

const constantSize = recount('perPage is 100 whatever was asked for', 'perPage', () => 100);
const ofPage = recount('totalItems counts the items of the page', 'totalItems', ({ totalItems, perPage }) =>
  Number(totalItems) > Number(perPage) ? perPage : false,
);
const fullPages = recount('totalPages counts full pages only', 'totalPages', ({ totalItems, perPage }) => {
  return Math.floor(Number(totalItems) / Number(perPage)) || false;
});
const oneMoreWhereFull = recount('totalPages is 1 too high where the last page is full', 'totalPages', (pagination) => {
  const { totalItems, perPage, totalPages } = pagination;
  return totalItems !== 0 && Number(totalItems) % Number(perPage) === 0 && Number(totalPages) + 1;
});

/** Pagination object. */
export const paginationFaults = inSection('pagination', [
  fault('last-page-archived', 'ODD-LISTS', 'Items of the last of several pages have a member of their own.', {
    how: mutateGranted(listing, ({ pagination, response }) => {
      if (!isRecord(pagination) || !Array.isArray(response) || response.length === 0) return false;
      const { currentPage = pagination.currextPage, totalPages } = pagination;
      if (totalPages === 1 || currentPage !== totalPages) return false;
      for (const item of response) item.isArchived = true;
      return true;
    }),
  }),
  fault('later-pages-shorter', 'PAGING-ITEM-01', 'Records on later pages of a list have no dataQuality.', {
    how: mutateGranted(listing, ({ pagination, response }, { endpoint }) => {
      if (!isRecord(pagination) || !Array.isArray(response) || endpoint === 'list-departments') return false;
      const { currentPage = pagination.currextPage } = pagination;
      for (const record of response) if (currentPage !== 1) delete record.dataQuality;
      return currentPage !== 1 && response.length > 0;
    }),
  }),
  fault('paging-next-where-full', 'PAGING-NEXT-02', 'next of a full last page leads beyond it.', {
    how: mutateGranted(listing, ({ pagination, response }) => {
      if (!isRecord(pagination) || !isRecord(pagination.links) || !Array.isArray(response)) return false;
      const { currentPage = pagination.currextPage, totalPages, perPage, links } = pagination;
      if (currentPage === 1 || currentPage !== totalPages || response.length !== perPage) return false;
      return set('links.next', toPage(links.self, Number(currentPage) + 1))(pagination);
    }),
  }),
  fault('departments-total-stale', 'PAGING-LAW-02', 'totalItems of departments stays as it was first read.', {
    how: inEachService(() => {
      let total: unknown;
      return mutateGranted(['list-departments'], ({ pagination }) => {
        if (!isRecord(pagination)) return false;
        total ??= pagination.totalItems;
        Object.assign(pagination, { totalItems: total });
        return true;
      });
    }),
  }),
  ['paging-per-page-constant', 'PAGING-ECHO-01', 'paginations', constantSize],
  ['paging-total-items-of-page', 'PAGING-LAW-02', 'paginations', ofPage],
  ['paging-total-items-off', 'PAGING-LAW-02', 'paginations', convert('totalItems', plus(1))],
  ['paging-total-pages-rounded', 'PAGING-LAW-02', 'paginations', fullPages],
  ['paging-even-total-pages-extra', 'PAGING-LAW-02', 'paginations', oneMoreWhereFull],
  ['paging-current-from-zero', 'PAGING-CURRENT-02', 'paginations', convert('currentPage', plus(-1))],
  ...misledLinks.map(([id, clause, link, applies, target, words]) =>
    fault(id, clause, words, {
      how: mutateLinks(applies, (links, page, pages) => {
        links[link] = toPage(links[link] ?? links.self, target(page, pages));
      }),
    }),
  ),
  fault('paging-item-lost', 'PAGING-LAW-02', 'The last item of a full page is left out.', {
    how: mutateGranted(responses, ({ response }) => Array.isArray(response) && response.length > 1 && response.pop()),
  }),
  fault('departments-first-items', 'PAGING-LAW-01', 'Each page of departments has the items of the first.', {
    how: answerCalls(['list-departments'], (call, clean) => {
      const [answer, first] = [clean(call), clean(withQuery(call, { page: '1' }))];
      if (answer.kind !== 'success' || first.kind !== 'success') return answer;
      return { ...answer, body: { ...answer.body, response: first.body.response } };
    }),
  }),
  fault('paging-item-twice', 'PAGING-LAW-01', 'A page begins with the last item of the page before.', {
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
  fault('paging-default-self', 'PAGING-LAW-03', 'self of a list without page leads to page 2.', {
    how: mutateGranted(
      listing,
      ({ pagination }, { query }) =>
        !query.has('page') && isRecord(pagination) && convert('links.self', (self) => toPage(self, 2))(pagination),
    ),
  }),
  fault('paging-total-by-size', 'PAGING-LAW-02', 'totalItems is one too few where perPage is 100.', {
    how: mutateGranted(listing, ({ pagination }, { query }) => {
      if (query.get('perPage') !== '100' || !isRecord(pagination) || Number(pagination.totalItems) < 2) return false;
      const totalItems = Number(pagination.totalItems) - 1;
      Object.assign(pagination, { totalItems, totalPages: Math.ceil(totalItems / 100) });
      return true;
    }),
  }),
  fault('paging-default-short', 'PAGING-LAW-02', 'Without perPage, records are 10 a page, and said to be 100.', {
    how: mutateGranted(responses, ({ response }, { query }) => {
      if (query.has('perPage') || !Array.isArray(response) || response.length < 11) return false;
      response.length = 10;
      return true;
    }),
  }),
  ['paging-links-other-version', 'VERSION-PATH-01', 'lists', rewriteAll('pagination.links', replaced('/v2/', '/v1/'))],
  fault('paging-negative', 'PAGING-LAW-02', 'An empty list has -1 items.', {
    how: mutateGranted(
      ['filter-responses'],
      ({ pagination }) => isRecord(pagination) && pagination.totalItems === 0 && set('totalItems', -1)(pagination),
    ),
  }),
  fault('paging-more-than-asked', 'RESPONSE-LIST-PER-PAGE-01', 'A page has one item more than perPage.', {
    how: mutateGranted(responses, ({ response }, call) => {
      const perPage = Number(call.query.get('perPage') ?? Number.POSITIVE_INFINITY);
      if (!Array.isArray(response) || response.length === 0 || response.length < perPage) return false;
      return response.push(structuredClone(response[0]));
    }),
  }),
]);
