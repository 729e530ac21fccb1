import type { AdministrationEndpoint } from '../../administration/call.ts';
import { around, spoilAnswer, withQuery } from '../administration/answerFaults.ts';
import type { Fault } from '../fault.ts';
import { at, isMembers } from '../replyDraft.ts';

const lists: readonly AdministrationEndpoint[] = ['list-departments', 'list-responses', 'filter-responses'];
const conditions = { custom1: null, custom2: null, custom3: null, custom4: null, custom5: null, extRef: null };

/** What may go wrong with paging and the filter (document, Pagination object; Endpoint 11). */
export const pagedFaults: readonly Fault[] = [
  spoilAnswer(
    {
      id: 'paging-even-total-pages-extra',
      section: 'pagination',
      description: 'totalPages is one too many where the last page is full.',
    },
    lists,
    ({ pagination }) => {
      if (!isMembers(pagination)) return false;
      const { totalItems, perPage, totalPages } = pagination;
      if (Number(totalItems) === 0 || Number(totalItems) % Number(perPage) !== 0) return false;
      pagination.totalPages = Number(totalPages) + 1;
      return true;
    },
  ),
  spoilAnswer(
    {
      id: 'filter-links-unencoded',
      section: 'filter-responses',
      description: 'The links of the filter repeat its parameters without encoding them.',
    },
    ['filter-responses'],
    ({ pagination }) => {
      if (!isMembers(pagination)) return false;
      const links = at(pagination, 'links');
      for (const [name, link] of Object.entries(links)) {
        if (typeof link === 'string') links[name] = decodeURIComponent(link.replaceAll('+', ' '));
      }
      return true;
    },
  ),
  around(
    {
      id: 'filter-unfiltered-from-page-two',
      section: 'filter-responses',
      description: 'From its second page on, the filter gives all records in turn.',
    },
    ['filter-responses'],
    (call, clean) => {
      const answer = clean(call);
      if (answer.kind !== 'success' || Number(call.query.get('page') ?? 1) < 2) return answer;
      const all = clean(withQuery(call, conditions));
      return all.kind === 'success' ? { ...answer, body: { ...answer.body, response: all.body.response } } : answer;
    },
  ),
];
