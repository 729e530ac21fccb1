import type { EntityId } from '../../contract/entityId.ts';
import {
  type AdministrationClient,
  type AdministrationRequest,
  administrationCalls as calls,
  type PageQuery,
} from '../administration.ts';
import type { AuditBooks, Way } from './auditBooks.ts';
import type { AuditOptions } from './auditOptions.ts';
import { cutRowsIn } from './bookFindings.ts';
import { type AuditedRecord, type RecordPage, readOne, readPage } from './readRecords.ts';
import { RecordReading } from './recordReading.ts';

/** The first pause between two looks; each further one is twice as long. */
const firstPauseMs = 250;

/** Reads the records of the survey in all three ways into the books. */
export class SurveyAudit {
  /** `totalItems` of the list; null when it could not be read. */
  totalItems: number | null = null;
  /** Whether every page of the list was read. */
  listWhole = false;
  /** Whether the filter without conditions shows all records, and every page of it was read. */
  filterWhole = false;
  /** How often the list was read, and how long the looks after the first one took. */
  looks = 0;
  waitedMs = 0;
  /** When each row without a record was last looked for, ms since the epoch. */
  readonly absentMs = new Map<number, number>();
  /** Rows that may still become visible: nobody waits for them any longer. */
  readonly pending = new Set<number>();
  /** Rows whose record was not there when it was fetched by its id. */
  readonly missed = new Map<number, string>();
  /** What could not be seen, in words. */
  readonly unseen: string[] = [];
  #fetched = 0;
  readonly #books: AuditBooks;
  readonly #client: AdministrationClient;
  readonly #options: AuditOptions;
  readonly #record: RecordReading;
  #listFailed: readonly string[] = [];
  #filterFailed: readonly string[] = [];
  #filterShows = false;
  /** Rows whose token was cut short in their record. */
  #cutRows: ReadonlyMap<number, EntityId> = new Map();

  constructor(books: AuditBooks, client: AdministrationClient, options: AuditOptions) {
    this.#books = books;
    this.#client = client;
    this.#options = options;
    this.#record = new RecordReading(options.runTag);
  }

  /** Records that the list gained beside those that canvass created; `null` where that is not known. */
  get added(): number | null {
    const { totalBefore, createdMeanwhile } = this.#options;
    return totalBefore === null || this.totalItems === null ? null : this.totalItems - totalBefore - createdMeanwhile;
  }

  /** Reads list and filter until nothing is missing that may still come, then the records one by one. */
  async read(): Promise<void> {
    await this.#lookUntilSettled();
    if (this.totalItems !== null) await this.#fetchRecords();
    this.#explain();
  }

  /** Reads list and filter, and again with growing pauses while something is missing that may still become visible. */
  async #lookUntilSettled(): Promise<void> {
    const { isOver, onWait, settleMs } = this.#options;
    const startMs = Date.now();
    let lookMs = startMs;
    await this.#look();
    for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
      this.#note(lookMs);
      const awaited = this.#books.rows.filter((row) => this.#isAwaited(row, lookMs));
      for (const row of awaited) this.pending.add(row);
      if (awaited.length === 0 || isOver() || this.totalItems === null) return;
      const lastMs = Math.max(...awaited.map((row) => this.#books.ledger.completedAtMs(row))) + settleMs;
      if (this.looks === 1) onWait(awaited.length, lastMs - Date.now());
      await this.#client.wait(Math.min(pauseMs, Math.max(1, lastMs - Date.now())));
      this.pending.clear();
      lookMs = Date.now();
      await this.#look();
      this.waitedMs = Date.now() - startMs;
    }
  }

  /** Notes what could not be seen of the survey. */
  tell(what: string): void {
    this.unseen.push(`survey ${this.#options.surveyId}: ${what}`);
  }

  /** What could not be seen, as the last look left it. */
  #explain(): void {
    const { totalItems, pending } = this;
    if (totalItems === null) this.tell(`the list could not be read: ${this.#listFailed[0]}`);
    else if (this.#listFailed.length > 0) {
      this.tell(`pages of the list not read: ${shortened(this.#listFailed)}`);
    }
    if (totalItems !== null) this.#explainFilter();
    const records = this.#books.rows.filter((row) => this.#books.recordsOf(row).length > 0).length;
    if (this.#fetched < records) this.tell(`${this.#fetched} of ${records} records were fetched one by one`);
    if (pending.size > 0) {
      this.tell(`${pending.size} completions were not visible yet when the audit was broken off`);
    }
  }

