import { memberOf } from '../checks/fields.ts';
import { shown } from '../ledger/judge.ts';
import { type Administrator, listIn, objectIn } from './administrator.ts';

/** Enough to meet what goes wrong once in 50 times. */
const recordsAtOnce = 52;

/** Many at once: ids that differ, none lost. */
export async function createMany(admin: Administrator): Promise<void> {
  const markers = Array.from({ length: recordsAtOnce }, () => admin.marker());
  const turns = await Promise.all(
    markers.map((marker) =>
      admin.granted('create-response', { body: { responseSet: [], externalReference: marker, ...spare(marker) } }),
    ),
  );
  const ids = turns.map((turn) => objectIn(turn).responseID);
  const all = [...ids.map(String), ...earlierIds(admin)];
  const last = turns.at(-1);
  const differ = new Set(all).size === all.length;
  last?.judgeAll.expect('RESPONSE-UNIQUE-01', differ, 'ids that differ', () => all.join(', '));
  for (const [at, id] of ids.entries()) {
    admin.created('create-response', id, markers[at] ?? '');
    const fetched = await admin.call('fetch-response', { responseId: Number(id) });
    const own = objectIn(fetched).externalReference === markers[at];
    fetched.judge.expect('RESPONSE-FETCH-01', own, `the record of ${markers[at]}`, () => shown(objectIn(fetched)));
    const isOthers = fetched.reading.kind === 'administration' && !own;
    const expected = `${shown(id)} for the record of ${markers[at]} only`;
    fetched.judge.expect('RESPONSE-UNIQUE-01', !isOthers, expected, () => shown(objectIn(fetched)));
  }
  await judgeAllListed(admin, ids);
}

/** Each of the records is on one of the pages of the list; a very long list is not read. */
async function judgeAllListed(admin: Administrator, ids: readonly unknown[]): Promise<void> {
  let turn = await admin.granted('list-responses', { query: 'page=1&perPage=100' });
  const listed = new Set<unknown>();
  for (let page = 1; page <= longestList; page++) {
    for (const { responseID } of listIn(turn)) listed.add(responseID);
    // Records that are made meanwhile may begin a page that was not there before.
    if (page >= Number(memberOf(turn.exchange.json, 'pagination.totalPages') ?? 1)) {
      const lost = ids.filter((id) => !listed.has(id));
      const expected = `each of ${ids.length} new records`;
      turn.judge.expect('RESPONSE-LIST-02', lost.length === 0, expected, () => `without ${shown(lost)}`);
      return;
    }
    turn = await admin.granted('list-responses', { query: `page=${page + 1}&perPage=100` });
  }
}

/** Pages of a list that is read as a whole. */
const longestList = 20;

/** Records that this run has created before, by whichever probe. */
function earlierIds(admin: Administrator): string[] {
  const { created } = admin.scene.stage.ground;
  return created.filter(({ endpoint }) => endpoint === 'create-response').map(({ id }) => id);
}

/** One answer, so that services that want a responseSet with something in it take it. */
export function spare(marker: string): object {
  return { responseSet: [{ questionID: 103, answerValues: [{ answerID: 10301, value: { text: marker } }] }] };
}
