import { type Clause, must } from '../../contract/clause.ts';

export const paginationClauses = {
  'PAGING-CURRENT-01': must(
    'pagination',
    'pagination-current',
    '`currentPage` is an integer; the filter may spell it `currextPage`.',
  ),
  'PAGING-CURRENT-02': must('pagination', 'pagination-current-value', '`currentPage` is the page that was asked for.'),
  'PAGING-PREV-02': must(
    'pagination',
    'pagination-prev-null',
    '`links.prev` is null exactly when there is no page before.',
  ),
  'PAGING-NEXT-02': must(
    'pagination',
    'pagination-next-null',
    '`links.next` is null exactly when there is no page after.',
  ),
  'PAGING-ECHO-01': must(
    'pagination',
    'pagination-per-page-value',
    '`perPage` is the number that was asked for, where the service allows it.',
    { probes: ['filters'] },
  ),
  'PAGING-LAW-01': must(
    'pagination',
    'pagination-pages',
    'Following `next` from the first page visits every item once.',
    { probes: ['departments', 'filters', 'record-paging'] },
  ),
  'PAGING-LAW-02': must(
    'pagination',
    'pagination-totals',
    '`totalItems` and `totalPages` agree with what the walk over the pages finds.',
    { probes: ['filters', 'record-paging'] },
  ),
  'PAGING-LAW-03': must('pagination', 'pagination-link-targets', 'Each link leads where its name says.', {
    probes: ['filters', 'record-paging'],
  }),
} as const satisfies Record<string, Clause>;
