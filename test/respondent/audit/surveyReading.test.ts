import { expect, test } from 'vitest';
import { tokenOf } from '../../../src/judging/tokens.ts';
import type { AdministrationClient } from '../../../src/respondent/administrationClient.ts';
import { auditCompletions } from '../../../src/respondent/audit/auditCompletions.ts';
import { type AuditOptions, usualAudit } from '../../../src/respondent/audit/auditOptions.ts';
import { CompletionLedger } from '../../../src/respondent/audit/completionLedger.ts';
import { type AuditedRecord, ClientRecords, type RecordPage } from '../../../src/respondent/audit/recordSource.ts';
import type { Exchange } from '../../../src/result/exchange.ts';

const runTag = 'abcdefgh';
const records: readonly AuditedRecord[] = Array.from({ length: 8 }, (_, at) => ({
  responseID: at + 1,
  responseSet: [{ questionID: 9, answerValues: [{ answerID: 1, value: { text: tokenOf(runTag, at) } }] }],
}));

/** How one of eight records is read, a page each. */
interface Read {
  readonly list?: Partial<RecordPage> | string;
  readonly filter?: Partial<RecordPage> | string;
  readonly fetched?: AuditedRecord | string;
}

/** Audits eight completions whose records are read as `read` says, by their number from 1. */
async function audited(read: (number: number) => Read, options: Partial<AuditOptions> = {}) {
  const ledger = new CompletionLedger(() => 0);
  for (const [at] of records.entries()) {
    const body = JSON.stringify({ t_1: tokenOf(runTag, at) });
    ledger.accepted({ surveyId: 7, token: tokenOf(runTag, at), pages: [{ questions: [], body, certain: true }] });
  }
  const asked: string[] = [];
  const source = {
    async page(way: 'list' | 'filter', { page }: { page: number }): Promise<RecordPage | string> {
      asked.push(`${way} ${page}`);
      const told = read(page)[way] ?? {};
      const whole = { records: records.slice(page - 1, page), unreadable: 0, totalItems: 8, totalPages: 8 };
      return typeof told === 'string' ? told : { ...whole, ...told };
    },
    one: async (id: AuditedRecord['responseID']) => read(Number(id)).fetched ?? records[Number(id) - 1] ?? 'HTTP 404',
    nowMs: () => 1000,
    wait: async () => {},
  };
  const result = await auditCompletions([ledger.kept()], source, {
    ...usualAudit,
    ...{ runTag, surveyId: 7, perPage: 1, ...options },
  });
  result.close();
  const { audit } = result;
  const wrong = audit.examples.map(({ kind, token, responseIds, detail }) => {
    const of = records.findIndex((_, at) => tokenOf(runTag, at) === token) + 1;
    return `${of} ${kind} ${responseIds.join()}: ${detail}`;
  });
  return { audit, wrong, unseen: audit.unseen, asked };
}

/** The pages or records with these numbers cannot be read. */
const unless = (...numbers: readonly number[]) => {
  return (number: number) => (numbers.includes(number) ? 'HTTP 500' : {});
};
const nowhere = (n: number): Read => (n === 2 ? { list: { records: [] }, filter: { records: [] } } : {});
const seenLive = new Map([[tokenOf(runTag, 1), { responseId: 77, absentMs: 0, seenMs: 5 }]]);
const inPart = 'not found in the part of the list that could be read';

