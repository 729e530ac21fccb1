import Type from 'typebox';
import { Compile } from 'typebox/schema';
import { EntityId, parsedExactly } from '../../contract/entityId.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { AdministrationCall, AdministrationClient, PageQuery } from '../administrationClient.ts';

/**
 * What the audit needs of a record and no more: a service that leaves out a member elsewhere is for the checks to judge,
 * and not a reason to see nothing.
 */
const AuditedRecord = Type.Object({
  responseID: EntityId,
  responseSet: Type.Array(
    Type.Object({
      questionID: EntityId,
      answerValues: Type.Array(
        Type.Object({
          answerID: EntityId,
          answerText: Type.Optional(Type.Unknown()),
          value: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        }),
      ),
    }),
  ),
});
export type AuditedRecord = Type.Static<typeof AuditedRecord>;

const pageCheck = Compile(
  Type.Object({
    response: Type.Array(Type.Unknown()),
    pagination: Type.Object({ totalItems: Type.Integer(), totalPages: Type.Integer() }),
  }),
);
const recordCheck = Compile(AuditedRecord);
const fetchCheck = Compile(Type.Object({ response: AuditedRecord }));

/** A page of records as far as it could be read. */
export interface RecordPage {
  readonly records: readonly AuditedRecord[];
  /** Elements that are no records. */
  readonly unreadable: number;
  readonly totalItems: number;
  readonly totalPages: number;
}

/** Where an audit reads records, and by whose clock. What cannot be read is said in words. */
export interface RecordSource {
  page(way: 'list' | 'filter', page: PageQuery): Promise<RecordPage | string>;
  one(responseId: EntityId): Promise<AuditedRecord | string>;
  /** Ms since the epoch of the completions. */
  nowMs(): number;
  wait(durationMs: number): Promise<void>;
}

/** The records of one survey, read with a client of the audit's own. */
export class ClientRecords implements RecordSource {
  readonly #client: AdministrationClient;
  readonly #surveyId: EntityId;

  constructor(client: AdministrationClient, surveyId: EntityId) {
    this.#client = client;
    this.#surveyId = surveyId;
  }

  async page(way: 'list' | 'filter', page: PageQuery): Promise<RecordPage | string> {
    const endpoint = way === 'list' ? 'list-responses' : 'filter-responses';
    const call = { endpoint, ids: { survey_id: this.#surveyId }, query: { ...page } } as const;
    return recordPageIn(await callPatiently(this.#client, call));
  }

  async one(responseId: EntityId): Promise<AuditedRecord | string> {
    const ids = { survey_id: this.#surveyId, response_id: responseId };
    const exchange = await callPatiently(this.#client, { endpoint: 'fetch-response', ids });
    return recordIn(exchange) ?? refusal(exchange);
  }

  nowMs(): number {
    return Date.now();
  }

  wait(durationMs: number): Promise<void> {
    return this.#client.wait(durationMs);
  }
}

const attempts = 4;
const throttledWaitMs = 5000;
const retryWaitMs = 250;

/** Calls until an answer comes that is not a passing failure: throttling, 5xx and broken connections are tried again. */
async function callPatiently(client: AdministrationClient, call: AdministrationCall): Promise<Exchange> {
  for (let attempt = 1; ; attempt++) {
    const exchange = await client.call(call);
    const throttled = exchange.httpStatus === 429;
    const passing = throttled || exchange.failure !== null || exchange.httpStatus >= 500;
    if (!passing || attempt === attempts) return exchange;
    await client.wait((throttled ? throttledWaitMs : retryWaitMs) * attempt);
  }
}

/** The page of records in an answer, or why there is none. */
export function recordPageIn(exchange: Exchange): RecordPage | string {
  const json = parsedExactly(exchange.bodyText, exchange.json);
  if (!isSuccess(exchange) || !pageCheck.Check(json)) return refusal(exchange);
  const { response, pagination } = json;
  const records = response.filter((record) => recordCheck.Check(record));
  return { records, unreadable: response.length - records.length, ...pagination };
}

/** The record in the answer to a fetch; `null` where there is none. */
export function recordIn(exchange: Exchange): AuditedRecord | null {
  const json = parsedExactly(exchange.bodyText, exchange.json);
  return isSuccess(exchange) && fetchCheck.Check(json) ? json.response : null;
}

function isSuccess({ failure, httpStatus }: Exchange): boolean {
  return failure === null && httpStatus >= 200 && httpStatus < 300;
}

function refusal(exchange: Exchange): string {
  const { failure, httpStatus } = exchange;
  return failure ?? (isSuccess(exchange) ? 'the body is not as documented' : `HTTP ${httpStatus}`);
}

/** `totalItems` of a survey's list now; null when it cannot be read. To be asked before the walks. */
export async function countResponses(source: RecordSource): Promise<number | null> {
  const read = await source.page('list', { page: 1, perPage: 1 });
  return typeof read === 'string' ? null : read.totalItems;
}
