import { pauseBy } from '../../client/clock.ts';
import { asText } from '../../contract/jsonShape.ts';
import { clauseOf, isClauseId } from '../../judging/allClauses.ts';
import {
  objectIn,
  pagingIn,
  queryOf,
  resolvedLink,
  withoutBasePath,
} from '../../judging/reading/administrationAnswer.ts';
import {
  filterParameters,
  findsNone,
  judgeFiltered,
  judgeNoneFound,
  judgeSpecialFound,
  missingIn,
} from '../../judging/rules/filter.ts';
import { isFiltered } from '../../result/listFacts.ts';
import type { Violation } from '../../result/verdict.ts';
import { Conversation, type ProbeExchange } from '../drive/conversation.ts';
import type { ProbeRecorder } from '../drive/probeRecorder.ts';
import { isStill, judgeCounted, judgeOnce, maxPages } from '../probes/listLaws.ts';

/**
 * Judges the pages of a list that the steps of a witness have asked for again as the walk over them was judged: no item
 * twice; of all pages, as many items as the list says, also where it has more pages by now. Nothing is judged of a list that
 * changes meanwhile, nor of pages that it does not have.
 */
export async function judgeListAgain(
  { clause, path }: Pick<Violation, 'clause' | 'path'>,
  performed: readonly ProbeExchange[],
  recorder: ProbeRecorder,
): Promise<void> {
  const topic = isClauseId(clause) ? clauseOf(clause).topic : undefined;
  if (path !== '' || (topic !== 'items-once' && topic !== 'totals')) return;
  const asked = performed.filter((page) => pagingIn(page) !== null);
  const [first] = asked;
  if (first === undefined || !isOfOneWalk(asked)) return;
  const get = (from: ProbeExchange, url: string): Promise<ProbeExchange> => {
    const link = resolvedLink(url, from);
    const to = link === null ? url : withoutBasePath(link.pathname, recorder.environment.target.address.prefix);
    return new Conversation(recorder, '0').request(from.exchange.endpoint, {}, null, {
      path: to + (link?.search ?? ''),
    });
  };
  const pages = topic === 'items-once' ? asked : await allPages(asked, get);
  if (pages === null || !isStill(pages, await get(first, first.exchange.path))) return;
  if (topic === 'items-once') judgeOnce(pages);
  else judgeCounted(pages);
}

/**
 * Judges the failing step of a witness that filtered by one parameter: whether it finds what the steps before it created for
 * it; where something is missing, once more a little later, for a store may lag.
 */
export async function judgeFilterAgain(
  { clause, path }: Pick<Violation, 'clause' | 'path'>,
  before: readonly ProbeExchange[],
  answer: ProbeExchange | undefined,
  recorder: ProbeRecorder,
): Promise<void> {
  const parameter = filterParameters.find((name) => path === `?${name}`);
  if (parameter === undefined || answer?.exchange.endpoint !== 'filter-responses') return;
  const { path: asked } = answer.exchange;
  const made = before.filter(
    ({ exchange }) => exchange.endpoint === 'create-response' && isFiltered(asked, exchange.requestBody),
  );
  const wanted = made.map((each) => asText(objectIn(each).responseID)).filter((id) => id !== '');
  if (clause === findsNone) return judgeNoneFound(answer.findings, answer);
  const filtered = { parameter, value: queryOf(answer).get(parameter) ?? '', wanted };
  const judge = (seen: ProbeExchange): void => {
    judgeFiltered(seen.findings, { answer: seen, ...filtered });
    judgeSpecialFound(seen.findings, { answer: seen, ...filtered });
  };
  if (missingIn(answer, wanted).length === 0) return judge(answer);
  const { clock } = recorder.environment.target;
  await pauseBy(clock, storesLagMs);
  judge(await new Conversation(recorder, '0').request('filter-responses', {}, null, { path: asked }));
}

const storesLagMs = 2000;

/** Whether these are different pages of a list, each of which it has: not first pages of several sizes. */
function isOfOneWalk(pages: readonly ProbeExchange[]): boolean {
  const numbers = pages.flatMap((page) => {
    const { currentPage, totalPages } = pagingIn(page) ?? { currentPage: 0, totalPages: 0 };
    return currentPage >= 1 && currentPage <= totalPages ? [currentPage] : [];
  });
  return numbers.length === pages.length && new Set(numbers).size === pages.length;
}

/** Some first pages and those after them; `null` where they are not the first, or too many are left. */
async function allPages(
  asked: readonly ProbeExchange[],
  get: (from: ProbeExchange, url: string) => Promise<ProbeExchange>,
): Promise<readonly ProbeExchange[] | null> {
  const pages = [...asked];
  for (;;) {
    const last = pages.at(-1);
    const paging = last === undefined ? null : pagingIn(last);
    if (last === undefined || paging?.currentPage !== pages.length || paging.totalPages > maxPages) return null;
    if (paging.links.next === null) return pages;
    pages.push(await get(last, paging.links.next));
  }
}
