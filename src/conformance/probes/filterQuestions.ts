import { limits, queryText } from '../../contract/endpoints.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import type { QuestionId } from '../../contract/questions/openQuestions.ts';
import { idsIn, pagingIn } from '../../judging/reading/administrationAnswer.ts';
import { judgeFoundByBoth } from '../../judging/rules/filter.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { hostile } from '../drive/probeSession.ts';
import { type Administrator, type Grounds, isGranted } from './administrator.ts';
import type { CreatedRecord } from './createdRecords.ts';
import { walkList } from './listPages.ts';

/** Open questions of matching, asked of records that were made to be filtered. */
export async function askMatching(admin: Administrator, [one, ...others]: readonly CreatedRecord[]): Promise<void> {
  const other = others[0];
  if (one === undefined || other === undefined) return;
  const [custom2, ownCustom2] = [customOf(one, 'custom2'), customOf(other, 'custom2')];
  const find = async (query: Record<string, string>, ids: Partial<Grounds> = {}): Promise<ProbeExchange> =>
    admin.call('filter-responses', { query: queryText(query), ids });
  const ask = async (
    question: QuestionId,
    query: Record<string, string>,
    answer: (ids: readonly string[]) => string,
  ): Promise<void> => {
    const exchange = await find(query);
    const granted = isGranted(exchange);
    exchange.findings.observe(question, granted ? answer(idsIn(exchange)) : String(exchange.exchange.httpStatus));
  };
  const custom3 = customOf(one, 'custom3');
  const first = await find({ custom3, custom2: ownCustom2 });
  const second = await find({ custom3: customOf(other, 'custom3'), custom2 });
  first.findings.observe('Q-FILTER-COMBINE', combination(first, second, one.id));
  await askTogether(admin, find, one, { custom2, custom3 });
  const extRef = asText(one.body.externalReference);
  // Of one pair alone nobody could say whether it is the one or any.
  for (const name of ['custom2', 'custom5'])
    await askTogether(admin, find, one, { extRef, [name]: customOf(one, name) });
  const all = Object.fromEntries(limits.filterCustomVariables.map((name) => [name, customOf(one, name)]));
  await find(all);
  // Through another survey none of them finds this record: the generic rules see whose it is.
  for (const surveyId of admin.context.walkSurveys.filter((id) => id !== admin.ids.surveyId).slice(0, 1))
    for (const query of [{ custom2 }, { custom3, custom2 }, all]) await find(query, { surveyId });
  const isSubstring = idsIn(await find({ custom2: custom2.slice(4) })).includes(one.id);
  await ask('Q-FILTER-EXACT', { custom2: custom2.slice(0, -1) }, (ids) => {
    if (isSubstring) return 'substring';
    return ids.includes(one.id) ? 'prefix' : 'exact';
  });
  // Of ASCII only: the capitals of ß are two letters, and small letters of those are not ß again.
  const inCapitals = custom2.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  await ask('Q-FILTER-CASE', { custom2: inCapitals }, (ids) => (ids.includes(one.id) ? 'insensitive' : 'sensitive'));
  await ask('Q-FILTER-WITHOUT', { page: '1', perPage: '2' }, (ids) => (ids.length > 0 ? 'all' : 'none'));
  await ask('Q-FILTER-CUSTOM6', { custom2, custom6: 'x' }, (ids) => (ids.includes(one.id) ? 'ignored' : 'no record'));
}

/** How two filters combine: a record matches one of two, the first of them in one query, the second in the other. */
function combination(first: ProbeExchange, second: ProbeExchange, id: string): string {
  if (!isGranted(first)) return String(first.exchange.httpStatus);
  const [isFirst, isSecond] = [first, second].map((exchange) => idsIn(exchange).includes(id));
  if (isFirst !== isSecond) return 'one';
  return isFirst ? 'or' : 'and';
}

