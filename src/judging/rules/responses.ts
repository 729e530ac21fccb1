import { type Clause, must } from '../../contract/clause.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import { type Findings, shown } from '../findings.ts';
import type { Json } from '../reading/administration.ts';
import type { Answer } from '../reading/answer.ts';
import { judgeFilterLinks, judgeStrangers } from './filter.ts';
import { judgePagination } from './pagination.ts';
import { judgeRecord } from './records.ts';
import { differingMembers } from './shownAgain.ts';

const lookedAgain =
  'Looked for again for some seconds, on all pages, in any order; computed members are exempt, and those that were not sent.';

export const responsesClauses = {
  'RESPONSE-LIST-01': must(
    'list-responses#list-responses-shape',
    'The list is an array of response records with `pagination`.',
    { probes: ['record-reading'], broken: 'The list of responses has another form', topic: 'list-form' },
  ),
  'RESPONSE-LIST-02': must(
    'list-responses#list-responses-created',
    'A record that was created is listed, as it was created.',
    {
      probes: ['record-creation'],
      why: lookedAgain,
      broken: 'A new response is missing from the list',
      follows: ['list-form', 'created-record', 'record-ids', 'page-asked', 'totals'],
      topic: 'listed',
    },
  ),
  'RESPONSE-LIST-UTC-01': must('record#record-utc-list', 'Records of the list have `utctimestamp`.', {
    broken: 'Listed responses have no utctimestamp',
  }),
  'RESPONSE-FILTER-01': must('filter-responses#filter-responses-shape', 'The filter has the shape of the list.', {
    probes: ['filters'],
    why: 'Without a match, 404 is thinkable too.',
    broken: 'Filtered responses have another form than listed ones',
    topic: 'list-form',
  }),
  'RESPONSE-FILTER-UTC-01': must('record#record-utc-filter', 'Records of the filter have `utctimestamp`.', {
    broken: 'Filtered responses have no utctimestamp',
  }),
} as const satisfies Record<string, Clause>;

/** 10. GET responses, 11. GET responses/filter: the answer alone. */
export function judgeRecords(findings: Findings, answer: Answer): void {
  if (answer.reading.kind !== 'administration') return;
  const { body, response } = answer.reading;
  const isFilter = answer.exchange.endpoint === 'filter-responses';
  const isList = Array.isArray(response) && response.every(isRecord) && isRecord(body.pagination);
  const clause = isFilter ? 'RESPONSE-FILTER-01' : 'RESPONSE-LIST-01';
  findings.expect(clause, isList, 'an array of records, with pagination', () => shown(body));
  findings.observe('Q-HTTP-LIST', String(answer.exchange.httpStatus), answer.exchange.endpoint);
  for (const record of Array.isArray(response) ? response : []) {
    judgeRecord(findings, answer.exchange, record, 'response[]');
    const utc = isFilter ? 'RESPONSE-FILTER-UTC-01' : 'RESPONSE-LIST-UTC-01';
    judgeUtc(findings, utc, record, 'response[].utctimestamp');
  }
  judgePagination(findings, answer);
  if (!isFilter) return;
  judgeFilterLinks(findings, answer);
  judgeStrangers(findings, answer);
}

/** A record that is read has `utctimestamp`. */
export function judgeUtc(findings: Findings, clause: string, record: unknown, path: string): void {
  if (!isRecord(record)) return;
  findings.expect(clause, record.utctimestamp !== undefined, 'utctimestamp', () => 'absent', path);
}

/** A record that was created, and where it was looked for, after looking again. */
export interface ReadBack {
  /** The body of its creation. */
  readonly body: Json;
  /** The record as creation showed it. */
  readonly created: Json;
  /** `undefined` where it was not found. */
  readonly found: Json | undefined;
}

/** A record among those of the list or the filter. */
export function judgeListedRecord(findings: Findings, record: ReadBack): void {
  const { created, found } = record;
  const id = asText(created.responseID);
  if (found === undefined) findings.fail('RESPONSE-LIST-02', `record ${id} in the list`, 'not there');
  else judgeAsCreated(findings, 'RESPONSE-LIST-02', record);
}

/** A record that was found is as it was created. */
export function judgeAsCreated(findings: Findings, clause: string, { body, created, found }: ReadBack): void {
  const differing = differingMembers(body, created, found ?? {});
  const expected = `as it was created: ${shown(created)}`;
  findings.expect(clause, differing.length === 0, expected, () => `${differing.join(', ')} differ: ${shown(found)}`);
}
