import { type Clause, must } from '../../contract/clause.ts';

export const filterClauses = {
  'RESPONSE-FILTER-01': must('filter-responses', 'filter-responses-shape', 'The filter has the shape of the list.'),
  'RESPONSE-FILTER-CUSTOM1-01': must(
    'filter-responses',
    'filter-responses-custom',
    '`custom1` finds a record by its custom1.',
    { probes: ['filters'] },
  ),
  'RESPONSE-FILTER-CUSTOM2-01': must(
    'filter-responses',
    'filter-responses-custom',
    '`custom2` finds a record by its custom2.',
    { probes: ['filters'] },
  ),
  'RESPONSE-FILTER-CUSTOM3-01': must(
    'filter-responses',
    'filter-responses-custom',
    '`custom3` finds a record by its custom3.',
    { probes: ['filters'] },
  ),
  'RESPONSE-FILTER-CUSTOM4-01': must(
    'filter-responses',
    'filter-responses-custom',
    '`custom4` finds a record by its custom4.',
    { probes: ['filters'] },
  ),
  'RESPONSE-FILTER-CUSTOM5-01': must(
    'filter-responses',
    'filter-responses-custom',
    '`custom5` finds a record by its custom5.',
    { probes: ['filters'] },
  ),
  'RESPONSE-FILTER-EXTREF-01': must(
    'filter-responses',
    'filter-responses-extref',
    '`extRef` finds a record by its externalReference.',
    { probes: ['filters'] },
  ),
  'RESPONSE-FILTER-NONE-01': must(
    'filter-responses',
    'filter-responses-none',
    'A value that no record has finds nothing.',
    { probes: ['filters'] },
  ),
  'RESPONSE-FILTER-PAGE-01': must(
    'filter-responses',
    'filter-responses-page',
    'The filter takes `page` and `perPage`.',
    { probes: ['filters'] },
  ),
  'RESPONSE-FILTER-LINKS-01': must(
    'filter-responses',
    'filter-responses-links',
    'The links repeat the filter with `page` and `perPage`.',
    { probes: ['filters'] },
  ),
  'RESPONSE-FILTER-SPECIAL-01': must(
    'filter-responses',
    'filter-responses-exact',
    'Values with special characters, URL-encoded, find their record.',
    { probes: ['filters'] },
  ),
  'RESPONSE-FILTER-UTC-01': must('record', 'record-utc-filter', 'Records of the filter have `utctimestamp`.'),
} as const satisfies Record<string, Clause>;
