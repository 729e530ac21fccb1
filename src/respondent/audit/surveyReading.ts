import type { EntityId } from '../../contract/entityId.ts';
import type { AuditOptions } from './auditOptions.ts';
import type { AuditStore, Way } from './auditStore.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { RecordPage, RecordSource } from './recordSource.ts';

/** The records of completions. */
export const foundResponses = '(SELECT DISTINCT response FROM reading WHERE completion IS NOT NULL)';

/** The first pause between two looks; each further one is twice as long. */
const firstPauseMs = 250;

/** Fewer completions may be like other people's records by chance. */
const enoughTextless = 20;

/** What was read of a survey in one way. */
interface Pages {
  /** `null` when not even the first page could be read. */
  readonly totalItems: number | null;
  readonly failed: readonly string[];
  /** Whether every page was asked for. */
  readonly isWhole: boolean;
}

/** Reads the records of the survey in all three ways into the store. */
export class SurveyReading {
  /** How often the list was read, and how long the looks after the first one took. */
  looks = 0;
  waitedMs = 0;
  /** Completions that may still become visible: nobody waits for them any longer. */
  readonly pending = new Set<number>();
  /** What could not be seen, in words. */
  readonly unseen: string[] = [];
  /** Whether the filter without conditions shows any record of a completion. */
  #showsFiltered = false;
  readonly #unfetched = new Map<number, string>();
  #list: Pages = { totalItems: null, failed: [], isWhole: false };
  #filter: Pages = { totalItems: null, failed: [], isWhole: false };
  readonly #store: AuditStore;
  readonly #reconciliation: Reconciliation;
  readonly #source: RecordSource;
  readonly #options: AuditOptions;

  constructor(store: AuditStore, reconciliation: Reconciliation, source: RecordSource, options: AuditOptions) {
    this.#store = store;
    this.#reconciliation = reconciliation;
    this.#source = source;
    this.#options = options;
  }

  /** Records that the list gained beside those that canvass created; `null` where that is not known. */
  get added(): number | null {
    const { totalBefore, createdMeanwhile } = this.#options;
    const { totalItems } = this.#list;
    return totalBefore === null || totalItems === null ? null : totalItems - totalBefore - createdMeanwhile();
  }

  /** Whether every page of the list was read. */
  get isListWhole(): boolean {
    return this.#list.totalItems !== null && this.#list.isWhole && this.#list.failed.length === 0;
  }

  /** Whether the filter without conditions shows all records, and every page of it was read. */
  get isFilterWhole(): boolean {
    return this.#showsFiltered && this.#filter.isWhole && this.#filter.failed.length === 0;
  }

  /** Completions whose final submission was answered. */
  get completed(): number {
    return this.#store.count('completion WHERE NOT indeterminate');
  }

  /** Reads in all ways, and again with growing pauses while something is missing that may still become visible. */
  async read(): Promise<void> {
    const { isOver, onWait, settleMs } = this.#options;
    const startMs = this.#source.nowMs();
    for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
      const lookMs = this.#source.nowMs();
      await this.#look(lookMs);
      if (this.looks > 1) this.waitedMs = this.#source.nowMs() - startMs;
      const awaited = this.#awaited(lookMs);
      this.pending.clear();
      for (const { id } of awaited) this.pending.add(id);
      const [last] = awaited;
      if (last === undefined || isOver() || this.#list.totalItems === null) break;
      const leftMs = last.at + settleMs - this.#source.nowMs();
      if (this.looks === 1) onWait(awaited.length, leftMs);
      await this.#source.wait(Math.min(pauseMs, Math.max(1, leftMs)));
    }
    this.#explain();
  }

  /** Why the record of a completion could not be fetched by its id; `undefined` where it could. */
  unfetched(row: number): string | undefined {
    return this.#unfetched.get(row);
  }

  /** Notes what could not be seen of the survey. */
  tell(what: string): void {
    this.unseen.push(`survey ${this.#options.surveyId}: ${what}`);
  }

