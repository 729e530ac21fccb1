import { ResponseRecord } from '../../contract/administration.ts';
import { type Clause, must, should } from '../../contract/clause.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import { type Findings, shown } from '../findings.ts';
import type { Json } from '../reading/administration.ts';
import type { Answer } from '../reading/answer.ts';
import { missingMembers, shapeOf } from '../shape.ts';
import { judgeRecord } from './records.ts';
import { judgeAsCreated, judgeUtc, type ReadBack } from './responses.ts';
import { differencesOf } from './shownAgain.ts';

export const fetchedRecordClauses = {
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

const whole = shapeOf(ResponseRecord);

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