  async #look(): Promise<void> {
    const { surveyId } = this.#options;
    const { rows } = this.#books;
    this.looks++;
    const list = await this.#readPages('list', (page) => calls.listResponses(surveyId, page));
    this.totalItems = list.totalItems;
    this.listWhole = list.failed.length === 0;
    this.#listFailed = list.failed;
    if (list.totalItems === null) return;
    // Without conditions the filter may show everything, nothing or an error: the document does not say.
    const filter = await this.#readPages('filter', (page) => calls.filterResponses(surveyId, {}, page));
    this.#filterFailed = filter.failed;
    this.#filterShows = filter.totalItems !== null && rows.some((row) => this.#books.wasSeen(row, 'filter'));
    this.filterWhole = this.#filterShows && filter.failed.length === 0;
  }

  #explainFilter(): void {
    const failed = this.#filterFailed;
    if (this.#filterShows && failed.length > 0) this.tell(`pages of the filter not read: ${shortened(failed)}`);
    if (this.#filterShows || !this.#books.rows.some((row) => this.#books.wasSeen(row, 'list'))) return;
    const answer = failed[0] ?? 'it shows none of them';
    this.tell(`the filter without conditions shows no records (${answer})`);
  }

  /** Whether a row was not there as it should be, and may still come. */
  #isAwaited(row: number, lookMs: number): boolean {
    const { ledger } = this.#books;
    const { indeterminate, nameless } = ledger.entry(row);
    if (ledger.completedAtMs(row) + this.#options.settleMs <= lookMs) return false;
    if (nameless) return !indeterminate && this.#countedTooFew();
    const { filterWhole } = this;
    const isThere = this.#books.recordsOf(row).length > 0;
    if (!isThere) return !indeterminate && !this.#cutRows.has(row);
    return !this.#books.wasSeen(row, 'list') || (filterWhole && !this.#books.wasSeen(row, 'filter'));
  }

  /** Completions without a text can only be counted: whether the list has fewer records than there are completions. */
  #countedTooFew(): boolean {
    const { ledger, rows } = this.#books;
    return this.added !== null && this.added < rows.filter((row) => !ledger.entry(row).indeterminate).length;
  }

  /** Notes which rows have no record as of a look. */
  #note(lookMs: number): void {
    this.#cutRows = cutRowsIn(this.#books);
    for (const row of this.#books.rows) {
      if (this.#books.recordsOf(row).length === 0) this.absentMs.set(row, lookMs);
    }
  }

  /** Fetches records by their ids: all of them, or as many as the options allow. */
  async #fetchRecords(): Promise<void> {
    const { missed } = this;
    const chosen = this.#chooseFetches(this.#books.rows.filter((row) => this.#books.recordsOf(row).length > 0));
    await inParallel(this.#options.callsAtOnce, chosen, (row) => this.#fetchRow(row));
    this.#fetched = chosen.length;
    for (let pauseMs = firstPauseMs; missed.size > 0 && !this.#options.isOver(); pauseMs *= 2) {
      const nowMs = Date.now();
      const settledMs = (row: number): number => this.#books.ledger.completedAtMs(row) + this.#options.settleMs;
      const young = [...missed.keys()].filter((row) => settledMs(row) > nowMs);
      if (young.length === 0) return;
      await this.#client.wait(Math.min(pauseMs, Math.max(1, Math.max(...young.map(settledMs)) - nowMs)));
      for (const row of young) missed.delete(row);
      await inParallel(this.#options.callsAtOnce, young, (row) => this.#fetchRow(row));
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
    const { missed } = this;
    for (const responseId of this.#books.recordsOf(row)) {
      const read = await readOne(this.#client, calls.fetchResponse(this.#options.surveyId, responseId));
      if (typeof read === 'string') missed.set(row, `fetch of response ${responseId}: ${read}`);
      else if (read.responseID !== responseId) {
        missed.set(row, `fetch of response ${responseId} gave response ${read.responseID}`);
      } else this.#enter(read, 'fetch');
    }
  }

  /** Reads the first page, which says how many there are, then the others. */
  async #readPages(
    way: Way,
    request: (page: PageQuery) => AdministrationRequest,
  ): Promise<{ totalItems: number | null; failed: string[] }> {
    const { callsAtOnce, perPage } = this.#options;
    const failed: string[] = [];
    const readNumber = async (page: number): Promise<RecordPage | null> => {
      const read = await readPage(this.#client, request({ page, perPage }));
      if (typeof read === 'string') {
        failed.push(`page ${page}: ${read}`);
        return null;
      }
      for (const record of read.records) this.#enter(record, way);
      if (read.unreadable > 0) failed.push(`page ${page}: ${read.unreadable} records not as documented`);
      return read;
    };
    const first = await readNumber(1);
    if (first === null) return { totalItems: null, failed };
    const others = Array.from({ length: Math.max(0, first.totalPages - 1) }, (_, index) => index + 2);
    await inParallel(callsAtOnce, others, readNumber);
    return { totalItems: first.totalItems, failed };
  }

  #enter(record: AuditedRecord, way: Way): void {
    this.#record.read(record, (id) => this.#books.ledger.kindsOfAnswer(this.#options.surveyId, id));
    this.#books.enter(this.#record, way, Date.now());
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
