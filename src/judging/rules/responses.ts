import { ResponseRecord } from '../../contract/administration.ts';
import { type Clause, must } from '../../contract/clause.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import { type Findings, shown } from '../findings.ts';
import type { Json } from '../reading/administration.ts';
import type { Answer } from '../reading/answer.ts';
import { missingMembers, shapeOf } from '../shape.ts';
import { judgeFilterLinks, judgeStrangers } from './filter.ts';
import { judgePagination } from './pagination.ts';
import { judgeRecord } from './records.ts';
import { differingMembers } from './shownAgain.ts';

const lookedAgain =
  'Looked for again for some seconds, on all pages, in any order; computed members are exempt, and those that were not sent.';

export const responsesClauses = {
  'RESPONSE-LIST-01': must(
    'list-responses',
    'list-responses-shape',
    'The list is an array of response records with `pagination`.',
    { probes: ['record-reading'], broken: 'The list of responses has another form' },
  ),
  'RESPONSE-LIST-02': must(
    'list-responses',
    'list-responses-created',
    'A record that was created is listed, as it was created.',
    { probes: ['record-creation'], why: lookedAgain, broken: 'A new response is missing from the list' },
  ),
  'RESPONSE-LIST-UTC-01': must('record', 'record-utc-list', 'Records of the list have `utctimestamp`.', {
    broken: 'Listed responses have no utctimestamp',
  }),
  'RESPONSE-FILTER-01': must('filter-responses', 'filter-responses-shape', 'The filter has the shape of the list.', {
    probes: ['filters'],
    why: 'Without a match, 404 is thinkable too.',
    broken: 'Filtered responses have another form than listed ones',
  }),
  'RESPONSE-FILTER-UTC-01': must('record', 'record-utc-filter', 'Records of the filter have `utctimestamp`.', {
    broken: 'Filtered responses have no utctimestamp',
  }),
  'RESPONSE-FETCH-01': must('fetch-response', 'fetch-response-record', 'A record is fetched by its id.', {
    probes: ['record-creation'],
    why: 'Asked again for some seconds; after these it is there each time.',
    broken: 'A response cannot be fetched by its id',
  }),
  'RESPONSE-FETCH-02': must(
    'fetch-response',
    'fetch-response-required',
    'Every field of a record is present, except `imageUrl`.',
    { broken: 'A fetched response lacks fields' },
  ),
  'RESPONSE-FETCH-03': must(
    'fetch-response',
    'fetch-response-created',
    'A record that was created is fetched as it was created.',
    {
      probes: ['record-creation'],
      why: 'Against the answer of its creation; computed members are exempt, and those that were not sent.',
      broken: 'A response is fetched otherwise than it was created',
    },
  ),
  'RESPONSE-FETCH-UTC-01': must('fetch-response', 'fetch-response-utc', 'A fetched record has `utctimestamp`.', {
    broken: 'A fetched response has no utctimestamp',
  }),
} as const satisfies Record<string, Clause>;

const whole = shapeOf(ResponseRecord);

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

function judgeUtc(findings: Findings, clause: string, record: unknown, path: string): void {
  if (!isRecord(record)) return;
  findings.expect(clause, record.utctimestamp !== undefined, 'utctimestamp', () => 'absent', path);
}

/** 12. GET one response: the answer alone. */
export function judgeFetched(findings: Findings, answer: Answer): void {
  if (answer.reading.kind !== 'administration') return;
  const { response } = answer.reading;
  const { exchange } = answer;
  findings.observe('Q-HTTP-LIST', String(exchange.httpStatus), 'fetch-response');
  if (!isRecord(response)) {
    findings.fail('RESPONSE-FETCH-01', 'a record', shown(response), 'response');
    return;
  }
  judgeRecord(findings, exchange, response, 'response');
  judgeUtc(findings, 'RESPONSE-FETCH-UTC-01', response, 'response.utctimestamp');
  const missing = missingMembers(whole, response).filter((path) => path !== 'utctimestamp');
  findings.expect(
    'RESPONSE-FETCH-02',
    missing.length === 0,
    'every field of a record',
    () => `no ${missing.join(', ')}`,
  );
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

/** A record by its id. */
export function judgeFetchedCreated(findings: Findings, record: ReadBack): void {
  const { created, found } = record;
  const id = asText(created.responseID);
  const isIt = found !== undefined && asText(found.responseID) === id;
  if (!findings.expect('RESPONSE-FETCH-01', isIt, `record ${id}`, () => shown(found))) return;
  judgeAsCreated(findings, 'RESPONSE-FETCH-03', record);
}

/** A record among those of the list or the filter. */
export function judgeListedRecord(findings: Findings, record: ReadBack): void {
  const { created, found } = record;
  const id = asText(created.responseID);
  if (found === undefined) findings.fail('RESPONSE-LIST-02', `record ${id} in the list`, 'not there');
  else judgeAsCreated(findings, 'RESPONSE-LIST-02', record);
}

function judgeAsCreated(findings: Findings, clause: string, { body, created, found }: ReadBack): void {
  const differing = differingMembers(body, created, found ?? {});
  const expected = `as it was created: ${shown(created)}`;
  findings.expect(clause, differing.length === 0, expected, () => `${differing.join(', ')} differ: ${shown(found)}`);
}
