import type { EntityId } from '../../contract/entityId.ts';
import type { PageQuery } from '../../respondent/administrationClient.ts';
import { type RecordPage, type RecordSource, recordPageIn } from '../../respondent/audit/recordSource.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import type { Administrator } from './administrator.ts';
import type { ListedItem } from './listedItems.ts';

const endpointOf = { list: 'list-responses', filter: 'filter-responses' } as const;

/** The records as a probe reads them: every answer is judged, and remembered. */
export class WalkRecords implements RecordSource {
  /** Records of the list, by id. */
  readonly #listed = new Map<EntityId, ListedItem>();
  /** The answers that came last, by the way of reading. */
  readonly last = new Map<'list' | 'filter', ProbeExchange>();
  /** Whether the filter showed any record at all. */
  isFilterEmpty = true;
  readonly #admin: Administrator;

  constructor(admin: Administrator) {
    this.#admin = admin;
  }

  async page(way: 'list' | 'filter', { page, perPage }: PageQuery): Promise<RecordPage | string> {
    const exchange = await this.#admin.call(endpointOf[way], { query: `page=${page}&perPage=${perPage}` });
    this.last.set(way, exchange);
    const read = recordPageIn(exchange.exchange);
    if (typeof read === 'string') return read;
    if (way === 'filter') this.isFilterEmpty &&= read.records.length === 0;
    else for (const item of read.records) this.#listed.set(item.responseID, { item, page: exchange });
    return read;
  }

  /** The records of the list with these ids. */
  of(ids: readonly EntityId[]): ListedItem[] {
    return ids.map((id) => this.#listed.get(id)).filter((record) => record !== undefined);
  }

  /** Fetched records are compared with those of the list member by member (`compareReadings`), not here. */
  async one(): Promise<string> {
    return 'not fetched';
  }

  nowMs(): number {
    return this.#admin.now();
  }

  wait(durationMs: number): Promise<void> {
    return this.#admin.context.pause(durationMs);
  }
}