test.each<{
  readonly where: string;
  readonly read?: (number: number) => Read;
  readonly options?: Partial<AuditOptions>;
  /** What is wrong, of which completion, with which records. */
  readonly wrong?: readonly string[];
  readonly unseen?: string;
}>([
  { where: 'all can be read' },
  {
    where: 'the first page of the list fails',
    read: (n) => ({ list: unless(1)(n) }),
    unseen: 'the list could not be read: page 1: HTTP 500',
  },
  {
    where: 'a page of the list fails',
    read: (n) => ({ list: unless(3)(n) }),
    unseen: 'pages of the list not read: page 3: HTTP 500',
  },
  {
    where: 'five pages of the list fail',
    read: (n) => ({ list: unless(2, 3, 4, 5, 6)(n) }),
    unseen: `pages of the list not read: ${[2, 3, 4, 5, 6].map((page) => `page ${page}: HTTP 500`).join('; ')}`,
  },
  {
    where: 'six pages of the list fail',
    read: (n) => ({ list: unless(2, 3, 4, 5, 6, 7)(n) }),
    unseen: `pages of the list not read: ${[2, 3, 4, 5, 6].map((page) => `page ${page}: HTTP 500`).join('; ')}; and 1 more`,
  },
  {
    where: 'a page of the list has what is no record',
    read: (n) => (n === 2 ? { list: { records: [], unreadable: 1 } } : {}),
    unseen: 'pages of the list not read: page 2: 1 records not as documented',
  },
  {
    where: 'a page of both fails',
    read: (n) => ({ list: unless(3)(n), filter: unless(3)(n) }),
    wrong: [`3 unread : ${inPart}`],
    unseen: 'pages of the list not read: page 3: HTTP 500, survey 7: pages of the filter not read: page 3: HTTP 500',
  },
  {
    where: 'a page of the filter fails',
    read: (n) => ({ filter: unless(8)(n) }),
    unseen: 'pages of the filter not read: page 8: HTTP 500',
  },
  {
    where: 'the filter fails without conditions',
    read: (n) => ({ filter: unless(1)(n) }),
    unseen: 'the filter without conditions shows no records (page 1: HTTP 500)',
  },
  {
    where: 'the filter shows nothing without conditions',
    read: () => ({ filter: { records: [] } }),
    unseen: 'the filter without conditions shows no records (it shows none of them)',
  },
  {
    where: 'only the first and the last pages are read',
    options: { mostPages: 4 },
    wrong: [3, 4, 5, 6].map((of) => `${of} unread : ${inPart}`),
  },
  {
    where: 'the list leaves a record out',
    read: (n) => (n === 2 ? { list: { records: [] } } : {}),
    wrong: ['2 unread 2: missing from the list'],
  },
  {
    where: 'the filter leaves a record out',
    read: (n) => (n === 2 ? { filter: { records: [] } } : {}),
    wrong: ['2 unread 2: missing from the filter'],
  },
  { where: 'a record is nowhere', read: nowhere, wrong: ['2 lost : no record carries its token'] },
  {
    where: 'a record that was seen before is nowhere',
    read: nowhere,
    options: { seenLive },
    wrong: ['2 lost 77: response 77 carried its token during the walks, and is gone'],
  },
  {
    where: 'a record is nowhere, and nobody waits for it',
    read: nowhere,
    options: { settleMs: 5000, isOver: () => true },
    unseen: '1 completions were not visible yet when the audit was broken off',
  },
  {
    where: 'a fetch gives another record, or none',
    read: (n) => (n === 2 && records[3] ? { fetched: records[3] } : n === 4 ? { fetched: 'HTTP 500' } : {}),
    wrong: ['2 unread 2: fetch of response 2: gave response 4', '4 unread 4: fetch of response 4: HTTP 500'],
  },
  {
    where: 'three records may be fetched',
    options: { maxFetches: 3 },
    unseen: '3 of 8 records were fetched one by one',
  },
  { where: 'no record may be fetched', options: { maxFetches: 0 } },
])('where $where, an audit says so, and calls lost what is nowhere alone', async (row) => {
  const { read = () => ({}), options, wrong = [], unseen } = row;
  const found = await audited(read, options);
  expect(found.wrong).toEqual(wrong);
  expect(found.unseen.join(', ')).toBe(unseen === undefined ? '' : `survey 7: ${unseen}`);
  const count = (kind: string): number => wrong.filter((each) => each.includes(` ${kind} `)).length;
  expect(found.audit).toMatchObject({ lost: count('lost'), unread: count('unread'), duplicated: 0, altered: 0 });
});

test('of a list too long only the pages at both ends are asked for', async () => {
  const { asked } = await audited(() => ({}), { mostPages: 4 });
  expect(asked.filter((each) => each.startsWith('list'))).toEqual(['list 1', 'list 2', 'list 7', 'list 8']);
});

const record = { responseID: 1, responseSet: [] };

/** What comes of answers to a fetch, one after the other, and how long is waited between them. */
test.each<[answers: (Partial<Exchange> | number)[], waited: number[], found: object | string]>([
  [[200], [], record],
  [[503, 200], [250], record],
  [[429, 429, 200], [5000, 10_000], record],
  [[{ failure: 'response-timeout', httpStatus: 0 }, 200], [250], record],
  [[500, 502, 503, 500, 200], [250, 500, 750], 'HTTP 500'],
  [[404, 200], [], 'HTTP 404'],
  [
    [{ failure: 'reset', httpStatus: 200 }, 500, 500, { failure: 'response-timeout', httpStatus: 0 }],
    [250, 500, 750],
    'response-timeout',
  ],
  [[{ json: {} }], [], 'the body is not as documented'],
  [[300], [], 'HTTP 300'],
  [[199], [], 'HTTP 199'],
])('a fetch that is answered by %j waits %j ms, and gives %j', async (answers, waited, found) => {
  const waits: number[] = [];
  const left = [...answers];
  const client: Pick<AdministrationClient, 'call' | 'wait'> = {
    call: async () => {
      const told = left.shift() ?? 599;
      const json = { response: record };
      const usual = { failure: null, httpStatus: 200, json, bodyText: JSON.stringify(json) };
      return { ...usual, ...(typeof told === 'number' ? { httpStatus: told } : told) } as Exchange;
    },
    wait: async (ms) => void waits.push(ms),
  };
  expect(await new ClientRecords(client as AdministrationClient, 7).one(1)).toEqual(found);
  expect(waits).toEqual(waited);
});
