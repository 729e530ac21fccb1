import { ResponseRecord } from '../../contract/administrationSchemas.ts';
import { ClauseTable } from '../../contract/clause.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import type { Findings } from '../findings.ts';
import { shown } from '../mismatch.ts';
import type { Json } from '../reading/administrationAnswer.ts';
import type { Answer } from '../reading/answer.ts';
import { bodyOf, type Granted } from '../reading/reading.ts';
import { missingMembers, shapeOf } from '../schemaJudge.ts';
import { judgeFilterLinks, judgeStrangers } from './filter.ts';
import { judgePagination } from './pagination.ts';
import { judgeRecord } from './records.ts';
import { differencesOf, differingMembers, differingPart } from './shownAgain.ts';

const lookedAgain =
  'Looked for again for some seconds, on all pages, in any order; computed members are exempt, and those that were not sent.';

export const responsesClauses = new ClauseTable()
  .group('list-responses')
  .must('RESPONSE-LIST-01', 'list-responses-shape', { probes: ['record-reading'], topic: 'list-form' })
  .says('The list is an array of response records with `pagination`.')
  .broken('The list of responses has another form')
  .must('RESPONSE-LIST-02', 'list-responses-created', { probes: ['record-creation'], topic: 'listed' })
  .says('A record that was created is listed, as it was created.')
  .broken('A new response is missing from the list')
  .why(lookedAgain)
  .follows('list-form', 'created-record', 'record-ids', 'page-asked', 'totals')
  .group('record')
  .must('RESPONSE-LIST-UTC-01', 'record-utc-list', { topic: 'utc' })
  .says('Records of the list have `utctimestamp`.')
  .broken('Listed responses have no utctimestamp')
  .group('filter-responses')
  .must('RESPONSE-FILTER-01', 'filter-responses-shape', { probes: ['filters'], topic: 'list-form' })
  .says('The filter has the shape of the list.')
  .broken('Filtered responses have another form than listed ones')
  .why('Without a match, 404 is thinkable too.')
  .group('record')
  .must('RESPONSE-FILTER-UTC-01', 'record-utc-filter', { topic: 'utc' })
  .says('Records of the filter have `utctimestamp`.')
  .broken('Filtered responses have no utctimestamp')
  .group('fetch-response')
  .must('RESPONSE-FETCH-01', 'fetch-response-record', { probes: ['record-creation'], topic: 'fetched' })
  .says('A record is fetched by its id.')
  .broken('A fetch does not give the response of its id')
  .why('Asked again for some seconds; after these it is there each time.')
  .follows('created-record')
  .must('RESPONSE-FETCH-02', 'fetch-response-required')
  .says('Every field of a record is present, except `imageUrl`.')
  .brokenBy('A fetched response is not whole')
  .follows('record')
  .must('RESPONSE-FETCH-03', 'fetch-response-created', {
    probes: ['record-creation', 'record-reading', 'durability'],
    topic: 'fetch-differs',
  })
  .says('A record that was created is fetched as it was created, any other as it is listed.')
  .broken('A response is fetched otherwise than it was created or listed')
  .why(
    'Against the answer of its creation, but for members that were not sent; of others ids, answers and what a client gave. Computed members are exempt.',
  )
  .follows('record-ids', 'fetched')
  .should('RESPONSE-FETCH-04', 'fetch-response-record', { probes: ['record-reading', 'record-creation', 'durability'] })
  .says('A record is fetched with the values that the list shows.')
  .broken('List and fetch show different values of one record')
  .why(
    'A service may compute some anew with each reading, or shorten them in lists; what one of both leaves out is left out here.',
  )
  .follows('record')
  .must('RESPONSE-FETCH-UTC-01', 'fetch-response-utc')
  .says('A fetched record has `utctimestamp`.')
  .broken('A fetched response has no utctimestamp');

