import { type AdministrationRequest, administrationCalls as calls } from '../administration/administrationCalls.ts';
import type { AdministrationClient } from '../administration/administrationClient.ts';
import type { AuditBooks, Way } from './auditBooks.ts';
import type { AuditOptions } from './auditOptions.ts';
import { type AuditedRecord, readOne, readPage } from './readRecords.ts';
import { RecordReading } from './recordReading.ts';

/** What could be read of one survey's records. */
export interface SurveyReading {
  readonly surveyId: number;
  /** `totalItems` of the list; null when it could not be read. */
  totalItems: number | null;
  /** Whether every page of the list was read. */
  listWhole: boolean;
  /** Whether the filter without conditions shows all records, and every page of it was read. */
  filterWhole: boolean;
  fetched: number;
  /** Rows whose record was not there when it was fetched by its id. */
  readonly missed: Map<number, string>;
  /** What could not be seen, in words. */
  readonly unseen: string[];
}

/** Reads the records of one survey in all three ways into the books. */
export async function auditSurvey(
  surveyId: number,
  books: AuditBooks,
  client: AdministrationClient,
  options: AuditOptions,
): Promise<SurveyReading> {
  const audit = new SurveyAudit(surveyId, books, client, options);
  await audit.readList();
  if (audit.reading.totalItems !== null) {
    await audit.readFilter();
    await audit.fetchRecords();
  }
  return audit.reading;
}

class SurveyAudit {
  readonly reading: SurveyReading;
  readonly #books: AuditBooks;
  readonly #client: AdministrationClient;
  readonly #options: AuditOptions;
  readonly #record: RecordReading;

  constructor(surveyId: number, books: AuditBooks, client: AdministrationClient, options: AuditOptions) {
    this.#books = books;
    this.#client = client;
    this.#options = options;
    this.#record = new RecordReading(options.finder);
    this.reading = {
      surveyId,
      totalItems: null,
      listWhole: false,
      filterWhole: false,
      fetched: 0,
      missed: new Map(),
      unseen: [],
    };
  }

  async readList(): Promise<void> {
    const { surveyId, unseen } = this.reading;
    const { totalItems, failed } = await this.#readPages('list', (page) => calls.listResponses(surveyId, page));
    this.reading.totalItems = totalItems;
    this.reading.listWhole = failed.length === 0;
    if (totalItems === null) unseen.push(`survey ${surveyId}: the list could not be read: ${failed[0]}`);
    else if (failed.length > 0) unseen.push(`survey ${surveyId}: pages of the list not read: ${shortened(failed)}`);
  }

  /** Without conditions the filter may show everything, nothing or an error: the document does not say. */
  async readFilter(): Promise<void> {
    const { surveyId, unseen } = this.reading;
    const request = (page: { page: number; perPage: number }) => calls.filterResponses(surveyId, {}, page);
    const { totalItems, failed } = await this.#readPages('filter', request);
    const shows = totalItems !== null && this.#rows().some((row) => this.#books.wasSeen(row, 'filter'));
    this.reading.filterWhole = shows && failed.length === 0;
    if (shows && failed.length > 0)
      unseen.push(`survey ${surveyId}: pages of the filter not read: ${shortened(failed)}`);
    if (shows || !this.#rows().some((row) => this.#books.wasSeen(row, 'list'))) return;
    const answer = totalItems === null ? failed[0] : 'it shows none of them';
    unseen.push(`survey ${surveyId}: the filter without conditions shows no records (${answer})`);
  }

  /** Fetches records by their ids: all of them, or as many as the options allow. */
  async fetchRecords(): Promise<void> {
    const { surveyId, unseen } = this.reading;
    const rows = this.#rows().filter((row) => this.#books.recordsOf(row).length > 0);
    const chosen = this.#chooseFetches(rows);
    await inParallel(this.#options.callsAtOnce, chosen, (row) => this.#fetchRow(row));
    this.reading.fetched = chosen.length;
    if (chosen.length < rows.length) {
      unseen.push(`survey ${surveyId}: ${chosen.length} of ${rows.length} records were fetched one by one`);
    }
  }

  /** What looks wrong first, then evenly spread. */
  #chooseFetches(rows: readonly number[]): readonly number[] {
    if (rows.length <= this.#options.maxFetches) return rows;
    const books = this.#books;
    const wrong = rows.filter((row) => books.differences[row] !== 0 || books.furtherIds.has(row)).slice(0, 1000);
    const step = rows.length / Math.max(1, this.#options.maxFetches);
    const spread = Array.from({ length: this.#options.maxFetches }, (_, i) => rows[Math.floor(i * step)] ?? 0);
    return [...new Set([...wrong, ...spread])];
  }

  async #fetchRow(row: number): Promise<void> {
    const { surveyId, missed } = this.reading;
    for (const responseId of this.#books.recordsOf(row)) {
      const read = await readOne(this.#client, calls.fetchResponse(surveyId, responseId));
      if (read.kind === 'refused') missed.set(row, `fetch of response ${responseId}: ${read.why}`);
      else if (read.value.responseID !== responseId) {
        missed.set(row, `fetch of response ${responseId} gave response ${read.value.responseID}`);
      } else this.#enter(read.value, 'fetch');
    }
  }

  #rows(): number[] {
    const { ledger } = this.#books;
    const rows: number[] = [];
    for (let row = 0; row < ledger.count; row++) if (ledger.surveyOf(row) === this.reading.surveyId) rows.push(row);
    return rows;
  }

  /** Reads the first page, which says how many there are, then the others. */
  async #readPages(
    way: Way,
    request: (page: { page: number; perPage: number }) => AdministrationRequest,
  ): Promise<{ totalItems: number | null; failed: string[] }> {
    const { callsAtOnce, perPage } = this.#options;
    const failed: string[] = [];
    const readNumber = async (page: number): Promise<{ totalItems: number; totalPages: number } | null> => {
      const read = await readPage(this.#client, request({ page, perPage }));
      if (read.kind === 'refused') {
        failed.push(`page ${page}: ${read.why}`);
        return null;
      }
      for (const record of read.value.records) this.#enter(record, way);
      if (read.value.unreadable > 0) failed.push(`page ${page}: ${read.value.unreadable} records not as documented`);
      return read.value;
    };
    const first = await readNumber(1);
    if (first === null) return { totalItems: null, failed };
    const others = Array.from({ length: Math.max(0, first.totalPages - 1) }, (_, index) => index + 2);
    await inParallel(callsAtOnce, others, readNumber);
    return { totalItems: first.totalItems, failed };
  }

  #enter(record: AuditedRecord, way: Way): void {
    const { surveyId } = this.reading;
    this.#record.read(record, (id) => this.#books.ledger.kindsOfAnswer(surveyId, id));
    this.#books.enter(this.#record, surveyId, way);
  }
}

/** Does the work on every item, `atOnce` at a time. */
async function inParallel<Item>(
  atOnce: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) await work(items[at] as Item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

function shortened(texts: readonly string[]): string {
  const shown = texts.slice(0, 5).join('; ');
  return texts.length > 5 ? `${shown}; and ${texts.length - 5} more` : shown;
}
