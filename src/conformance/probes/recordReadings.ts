import { asText } from '../../contract/jsonShape.ts';
import { itemsIn, type Json, objectIn } from '../../judging/reading/administration.ts';
import { judgeReadings } from '../../judging/rules/fetchedRecord.ts';
import { differencesOf } from '../../judging/rules/twoReadings.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { type Administrator, isGranted } from './administrator.ts';
import { readList } from './listPages.ts';

/**
 * Records of the list, fetched by their ids. Where both differ, fetch and list are read again: either may be late, and a
 * record may change.
 */
export async function compareReadings(admin: Administrator, listed: readonly Json[]): Promise<void> {
  const differing = new Set<string>();
  const compare = async (record: Json): Promise<void> => {
    const fetched = await fetchUntil(admin, record, (seen) => differencesOf(record, seen).given.length === 0);
    const { given, others } = differencesOf(record, objectIn(fetched));
    if (isGranted(fetched) && given.length + others.length === 0) judge(record, fetched);
    else differing.add(asText(record.responseID));
  };
  await Promise.all(listed.map(compare));
  if (differing.size === 0) return;
  const { pages } = await readList(admin, { endpoint: 'list-responses' });
  for (const record of pages.flatMap(itemsIn)) {
    if (differing.delete(asText(record.responseID))) judge(record, await fetchUntil(admin, record, () => true));
  }
}

/** Looks again as long as a record may be missing, or may not be as it should. */
function fetchUntil(
  admin: Administrator,
  { responseID }: Json,
  isRight: (record: Json) => boolean,
): Promise<ProbeExchange> {
  return admin.lookAgain(
    admin.now(),
    () => admin.call('fetch-response', { responseId: asText(responseID) }),
    (seen) => isGranted(seen) && isRight(objectIn(seen)),
  );
}

function judge(record: Json, fetched: ProbeExchange): void {
  judgeReadings(fetched.findingsAll, record, isGranted(fetched) ? objectIn(fetched) : undefined);
}
