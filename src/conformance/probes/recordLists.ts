import { asText } from '../../contract/jsonShape.ts';
import { idsIn, type Json, objectIn } from '../../judging/reading/administrationAnswer.ts';
import { judgeUnknownResponse, observeUnknown } from '../../judging/rules/errorBodies.ts';
import { judgeReadings } from '../../judging/rules/responses.ts';
import { differencesOf } from '../../judging/rules/shownAgain.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { Administrator, isGranted, lacksAdmin } from './administrator.ts';
import { type ListedItem, listedIn } from './listedItems.ts';
import { readList, walkList } from './listPages.ts';
import type { Probe } from './probeContext.ts';

/** 10. GET responses over its pages, and a record that is not among them: after all others, for they make records. */
export const recordPaging: Probe = {
  id: 'record-paging',
  area: 'list-responses',
  asks: ['Q-HTTP-LIST', 'Q-LINK-FORM', 'Q-PAGING-OLD-NAMES', 'Q-UNKNOWN-RESPONSE'],
  last: true,
  lacks: lacksAdmin('surveyId'),
  async run(context) {
    const admin = new Administrator(context);
    await walkList(admin, { endpoint: 'list-responses', smallest: 2 });
    const list = await admin.granted('list-responses', { query: 'page=1&perPage=100' });
    const responseId = idBeyond(idsIn(list));
    const absent = await admin.call('fetch-response', { responseId });
    judgeUnknownResponse(absent.findings, absent, responseId);
  },
};

/** How far beyond the largest id that is listed an id is looked for that no record has. */
const farBeyond = 1_000_003n;

/** An id that a record hardly has, of the size that ids have here. */
function idBeyond(ids: readonly string[]): string {
  const largest = ids
    .filter((id) => /^\d+$/.test(id))
    .reduce((most, id) => (BigInt(id) > most ? BigInt(id) : most), 0n);
  return String(largest + farBeyond);
}

/** 10. GET responses, 12. GET one response: the plain list, records that it shows, and what does not exist. */
export const recordReading: Probe = {
  id: 'record-reading',
  area: 'list-responses',
  asks: ['Q-HTTP-LIST', 'Q-LINK-FORM', 'Q-PAGING-OLD-NAMES', 'Q-UNKNOWN-SURVEY-ADMIN'],
  lacks: lacksAdmin('surveyId'),
  async run(context) {
    const admin = new Administrator(context);
    const list = await admin.granted('list-responses', { query: 'page=1&perPage=2' });
    await compareReadings(admin, [...listedIn([list]).values()]);
    await admin.call('filter-responses', { query: 'extRef=canvass-none&page=1&perPage=2' });
    const unknown = await admin.call('list-responses', { ids: { surveyId: 987654321 } });
    observeUnknown(unknown.findings, 'Q-UNKNOWN-SURVEY-ADMIN', unknown);
    for (const id of ['abc', '-1', '99999999999999999999']) {
      await admin.strange('fetch-response', `/a/api/v2/surveys/${admin.ids.surveyId}/responses/${id}`);
    }
  },
};

/**
 * Records of the list, fetched by their ids. Where both differ, fetch and list are read again: either may be late, and a
 * record may change.
 */
export async function compareReadings(admin: Administrator, listed: readonly ListedItem[]): Promise<void> {
  const sinceMs = admin.now();
  /** Looks again as long as a record may be missing, or may not be as it should. */
  const fetched = (id: string, isRight: (record: Json) => boolean): Promise<ProbeExchange> =>
    admin.lookAgain(
      sinceMs,
      () => admin.call('fetch-response', { responseId: id }),
      (seen) => isGranted(seen) && isRight(objectIn(seen)),
    );
  const differing = new Set<string>();
  const compare = async (record: ListedItem): Promise<void> => {
    const id = asText(record.item.responseID);
    const found = await fetched(id, (seen) => differencesOf(record.item, seen).given.length === 0);
    const { given, others } = differencesOf(record.item, objectIn(found));
    if (isGranted(found) && given.length + others.length === 0) judge(record, found);
    else differing.add(id);
  };
  await Promise.all(listed.map(compare));
  if (differing.size === 0) return;
  const { pages } = await readList(admin, { endpoint: 'list-responses' });
  const compareAgain = async ([id, record]: readonly [string, ListedItem]): Promise<void> => {
    if (differing.delete(id)) judge(record, await fetched(id, () => true));
  };
  await Promise.all([...listedIn(pages)].map(compareAgain));
}

function judge({ item, page }: ListedItem, fetched: ProbeExchange): void {
  judgeReadings(fetched.findingsWith(page), item, isGranted(fetched) ? objectIn(fetched) : undefined);
}
