import type { SectionId } from '../../../contract/sections.ts';
import type { AdministrationCall, AdministrationEndpoint } from '../../administration/call.ts';
import type { Fault } from '../fault.ts';
import { at, isMembers, type Members } from '../replyDraft.ts';
import { around, spoilAnswer, withQuery } from './answerFaults.ts';

const lists: readonly AdministrationEndpoint[] = ['list-departments', 'list-responses', 'filter-responses'];
const responses: readonly AdministrationEndpoint[] = ['list-responses'];
const filter: readonly AdministrationEndpoint[] = ['filter-responses'];

/** Spoils the pagination object of every list. */
function pagination(id: string, description: string, change: (pagination: Members) => boolean | undefined): Fault {
  return spoilAnswer({ id, section: 'pagination', description }, lists, ({ pagination: members }) =>
    isMembers(members) ? change(members) : false,
  );
}

/** Spoils the links of every list; the numbers of the page are given. */
function links(
  id: string,
  description: string,
  change: (links: Members, page: number, pages: number) => boolean | undefined,
): Fault {
  return pagination(id, description, (members) =>
    change(at(members, 'links'), Number(members.currentPage), Number(members.totalPages)),
  );
}

/** Spoils the items of every page of records. */
function items(
  id: string,
  description: string,
  change: (items: unknown[], call: AdministrationCall) => boolean,
): Fault {
  return spoilAnswer({ id, section: 'pagination', description }, responses, ({ response }, call) =>
    Array.isArray(response) ? change(response, call) : false,
  );
}

/** A link with another page number. */
function toPage(link: unknown, page: number): string {
  return String(link).replace(/([?&]page=)\d+/, `$1${page}`);
}

function query(
  id: string,
  section: SectionId,
  description: string,
  endpoints: readonly AdministrationEndpoint[],
  changes: Readonly<Record<string, string | null>>,
): Fault {
  return around({ id, section, description }, endpoints, (call, clean) => clean(withQuery(call, changes)));
}

/** Broken promises about pagination (document, Pagination object; Endpoints 5, 10 and 11). */
export const pagingFaults: readonly Fault[] = [
  pagination('paging-per-page-string', 'perPage is a string.', (members) => {
    members.perPage = String(members.perPage);
    return true;
  }),
  pagination('paging-per-page-constant', 'perPage is 100 whatever was asked for.', (members) => {
    if (members.perPage === 100) return false;
    members.perPage = 100;
    return true;
  }),
  pagination('paging-total-items-missing', 'pagination has no totalItems.', (members) => delete members.totalItems),
  pagination('paging-total-items-of-page', 'totalItems counts the items of the page.', (members) => {
    if (Number(members.totalItems) <= Number(members.perPage)) return false;
    members.totalItems = members.perPage;
    return true;
  }),
  pagination('paging-total-items-off', 'totalItems is one too many.', (members) => {
    members.totalItems = Number(members.totalItems) + 1;
    return true;
  }),
  pagination('paging-total-pages-rounded', 'totalPages leaves out the last page where it is not full.', (members) => {
    const pages = Math.floor(Number(members.totalItems) / Number(members.perPage));
    if (pages === members.totalPages || pages === 0) return false;
    members.totalPages = pages;
    return true;
  }),
  pagination('paging-total-pages-string', 'totalPages is a string.', (members) => {
    members.totalPages = String(members.totalPages);
    return true;
  }),
  pagination('paging-current-missing', 'pagination has no currentPage.', (members) => delete members.currentPage),
  pagination('paging-current-from-zero', 'currentPage counts from 0.', (members) => {
    members.currentPage = Number(members.currentPage) - 1;
    return true;
  }),
  pagination('paging-links-missing', 'pagination has no links.', (members) => delete members.links),
  links('paging-self-missing', 'links has no self.', (members) => delete members.self),
  links('paging-self-first', 'self leads to the first page.', (members, page) => {
    members.self = toPage(members.self, 1);
    return page > 1;
  }),
  links('paging-first-null', 'first is null on the first page.', (members, page) => {
    members.first = null;
    return page === 1;
  }),
  links('paging-first-self', 'first leads to the current page.', (members, page) => {
    members.first = members.self;
    return page > 1;
  }),
  links('paging-last-too-far', 'last leads one page too far.', (members, _page, pages) => {
    members.last = toPage(members.last, pages + 1);
    return pages > 0;
  }),
  links('paging-last-next', 'last leads to the next page.', (members, page, pages) => {
    members.last = toPage(members.last, page + 1);
    return page + 1 < pages;
  }),
  links('paging-prev-on-first', 'prev is a link on the first page.', (members, page) => {
    members.prev = toPage(members.self, 0);
    return page === 1;
  }),
  links('paging-prev-null', 'prev is null after the first page.', (members, page, pages) => {
    members.prev = null;
    return page > 1 && page <= pages;
  }),
  links('paging-prev-self', 'prev leads to the current page.', (members, page, pages) => {
    members.prev = members.self;
    return page > 1 && page <= pages;
  }),
  links('paging-prev-missing', 'links has no prev where there is no page before.', (members, page) => {
    delete members.prev;
    return page === 1;
  }),
  links('paging-next-on-last', 'next is a link on the last page.', (members, page, pages) => {
    members.next = toPage(members.self, page + 1);
    return page === pages;
  }),
  links('paging-next-null', 'next is null on a page in the middle.', (members, page, pages) => {
    members.next = null;
    return page > 1 && page < pages;
  }),
  links('paging-next-skips', 'next leaves a page out.', (members, page, pages) => {
    members.next = toPage(members.self, page + 2);
    return page + 1 < pages;
  }),
  links('paging-next-empty', 'next is an empty string where there is no page after.', (members, page, pages) => {
    members.next = '';
    return page >= pages;
  }),
  items('paging-item-lost', 'The last item of a full page is left out.', (list) => {
    if (list.length < 2) return false;
    list.pop();
    return true;
  }),
  around(
    {
      id: 'paging-item-twice',
      section: 'pagination',
      description: 'A page begins with the last item of the page before.',
    },
    responses,
    (call, clean) => {
      const answer = clean(call);
      const page = Number(call.query.get('page') ?? 1);
      const before = page > 1 ? clean(withQuery(call, { page: String(page - 1) })) : undefined;
      if (answer.kind !== 'success' || before?.kind !== 'success') return answer;
      const [list, earlier] = [answer.body.response, before.body.response];
      if (!Array.isArray(list) || !Array.isArray(earlier) || list.length === 0) return answer;
      return { ...answer, body: { ...answer.body, response: [earlier.at(-1), ...list.slice(0, -1)] } };
    },
  ),
  items('paging-more-than-asked', 'A page has one item more than perPage.', (list, call) => {
    if (list.length === 0 || list.length < Number(call.query.get('perPage') ?? Number.POSITIVE_INFINITY)) return false;
    list.push(structuredClone(list[0]));
    return true;
  }),
  query('list-page-ignored', 'list-responses', 'The list ignores page.', responses, { page: '1' }),
  query('list-per-page-ignored', 'list-responses', 'The list ignores perPage.', responses, { perPage: null }),
  query('filter-page-ignored', 'filter-responses', 'The filter ignores page.', filter, { page: '1' }),
  query('filter-per-page-ignored', 'filter-responses', 'The filter ignores perPage.', filter, { perPage: null }),
];
