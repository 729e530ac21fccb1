import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { AnsweredQuestion, AnswerValue } from '../../contract/administration.ts';
import { EntityId, parsedExactly } from '../../contract/entityId.ts';
import { tokensOfRun } from '../../judging/tokens.ts';
import type { Exchange } from '../../result/exchange.ts';
import { type AdministrationClient, type AdministrationRequest, administrationCalls } from '../administration.ts';
import type { SeenLive } from './auditOptions.ts';

/**
 * What the audit needs of a record and no more: a service that leaves out a field elsewhere is for the checks to judge,
 * and not a reason to see nothing.
 */
const AuditedAnswer = Type.Object({ ...AnswerValue.properties, answerID: EntityId });
const AuditedQuestion = Type.Object({
  ...AnsweredQuestion.properties,
  questionID: EntityId,
  answerValues: Type.Array(AuditedAnswer),
});
const AuditedRecord = Type.Object({ responseID: EntityId, responseSet: Type.Array(AuditedQuestion) });
export type AuditedRecord = Type.Static<typeof AuditedRecord>;

const pageCheck = Compile(
  Type.Object({
    response: Type.Array(Type.Unknown()),
    pagination: Type.Object({ totalItems: Type.Integer(), totalPages: Type.Integer() }),
  }),
);
const recordCheck = Compile(AuditedRecord);
const fetchCheck = Compile(Type.Object({ response: Type.Unknown() }));

/** A page of records as far as it could be read. */
export interface RecordPage {
  readonly records: readonly AuditedRecord[];
  /** Elements that are no records. */
  readonly unreadable: number;
  readonly totalItems: number;
  readonly totalPages: number;
}

const attempts = 4;
const throttledWaitMs = 5000;
const retryWaitMs = 250;

/** Calls until an answer comes that is not a passing failure: throttling, 5xx and broken connections are tried again. */
async function callPatiently(client: AdministrationClient, request: AdministrationRequest): Promise<Exchange> {
  for (let attempt = 1; ; attempt++) {
    const exchange = await client.call(request);
    const throttled = exchange.httpStatus === 429;
    const passing = throttled || exchange.failure !== null || exchange.httpStatus >= 500;
    if (!passing || attempt === attempts) return exchange;
    await client.wait((throttled ? throttledWaitMs : retryWaitMs) * attempt);
  }
}

/** Reads a page of records, or tells why it could not be read. */
export async function readPage(
  client: AdministrationClient,
  request: AdministrationRequest,
): Promise<RecordPage | string> {
  const exchange = await callPatiently(client, request);
  const json = parsedExactly(exchange.bodyText, exchange.json);
  if (!isSuccess(exchange) || !pageCheck.Check(json)) return refusal(exchange);
  const { response, pagination } = json;
  const records = response.filter((record) => recordCheck.Check(record));
  return { records, unreadable: response.length - records.length, ...pagination };
}

/** Fetches one record, or tells why it could not be read. */
export async function readOne(
  client: AdministrationClient,
  request: AdministrationRequest,
): Promise<AuditedRecord | string> {
  const exchange = await callPatiently(client, request);
  return recordIn(exchange) ?? refusal(exchange);
}

/** `totalItems` of a survey's list now; null when it cannot be read. To be asked before the walks. */
export async function countResponses(client: AdministrationClient, surveyId: EntityId): Promise<number | null> {
  const read = await readPage(client, administrationCalls.listResponses(surveyId, { page: 1, perPage: 1 }));
  return typeof read === 'string' ? null : read.totalItems;
}

/** The record in the answer to a fetch; `null` where there is none. */
export function recordIn(exchange: Exchange): AuditedRecord | null {
  const json = parsedExactly(exchange.bodyText, exchange.json);
  if (!isSuccess(exchange) || !fetchCheck.Check(json)) return null;
  return auditedRecord(json.response);
}

/** A record as far as the audit reads it; `null` for what is none. */
export function auditedRecord(value: unknown): AuditedRecord | null {
  return recordCheck.Check(value) ? value : null;
}

function isSuccess({ failure, httpStatus }: Exchange): boolean {
  return failure === null && httpStatus >= 200 && httpStatus < 300;
}

function refusal(exchange: Exchange): string {
  const { failure, httpStatus } = exchange;
  return failure ?? (isSuccess(exchange) ? 'the body is not as documented' : `HTTP ${httpStatus}`);
}

interface LiveReading {
  readonly client: AdministrationClient;
  /** The run whose tokens are looked for. */
  readonly runTag: string;
  readonly surveyId: EntityId;
  readonly perPage: number;
  readonly totalBefore: number;
  /** Time between two looks when nothing new is there. */
  readonly everyMs: number;
}

/**
 * Reads the list of a survey while the walks go on, from where it ended before them: which response each token of the
 * run was seen in. What was seen and is gone at the end was lost after it had been stored. It reads a page again until
 * that is full, and then goes on with the next: a service that lists the newest first shows it little.
 */
export class LiveReader {
  /** By token. */
  readonly seen = new Map<string, SeenLive>();
  readonly #reading: LiveReading;
  #stopped = false;
  readonly #loop: Promise<void>;

  constructor(reading: LiveReading) {
    this.#reading = reading;
    this.#loop = this.#read();
  }

  /** Resolves when the look under way is over. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#loop;
  }

  async #read(): Promise<void> {
    const { client, everyMs, perPage, runTag, surveyId, totalBefore } = this.#reading;
    let page = Math.floor(totalBefore / perPage) + 1;
    let absentMs = Date.now();
    while (!this.#stopped) {
      const startMs = Date.now();
      const read = await readPage(client, administrationCalls.listResponses(surveyId, { page, perPage }));
      const records = typeof read === 'string' ? [] : read.records;
      for (const { responseID, responseSet } of records) {
        const texts = responseSet.flatMap(({ answerValues }) =>
          answerValues.flatMap(({ value }) => [value.text, value.other]),
        );
        for (const token of texts.flatMap((text) => tokensOfRun(text, runTag))) {
          if (!this.seen.has(token)) this.seen.set(token, { responseId: responseID, seenMs: Date.now(), absentMs });
        }
      }
      if (typeof read !== 'string') absentMs = startMs;
      if (records.length >= perPage) page++;
      else if (!this.#stopped) await client.wait(everyMs);
    }
  }
}
