import { ResponseRecord } from '../../contract/administrationSchemas.ts';
import { type Clause, must, should } from '../../contract/clause.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import { type Findings, shown } from '../findings.ts';
import type { Json } from '../reading/administrationAnswer.ts';
import type { Answer } from '../reading/answer.ts';
import { bodyOf, type Granted } from '../reading/reading.ts';
import { missingMembers, shapeOf } from '../schemaJudge.ts';
import { judgeFilterLinks, judgeStrangers } from './filter.ts';
import { judgePagination } from './pagination.ts';
import { judgeRecord } from './records.ts';
import { differencesOf, differingMembers } from './shownAgain.ts';

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
  'RESPONSE-FETCH-01': must('fetch-response#fetch-response-record', 'A record is fetched by its id.', {
    probes: ['record-creation'],
    why: 'Asked again for some seconds; after these it is there each time.',
    broken: 'A response cannot be fetched by its id',
    topic: 'fetched',
    follows: ['created-record'],
  }),
  'RESPONSE-FETCH-02': must(
    'fetch-response#fetch-response-required',
    'Every field of a record is present, except `imageUrl`.',
    { broken: 'A fetched response lacks fields', follows: ['record'] },
  ),
  'RESPONSE-FETCH-03': must(
    'fetch-response#fetch-response-created',
    'A record that was created is fetched as it was created, any other as it is listed.',
    {
      probes: ['record-creation', 'record-reading', 'durability'],
      why: 'Against the answer of its creation, but for members that were not sent; of others ids, answers and what a client gave. Computed members are exempt.',
      broken: 'A response is fetched otherwise than it was created',
      follows: ['record-ids', 'fetched'],
      topic: 'fetch-differs',
    },
  ),
  'RESPONSE-FETCH-04': should(
    'fetch-response#fetch-response-record',
    'A record is fetched with the values that the list shows.',
    {
      probes: ['record-reading', 'record-creation', 'durability'],
      why: 'A service may compute some anew with each reading, or shorten them in lists; what one of both leaves out is left out here.',
      broken: 'List and fetch show different values of one record',
    },
  ),
  'RESPONSE-FETCH-UTC-01': must('fetch-response#fetch-response-utc', 'A fetched record has `utctimestamp`.', {
    broken: 'A fetched response has no utctimestamp',
  }),
} as const satisfies Record<string, Clause>;

/** 10. GET responses, 11. GET responses/filter: the answer alone. */
export function judgeRecords(findings: Findings, answer: Answer, { response }: Granted): void {
  const body = bodyOf(answer.exchange);
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

const whole = shapeOf(ResponseRecord);

/** 12. GET one response: the answer alone. */
export function judgeFetched(findings: Findings, answer: Answer, { response }: Granted): void {
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

/** A record by its id. */
export function judgeFetchedCreated(findings: Findings, record: ReadBack): void {
  const { created, found } = record;
  const id = asText(created.responseID);
  const isIt = found !== undefined && asText(found.responseID) === id;
  if (!findings.expect('RESPONSE-FETCH-01', isIt, `record ${id}`, () => shown(found))) return;
  judgeAsCreated(findings, 'RESPONSE-FETCH-03', record);
}

/** A record of the list, fetched, after looking again at both. @param fetched `undefined` where it was not found */
export function judgeReadings(findings: Findings, listed: Json, fetched: Json | undefined): void {
  const id = asText(listed.responseID);
  const isIt = fetched !== undefined && asText(fetched.responseID) === id;
  if (!findings.expect('RESPONSE-FETCH-01', isIt, `record ${id}`, () => shown(fetched))) return;
  const { given, others } = differencesOf(listed, fetched ?? {});
  const expected = `as it is listed: ${shown(listed)}`;
  const actual = (paths: readonly string[]) => (): string => `${paths.join(', ')} differ: ${shown(fetched)}`;
  findings.expect('RESPONSE-FETCH-03', given.length === 0, expected, actual(given));
  findings.expect('RESPONSE-FETCH-04', others.length === 0, expected, actual(others));
}
