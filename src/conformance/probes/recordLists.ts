import { idsIn } from '../../judging/reading/administrationAnswer.ts';
import { judgeUnknownResponse, observeUnknown } from '../../judging/rules/errors.ts';
import { Administrator, lacksAdmin } from './administrator.ts';
import { walkList } from './listPages.ts';
import type { Probe } from './probeContext.ts';
import { compareReadings, listedIn } from './recordReadings.ts';

/** 10. GET responses over its pages, and a record that is not among them: after all others, for they make records. */
export const recordPaging: Probe = {
  id: 'record-paging',
  area: 'list-responses',
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
