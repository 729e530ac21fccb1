import { asText, isRecord } from '../../contract/jsonShape.ts';
import { type Json, objectIn } from '../../judging/reading/administrationAnswer.ts';
import { judgeStored } from '../../judging/rules/recordEcho.ts';
import { judgeFreeText, questionsIn, valuesIn } from '../../judging/rules/records.ts';
import { judgeFetchedCreated, judgeListedRecord } from '../../judging/rules/responses.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { type Administrator, isGranted } from './administrator.ts';
import { judgeListed, type ListedItem } from './listedItems.ts';

/** A record that a probe made. */
export interface CreatedRecord {
  readonly id: string;
  readonly marker: string;
  readonly body: Json;
  /** Whether its enumerations have values that records showed. */
  readonly isSeen: boolean;
  /** The record as creation showed it. */
  readonly created: Json;
  readonly exchange: ProbeExchange;
  readonly sinceMs: number;
}

/**
 * Creates a record and judges it against what was sent.
 *
 * @param marker also its `externalReference`, unless the body has one.
 * @param isSeen whether its enumerations have values that records showed.
 * @returns `created` is null where it was refused: a refusal is no violation.
 */
export async function createRecord(
  admin: Administrator,
  marker: string,
  body: Json,
  isSeen = true,
): Promise<{ readonly created: CreatedRecord | null; readonly exchange: ProbeExchange }> {
  const exchange = await admin.call('create-response', { body });
  if (!isGranted(exchange)) return { created: null, exchange };
  const sinceMs = admin.now();
  const created = objectIn(exchange);
  const id = asText(created.responseID);
  admin.created('create-response', id, isMarked(admin, body) ? admin.mark.custom1 : marker);
  judgeStored(exchange.findings, created, { body, isSeen });
  const texts = questionsIn(body)
    .flatMap(valuesIn)
    .flatMap(({ value }) =>
      typeof value === 'object' && value !== null && 'text' in value ? [asText(value.text)] : [],
    );
  if (texts.length > 0 && created.responseSet !== undefined) judgeFreeText(exchange.findings, created, texts);
  return { created: { id, marker, body, isSeen, created, exchange, sinceMs }, exchange };
}

function isMarked({ mark }: Administrator, { customVariables }: Json): boolean {
  return isRecord(customVariables) && customVariables.custom1 === mark.custom1;
}

/** The record by its id, as it was created, where it is visible yet. */
export async function glance(admin: Administrator, record: CreatedRecord): Promise<void> {
  const fetched = await admin.call('fetch-response', { responseId: record.id });
  if (isGranted(fetched))
    judgeFetchedCreated(fetched.findingsWith(record.exchange), { ...record, found: objectIn(fetched) });
}

/** The record by its id, after looking again, as it was created. */
export async function fetchCreated(admin: Administrator, record: CreatedRecord): Promise<ProbeExchange> {
  const look = (): Promise<ProbeExchange> => admin.call('fetch-response', { responseId: record.id });
  const fetched = await admin.lookAgain(record.sinceMs, look, isGranted);
  const found = isGranted(fetched) ? objectIn(fetched) : undefined;
  const findings = fetched.findingsWith(record.exchange);
  judgeFetchedCreated(findings, { ...record, found });
  // What creation merely repeated, and did not keep, shows here.
  if (found !== undefined) judgeStored(findings, found, { body: record.body, isSeen: record.isSeen });
  return fetched;
}

/** The records among those of the list, after looking again, as they were created; as the list has them. */
export async function judgeListedRecords(
  admin: Administrator,
  records: readonly CreatedRecord[],
): Promise<readonly ListedItem[]> {
  const sinceMs = Math.max(...records.map((record) => record.sinceMs));
  const made = { endpoint: 'list-responses', all: records, sinceMs, member: 'externalReference' } as const;
  return await judgeListed(admin, { ...made, sentOf: ({ body }) => body }, (findings, record, found) =>
    judgeListedRecord(findings, { ...record, found }),
  );
}