/** A record by two of its own values, in both orders, where each finds it alone. */
async function askTogether(
  admin: Administrator,
  find: (query: Record<string, string>) => Promise<ProbeExchange>,
  { id, sinceMs, exchange: creation }: CreatedRecord,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const pairs = Object.entries(values);
  for (const pair of pairs) if (!idsIn(await find(Object.fromEntries([pair]))).includes(id)) return;
  for (const both of [pairs, pairs.toReversed()]) {
    const isKnown = (found: ProbeExchange): boolean => !isGranted(found) || idsIn(found).includes(id);
    const exchange = await admin.lookAgain(sinceMs, () => find(Object.fromEntries(both)), isKnown);
    judgeFoundByBoth(exchange.findingsWith(creation), exchange, id);
    if (!isGranted(exchange)) return;
  }
  await walkList(admin, { endpoint: 'filter-responses', filter: values, smallest: 2 }, sinceMs);
}

function customOf({ body }: CreatedRecord, name: string): string {
  const { customVariables } = body;
  return isRecord(customVariables) ? asText(customVariables[name]) : '';
}

/** Paging parameters out of their range, on the list of records. */
export async function askPaging(admin: Administrator): Promise<void> {
  const ask = async (question: QuestionId, query: string, answer: (exchange: ProbeExchange) => string) => {
    const exchange = await admin.call('list-responses', { query, departure: hostile });
    exchange.findings.observe(question, isGranted(exchange) ? answer(exchange) : String(exchange.exchange.httpStatus));
  };
  const usual = await admin.granted('list-responses');
  const paging = pagingIn(usual);
  usual.findings.observe('Q-PER-PAGE-DEFAULT-RESPONSES', `${paging?.currentPage}/${paging?.perPage}`);
  const perPage = (exchange: ProbeExchange): string => String(pagingIn(exchange)?.perPage);
  const orDefault = (exchange: ProbeExchange): string =>
    perPage(exchange) === String(paging?.perPage) ? 'default' : perPage(exchange);
  const isFirst = (exchange: ProbeExchange): boolean => pagingIn(exchange)?.currentPage === 1;
  await askMaximum(admin);
  await ask('Q-PER-PAGE-ZERO', 'page=1&perPage=0', orDefault);
  await ask('Q-PER-PAGE-ZERO', 'page=1&perPage=-1', orDefault);
  for (const page of ['0', '-1']) {
    await ask('Q-PAGE-ZERO', `page=${page}&perPage=2`, (exchange) => (isFirst(exchange) ? 'first' : 'another page'));
  }
  await ask('Q-PAGE-NOT-NUMBER', 'page=abc&perPage=2', (exchange) => (isFirst(exchange) ? 'default' : 'another page'));
  await ask('Q-PAGE-TOO-FAR', 'page=1000000&perPage=2', (exchange) =>
    idsIn(exchange).length === 0 ? 'empty' : 'last',
  );
}

const largestTried = 100_000;

/** The largest `perPage`: what a clamped answer names, or where refusals begin. */
async function askMaximum(admin: Administrator): Promise<void> {
  const granted = async (perPage: number) => {
    // A filter that finds nothing: what is asked is the number, not that many records.
    const query = `extRef=canvass-none&page=1&perPage=${perPage}`;
    const exchange = await admin.call('filter-responses', { query });
    return { exchange, given: isGranted(exchange) ? pagingIn(exchange)?.perPage : undefined };
  };
  const { exchange, given } = await granted(largestTried);
  if (given !== undefined) {
    exchange.findings.observe('Q-MAX-PER-PAGE', given === largestTried ? 'none' : String(given));
    if (given < largestTried) exchange.findings.observe('Q-PER-PAGE-TOO-LARGE', 'clamped');
    return;
  }
  if ((await granted(100)).given === undefined) return;
  let [low, high] = [100, largestTried];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((await granted(middle)).given === undefined) high = middle;
    else low = middle;
  }
  exchange.findings.observe('Q-MAX-PER-PAGE', String(low));
  exchange.findings.observe('Q-PER-PAGE-TOO-LARGE', String(exchange.exchange.httpStatus));
}
