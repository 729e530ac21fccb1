import { asText } from '../../contract/jsonShape.ts';
import { itemsIn, type Json, objectIn } from '../../judging/reading/administrationAnswer.ts';
import { judgeReadings } from '../../judging/rules/responses.ts';
import { differencesOf } from '../../judging/rules/shownAgain.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { type Administrator, isGranted } from './administrator.ts';
import { readList } from './listPages.ts';

/** A record, and the page of a list that shows it. */
export interface ListedRecord {
  readonly item: Json;
  readonly page: ProbeExchange;
}

/** The records of some pages, by their ids. */
export function listedIn(pages: readonly ProbeExchange[]): Map<string, ListedRecord> {
  return new Map(pages.flatMap((page) => itemsIn(page).map((item) => [asText(item.responseID), { item, page }])));
}

/**
 * Records of the list, fetched by their ids. Where both differ, fetch and list are read again: either may be late, and a
 * record may change.
 */
export async function compareReadings(admin: Administrator, listed: readonly ListedRecord[]): Promise<void> {
  const sinceMs = admin.now();
  /** Looks again as long as a record may be missing, or may not be as it should. */
  const fetched = (id: string, isRight: (record: Json) => boolean): Promise<ProbeExchange> =>
    admin.lookAgain(
      sinceMs,
      () => admin.call('fetch-response', { responseId: id }),
      (seen) => isGranted(seen) && isRight(objectIn(seen)),
    );
  const differing = new Set<string>();
  const compare = async (record: ListedRecord): Promise<void> => {
    const id = asText(record.item.responseID);
    const found = await fetched(id, (seen) => differencesOf(record.item, seen).given.length === 0);
    const { given, others } = differencesOf(record.item, objectIn(found));
    if (isGranted(found) && given.length + others.length === 0) judge(record, found);
    else differing.add(id);
  };
  await Promise.all(listed.map(compare));
  if (differing.size === 0) return;
  const { pages } = await readList(admin, { endpoint: 'list-responses' });
  const compareAgain = async ([id, record]: readonly [string, ListedRecord]): Promise<void> => {
    if (differing.delete(id)) judge(record, await fetched(id, () => true));
  };
  await Promise.all([...listedIn(pages)].map(compareAgain));
}

function judge({ item, page }: ListedRecord, fetched: ProbeExchange): void {
  judgeReadings(fetched.findingsWith(page), item, isGranted(fetched) ? objectIn(fetched) : undefined);
}