/** 10. GET responses, 11. GET responses/filter: the answer alone. */
export function judgeRecords(findings: Findings, answer: Answer, { response }: Granted): void {
  const body = bodyOf(answer.exchange);
  const isFilter = answer.exchange.endpoint === 'filter-responses';
  const isList = Array.isArray(response) && response.every(isRecord) && isRecord(body.pagination);
  const clause = isFilter ? 'RESPONSE-FILTER-01' : 'RESPONSE-LIST-01';
  findings.expect(clause, isList, 'an array of records, with pagination', () => shown(body));
  findings.observe('Q-HTTP-LIST', String(answer.exchange.httpStatus), answer.exchange.endpoint);
  const records: readonly unknown[] = Array.isArray(response) ? response : [];
  for (const [at, record] of records.entries()) {
    findings.ofItem(record, at, records.length);
    judgeRecord(findings, answer.exchange, record, 'response[]');
    const utc = isFilter ? 'RESPONSE-FILTER-UTC-01' : 'RESPONSE-LIST-UTC-01';
    judgeUtc(findings, utc, record, 'response[].utctimestamp');
  }
  findings.ofItem(null, 0, 0);
  judgePagination(findings, answer);
  if (!isFilter) return;
  judgeFilterLinks(findings, answer);
  judgeStrangers(findings, answer);
}

/** A record that is read has `utctimestamp`. */
export function judgeUtc(findings: Findings, clause: string, record: unknown, path: string): void {
  if (!isRecord(record)) return;
  findings.expect(clause, record.utctimestamp !== undefined, 'utctimestamp', 'absent', path);
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
  const expected = `as it was created: ${differingPart(created, found ?? {}, differing)}`;
  findings.expect(clause, differing.length === 0, expected, () => differingPart(found ?? {}, created, differing));
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
  findings.ofItem(response, 0, 1);
  judgeRecord(findings, exchange, response, 'response');
  judgeUtc(findings, 'RESPONSE-FETCH-UTC-01', response, 'response.utctimestamp');
  const missing = missingMembers(whole, response).filter((path) => path !== 'utctimestamp');
  const isWhole = missing.length === 0;
  const actual = { value: undefined, words: `no ${missing.join(', ')}` };
  const path = isWhole ? '' : `response.${missing[0]}`;
  findings.expect('RESPONSE-FETCH-02', isWhole, 'every field of a record', actual, path);
  findings.ofItem(null, 0, 0);
}

/** Which record came in place of another one; what else came, as it is. */
function named(found: Json | undefined): string {
  return found?.responseID === undefined ? shown(found) : `record ${asText(found.responseID)}`;
}

/** A record by its id. */
export function judgeFetchedCreated(findings: Findings, record: ReadBack): void {
  const { created, found } = record;
  const id = asText(created.responseID);
  const isIt = found !== undefined && asText(found.responseID) === id;
  if (!findings.expect('RESPONSE-FETCH-01', isIt, `record ${id}`, () => named(found))) return;
  judgeAsCreated(findings, 'RESPONSE-FETCH-03', record);
}

/** A record of the list, fetched, after looking again at both. @param fetched `undefined` where it was not found */
export function judgeReadings(findings: Findings, listed: Json, fetched: Json | undefined): void {
  const id = asText(listed.responseID);
  const isIt = fetched !== undefined && asText(fetched.responseID) === id;
  if (!findings.expect('RESPONSE-FETCH-01', isIt, `record ${id}`, () => named(fetched))) return;
  const differences = differencesOf(listed, fetched ?? {});
  for (const [clause, differing] of [
    ['RESPONSE-FETCH-03', differences.given],
    ['RESPONSE-FETCH-04', differences.others],
  ] as const) {
    const expected = `as it is listed: ${differingPart(listed, fetched ?? {}, differing)}`;
    findings.expect(clause, differing.length === 0, expected, () => differingPart(fetched ?? {}, listed, differing));
  }
}