  async #look(lookMs: number): Promise<void> {
    this.looks++;
    this.#list = await this.#readPages('list');
    // Without conditions the filter may show everything, nothing or an error: the document does not say.
    if (this.#list.totalItems !== null) this.#filter = await this.#readPages('filter');
    this.#showsFiltered = this.#store.row("SELECT 1 FROM seen WHERE way = 'filter' LIMIT 1") !== undefined;
    const { added, completed } = this;
    // Other people's records may have no texts either: all must be gone, and as many have come as there should be.
    const isTextless = completed >= enoughTextless && added !== null && added >= completed;
    this.#reconciliation.attribute(isTextless && this.#store.row('SELECT 1 FROM mention LIMIT 1') === undefined);
    const hasNone = 'NOT EXISTS (SELECT 1 FROM reading r WHERE r.completion = completion.id)';
    this.#store.run(`UPDATE completion SET absent_at = ? WHERE ${hasNone}`, lookMs);
    if (this.#list.totalItems !== null) await this.#fetchSome();
  }

  /** Completions that were not there as they should be, and may still come, the youngest first. */
  #awaited(lookMs: number): { readonly id: number; readonly at: number }[] {
    const { added } = this;
    const isCountedTooFew = added !== null && added < this.completed;
    const isIn = (way: Way): string => `EXISTS (SELECT 1 FROM found f WHERE f.completion = c.id AND way = '${way}')`;
    return this.#store
      .rows(
        `SELECT id, at, iif(nameless, ? AND NOT indeterminate,
          iif(EXISTS (SELECT 1 FROM reading r WHERE r.completion = c.id),
            NOT ${isIn('list')} OR (? AND NOT ${isIn('filter')}), NOT indeterminate)) AS awaited
          FROM completion c WHERE at + ? > ? ORDER BY at DESC`,
        ...[Number(isCountedTooFew), Number(this.isFilterWhole), this.#options.settleMs, lookMs],
      )
      .map(({ id, at, awaited }) => ({ id: Number(id), at: Number(at), awaited }))
      .filter(({ id, awaited }) => awaited === 1 || this.#unfetched.has(id));
  }

  /**
   * Fetches records by their ids, those that look wrong first: all of them, or as many as the options allow; again where
   * they are in the list or the filter otherwise than they were when they were fetched.
   */
  async #fetchSome(): Promise<void> {
    const { maxFetches } = this.#options;
    if (maxFetches === 0) return;
    this.#unfetched.clear();
    if (Number.isFinite(maxFetches)) this.#reconciliation.compare();
    const left = Math.min(maxFetches - this.#store.count("seen WHERE way = 'fetch'"), Number.MAX_SAFE_INTEGER);
    const chosen = this.#store.rows(
      `SELECT DISTINCT response, completion FROM reading r WHERE completion IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM seen WHERE response = r.response AND way = 'fetch' AND reading = r.id)
        ORDER BY EXISTS (SELECT 1 FROM difference d WHERE d.completion = r.completion) DESC, content LIMIT ?`,
      left,
    );
    await this.#inParallel(chosen, async ({ response, completion }) => {
      const read = await this.#source.one(response as EntityId);
      const came = typeof read === 'string' ? read : `gave response ${read.responseID}`;
      if (typeof read === 'string' || read.responseID !== response) {
        this.#unfetched.set(Number(completion), `fetch of response ${response}: ${came}`);
      } else this.#store.enter([read], 'fetch', this.#source.nowMs());
    });
  }

  /** Reads the first page, which says how many there are, then the others. */
  async #readPages(way: 'list' | 'filter'): Promise<Pages> {
    const { mostPages, perPage } = this.#options;
    const failed: string[] = [];
    const readNumber = async (page: number): Promise<RecordPage | null> => {
      const read = await this.#source.page(way, { page, perPage });
      if (typeof read === 'string') {
        failed.push(`page ${page}: ${read}`);
        return null;
      }
      this.#store.enter(read.records, way, this.#source.nowMs());
      if (read.unreadable > 0) failed.push(`page ${page}: ${read.unreadable} records not as documented`);
      return read;
    };
    const first = await readNumber(1);
    if (first === null) return { totalItems: null, failed, isWhole: false };
    const { totalItems, totalPages } = first;
    const others = Array.from({ length: Math.max(0, totalPages - 1) }, (_, index) => index + 2);
    // Newest records stand at one end or the other.
    const half = mostPages / 2;
    const isWhole = totalPages <= mostPages;
    const read = isWhole ? others : others.filter((page) => page <= half || page > totalPages - half);
    await this.#inParallel(read, readNumber);
    return { totalItems, failed, isWhole };
  }

  /** What could not be seen, as the last look left it. */
  #explain(): void {
    const { totalItems, failed } = this.#list;
    if (totalItems === null) this.tell(`the list could not be read: ${failed[0]}`);
    else if (failed.length > 0) this.tell(`pages of the list not read: ${shortened(failed)}`);
    const isFilterRead = this.#showsFiltered;
    if (isFilterRead && this.#filter.failed.length > 0) {
      this.tell(`pages of the filter not read: ${shortened(this.#filter.failed)}`);
    } else if (totalItems !== null && !isFilterRead && this.#store.count("seen WHERE way = 'list'") > 0) {
      const answer = this.#filter.failed[0] ?? 'it shows none of them';
      this.tell(`the filter without conditions shows no records (${answer})`);
    }
    const [fetched, all] = [this.#store.count("seen WHERE way = 'fetch'"), this.#store.count(foundResponses)];
    if (this.#options.maxFetches > 0 && fetched + this.#unfetched.size < all) {
      this.tell(`${fetched} of ${all} records were fetched one by one`);
    }
    if (this.pending.size > 0) {
      this.tell(`${this.pending.size} completions were not visible yet when the audit was broken off`);
    }
  }

  /** Does the work on every item, as many at a time as the options say. */
  async #inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
    const rest = items.values();
    const worker = async (): Promise<void> => {
      for (const item of rest) await work(item);
    };
    await Promise.all(Array.from({ length: Math.min(this.#options.callsAtOnce, items.length) }, worker));
  }
}

function shortened(texts: readonly string[]): string {
  const shown = texts.slice(0, 5).join('; ');
  return texts.length > 5 ? `${shown}; and ${texts.length - 5} more` : shown;
}
