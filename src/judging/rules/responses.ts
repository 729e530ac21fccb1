import { type Clause, must } from '../../contract/clause.ts';

export const responsesClauses = {
  'RESPONSE-LIST-01': must(
    'list-responses',
    'list-responses-shape',
    'The list is an array of response records with `pagination`.',
    { probes: ['record-reading'] },
  ),
  'RESPONSE-LIST-02': must(
    'list-responses',
    'list-responses-created',
    'A record that was created is listed, as it was created.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-LIST-PER-PAGE-01': must(
    'list-responses',
    'list-responses-per-page',
    '`perPage` bounds the number of records returned.',
    { probes: ['record-reading', 'record-paging'] },
  ),
  'RESPONSE-LIST-PAGE-01': must('list-responses', 'list-responses-page', '`page` selects the page of records.', {
    probes: ['filters', 'record-paging'],
  }),
  'RESPONSE-LIST-UTC-01': must('record', 'record-utc-list', 'Records of the list have `utctimestamp`.'),
  'RESPONSE-FETCH-01': must('fetch-response', 'fetch-response-record', 'A record is fetched by its id.', {
    probes: ['record-creation'],
  }),
  'RESPONSE-FETCH-02': must(
    'fetch-response',
    'fetch-response-required',
    'Every field of a record is present, except `imageUrl`.',
  ),
  'RESPONSE-FETCH-03': must(
    'fetch-response',
    'fetch-response-created',
    'A record that was created is fetched as it was created.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-FETCH-UTC-01': must('fetch-response', 'fetch-response-utc', 'A fetched record has `utctimestamp`.'),
} as const satisfies Record<string, Clause>;
