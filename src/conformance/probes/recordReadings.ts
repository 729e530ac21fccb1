import { asText } from '../../contract/jsonShape.ts';
import { itemsIn, type Json, objectIn } from '../../judging/reading/administrationAnswer.ts';
import { judgeReadings } from '../../judging/rules/responses.ts';
import { differencesOf } from '../../judging/rules/shownAgain.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { type Administrator, isGranted } from './administrator.ts';
import { readList } from './listPages.ts';

/**
 * Records of the list, fetched by their ids. Where both differ, fetch and list are read again: either may be late, and a
 * record may change.
 */
export async function compareReadings(admin: Administrator, listed: readonly Json[]): Promise<void> {
  const sinceMs = admin.now();
  /** Looks again as long as a record may be missing, or may not be as it should. */
  const fetched = (id: string, isRight: (record: Json) => boolean): Promise<ProbeExchange> =>
    admin.lookAgain(
      sinceMs,
      () => admin.call('fetch-response', { responseId: id }),
      (seen) => isGranted(seen) && isRight(objectIn(seen)),
    );
  const differing = new Set<string>();
  const compare = async (record: Json): Promise<void> => {
    const id = asText(record.responseID);
    const found = await fetched(id, (seen) => differencesOf(record, seen).given.length === 0);
    const { given, others } = differencesOf(record, objectIn(found));
    if (isGranted(found) && given.length + others.length === 0) judge(record, found);
    else differing.add(id);
  };
  await Promise.all(listed.map(compare));
  if (differing.size === 0) return;
  const { pages } = await readList(admin, { endpoint: 'list-responses' });
  const compareAgain = async (record: Json): Promise<void> => {
    const id = asText(record.responseID);
    if (differing.delete(id)) judge(record, await fetched(id, () => true));
  };
  await Promise.all(pages.flatMap(itemsIn).map(compareAgain));
}

function judge(record: Json, fetched: ProbeExchange): void {
  judgeReadings(fetched.findingsAll, record, isGranted(fetched) ? objectIn(fetched) : undefined);
}
