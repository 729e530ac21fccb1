import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import type { QuestionId } from '../../contract/questions/catalogue.ts';
import { pagingOf } from '../checks/pagination.ts';
import type { Turn } from '../drive/conversation.ts';
import { shown } from '../ledger/judge.ts';
import { Administrator, lacksAdmin, listIn, objectIn } from './administrator.ts';
import { judgePagingLaw } from './pagingLaw.ts';
import type { Probe } from './probeContext.ts';

const customs = ['custom1', 'custom2', 'custom3', 'custom4', 'custom5'] as const;

/** 11. GET responses/filter, and the paging of its lists, over records that it made itself. */
export const filters: Probe = {
  id: 'filters',
  area: 'filter-responses',
  clauses: [
    'RESPONSE-FILTER-CUSTOM1-01',
    'RESPONSE-FILTER-CUSTOM2-01',
    'RESPONSE-FILTER-CUSTOM3-01',
    'RESPONSE-FILTER-CUSTOM4-01',
    'RESPONSE-FILTER-CUSTOM5-01',
    'RESPONSE-FILTER-EXTREF-01',
    'RESPONSE-FILTER-NONE-01',
    'RESPONSE-FILTER-PAGE-01',
    'RESPONSE-FILTER-LINKS-01',
    'RESPONSE-FILTER-SPECIAL-01',
    'RESPONSE-LIST-PAGE-01',
    'PAGING-LAW-01',
    'PAGING-LAW-02',
    'PAGING-LAW-03',
    'PAGING-ECHO-01',
  ],
  lacks: lacksAdmin('surveyId', 'mutate'),
  async run(scene) {
    const admin = new Administrator(scene);
    const group = plain(admin.marker());
    const first = await create(admin, group, plainValues(admin, group, 'A'));
    const others: Created[] = [];
    for (const letter of ['B', 'C', 'D', 'E']) {
      others.push(await create(admin, group, plainValues(admin, group, letter)));
    }
    await findEach(admin, first, others);
    await findSpecial(admin, group);
    await judgePaging(admin, group);
    await askMatching(admin, first, others);
    await askPaging(admin);
  },
};

/** What a record can be found by. */
interface Values {
  readonly customVariables: Readonly<Record<(typeof customs)[number], string>>;
  readonly externalReference: string;
}

interface Created extends Values {
  readonly id: unknown;
}

/** A text without anything that a URL encodes. */
function plain(text: string): string {
  return text.replaceAll(' ', '-');
}

/** Values of a record of its own, the fifth of which it shares with the others of its group. */
function plainValues(admin: Administrator, group: string, letter: string): Values {
  const own = plain(admin.marker());
  const customVariables = {
    custom1: `${own}-c1${letter}`,
    custom2: `${own}-c2${letter}`,
    custom3: `${own}-c3${letter}`,
    custom4: `${own}-c4${letter}`,
    custom5: `${group}-shared`,
  };
  return { customVariables, externalReference: `${own}-ext-${letter}` };
}

const specialText = ' & 50% + "q" #é日本 a=b/c?';

/** Values that mean something else in a URL unless they are encoded. */
function specialValues(admin: Administrator): Values {
  const value = (name: string): string => `${admin.marker()} ${name}${specialText}`;
  const customVariables = {
    custom1: value('c1'),
    custom2: value('c2'),
    custom3: value('c3'),
    custom4: value('c4'),
    custom5: value('c5'),
  };
  return { customVariables, externalReference: value('ext') };
}

async function create(admin: Administrator, group: string, values: Values): Promise<Created> {
  const responseSet = [{ questionID: 103, answerValues: [{ answerID: 10301, value: { text: group } }] }];
  const turn = await admin.granted('create-response', { body: { responseSet, ...values } });
  const id = objectIn(turn).responseID;
  admin.created('create-response', id, group);
  return { id, ...values };
}

/** Looks for records. @returns their ids. */
async function search(
  admin: Administrator,
  query: Readonly<Record<string, string>>,
): Promise<{ ids: unknown[]; turn: Turn }> {
  const turn = await admin.granted('filter-responses', { query: new URLSearchParams(query).toString() });
  return { ids: listIn(turn).map(({ responseID }) => responseID), turn };
}

async function findEach(admin: Administrator, wanted: Created, others: readonly Created[]): Promise<void> {
  const strangers = others.map(({ id }) => id);
  const judgeOnly = (turn: Turn, ids: readonly unknown[], clause: ClauseId): void => {
    const only = ids.includes(wanted.id) && !ids.some((id) => strangers.includes(id));
    turn.judge.expect(
      clause,
      only,
      `record ${shown(wanted.id)} and none of ${strangers.join(', ')}`,
      () => ids.join(', ') || 'none',
    );
  };
  for (const name of customs.slice(0, 4)) {
    const { ids, turn } = await search(admin, { [name]: wanted.customVariables[name] });
    judgeOnly(turn, ids, `RESPONSE-FILTER-${name.toUpperCase()}-01` as ClauseId);
    const rows = listIn(turn).length;
    const total = pagingOf(turn.exchange.json)?.totalItems;
    turn.judge.expect('PAGING-LAW-02', total === rows, `totalItems ${rows}`, () => String(total));
  }
  const shared = await search(admin, { custom5: wanted.customVariables.custom5 });
  const all = [wanted, ...others].every(({ id }) => shared.ids.includes(id)) && shared.ids.length === others.length + 1;
  shared.turn.judge.expect('RESPONSE-FILTER-CUSTOM5-01', all, `the ${others.length + 1} records that share it`, () =>
    shared.ids.join(', '),
  );
  const reference = await search(admin, { extRef: wanted.externalReference });
  judgeOnly(reference.turn, reference.ids, 'RESPONSE-FILTER-EXTREF-01');
  for (const query of [{ custom1: `${wanted.externalReference} nobody` }, { extRef: 'no record has this reference' }]) {
    const none = await search(admin, query);
    none.turn.judge.expect('RESPONSE-FILTER-NONE-01', none.ids.length === 0, 'no record', () => none.ids.join(', '));
    const pages = pagingOf(none.turn.exchange.json)?.totalPages;
    none.turn.judge.observe('Q-EMPTY-TOTAL-PAGES', String(pages), 'filter');
  }
}

/** Every parameter finds a record by a value with characters that a URL encodes. */
async function findSpecial(admin: Administrator, group: string): Promise<void> {
  const wanted = await create(admin, group, specialValues(admin));
  const queries = [
    ...Object.entries(wanted.customVariables).map(([name, value]) => ({ [name]: value })),
    { extRef: wanted.externalReference },
  ];
  for (const query of queries) {
    const { ids, turn } = await search(admin, query);
    const found = ids.includes(wanted.id);
    turn.judge.expect(
      'RESPONSE-FILTER-SPECIAL-01',
      found,
      `record ${shown(wanted.id)} by ${shown(query)}`,
      () => ids.join(', ') || 'none',
    );
  }
}

async function judgePaging(admin: Administrator, group: string): Promise<void> {
  const filter = `${new URLSearchParams({ custom5: `${group}-shared` })}&`;
  await judgePagingLaw(admin, 'filter-responses', filter, 2, 'responseID');
  const conditions = { custom5: `${group}-shared`, extRef: `${group} ext & co` };
  for (const [name, value] of Object.entries(conditions)) {
    const condition = new URLSearchParams({ [name]: value });
    const turn = await admin.granted('filter-responses', { query: `${condition}&page=1&perPage=2` });
    judgeLinks(turn, name, value);
  }
  await judgeListPages(admin);
}

/** Each link that there is repeats the condition, with page and perPage. */
function judgeLinks(turn: Turn, name: string, value: string): void {
  const links = pagingOf(turn.exchange.json)?.links;
  for (const [link, url] of Object.entries(links ?? {})) {
    if (url === null) continue;
    const query = new URL(url, 'http://host').searchParams;
    const repeats = query.get(name) === value && query.has('page') && query.get('perPage') === '2';
    turn.judge.expect('RESPONSE-FILTER-LINKS-01', repeats, `${link} with ${name}, page and perPage`, () => url);
  }
}

/** The list grows while others complete their walks: only what cannot change is judged. */
async function judgeListPages(admin: Administrator): Promise<void> {
  const first = listIn(await admin.granted('list-responses', { query: 'page=1&perPage=2' })).map(
    ({ responseID }) => responseID,
  );
  const turn = await admin.granted('list-responses', { query: 'page=2&perPage=2' });
  const second = listIn(turn).map(({ responseID }) => responseID);
  const apart = second.length > 0 && shown(second) !== shown(first);
  turn.judge.expect('RESPONSE-LIST-PAGE-01', apart, `records other than ${first.join(', ')}`, () => second.join(', '));
}

async function askMatching(admin: Administrator, one: Created, others: readonly Created[]): Promise<void> {
  const other = others[0];
  if (other === undefined) return;
  const ask = async (
    question: QuestionId,
    query: Record<string, string>,
    answer: (ids: readonly unknown[]) => string,
  ) => {
    const turn = await admin.call('filter-responses', { query: new URLSearchParams(query).toString() });
    const granted = turn.reading.kind === 'administration';
    const ids = listIn(turn).map(({ responseID }) => responseID);
    turn.judge.observe(question, granted ? answer(ids) : String(turn.exchange.httpStatus));
    return ids;
  };
  const { custom1 } = one.customVariables;
  await ask('Q-FILTER-COMBINE', { custom1, custom2: other.customVariables.custom2 }, (ids) =>
    ids.length === 0 ? 'and' : 'or',
  );
  const inner = await admin.granted('filter-responses', {
    query: new URLSearchParams({ custom1: custom1.slice(4) }).toString(),
  });
  const substring = listIn(inner).some(({ responseID }) => responseID === one.id);
  await ask('Q-FILTER-EXACT', { custom1: custom1.slice(0, -1) }, (ids) => {
    if (substring) return 'substring';
    return ids.includes(one.id) ? 'prefix' : 'exact';
  });
  await ask('Q-FILTER-CASE', { custom1: custom1.toUpperCase() }, (ids) =>
    ids.includes(one.id) ? 'insensitive' : 'sensitive',
  );
  await ask('Q-FILTER-WITHOUT', { page: '1', perPage: '2' }, (ids) => (ids.length > 0 ? 'all' : 'none'));
  await ask('Q-FILTER-CUSTOM6', { custom1, custom6: 'x' }, (ids) => (ids.includes(one.id) ? 'ignored' : 'no record'));
}

/** Paging parameters out of their range, on the list of records. */
async function askPaging(admin: Administrator): Promise<void> {
  const ask = async (question: QuestionId, query: string, answer: (turn: Turn) => string) => {
    const turn = await admin.call('list-responses', { query });
    const granted = turn.reading.kind === 'administration';
    turn.judge.observe(question, granted ? answer(turn) : String(turn.exchange.httpStatus));
  };
  const usual = await admin.granted('list-responses');
  const paging = pagingOf(usual.exchange.json);
  usual.judge.observe('Q-PER-PAGE-DEFAULT-RESPONSES', `${paging?.currentPage}/${paging?.perPage}`);
  const perPage = (turn: Turn): string => String(pagingOf(turn.exchange.json)?.perPage);
  const orDefault = (turn: Turn): string => (perPage(turn) === String(paging?.perPage) ? 'default' : perPage(turn));
  await askMaximum(admin);
  await ask('Q-PER-PAGE-ZERO', 'page=1&perPage=0', orDefault);
  await ask('Q-PER-PAGE-ZERO', 'page=1&perPage=-1', orDefault);
  for (const page of ['0', '-1']) {
    await ask('Q-PAGE-ZERO', `page=${page}&perPage=2`, (turn) =>
      pagingOf(turn.exchange.json)?.currentPage === 1 ? 'first' : 'another page',
    );
  }
  await ask('Q-PAGE-NOT-NUMBER', 'page=abc&perPage=2', (turn) =>
    pagingOf(turn.exchange.json)?.currentPage === 1 ? 'default' : 'another page',
  );
  await ask('Q-PAGE-TOO-FAR', 'page=1000000&perPage=2', (turn) => (listIn(turn).length === 0 ? 'empty' : 'last'));
}

const largestTried = 100_000;

/** The largest `perPage`: what a clamped answer names, or where refusals begin. */
async function askMaximum(admin: Administrator): Promise<void> {
  const granted = async (perPage: number): Promise<{ turn: Turn; given: number | undefined }> => {
    // A filter that finds nothing: what is asked is the number, not that many records.
    const query = `extRef=canvass-none&page=1&perPage=${perPage}`;
    const turn = await admin.call('filter-responses', { query });
    return { turn, given: turn.reading.kind === 'administration' ? pagingOf(turn.exchange.json)?.perPage : undefined };
  };
  const { turn, given } = await granted(largestTried);
  if (given !== undefined) {
    turn.judge.observe('Q-MAX-PER-PAGE', given === largestTried ? 'none' : String(given));
    if (given < largestTried) turn.judge.observe('Q-PER-PAGE-TOO-LARGE', 'clamped');
    return;
  }
  if ((await granted(100)).given === undefined) return;
  let [low, high] = [100, largestTried];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((await granted(middle)).given === undefined) high = middle;
    else low = middle;
  }
  turn.judge.observe('Q-MAX-PER-PAGE', String(low));
  turn.judge.observe('Q-PER-PAGE-TOO-LARGE', String(turn.exchange.httpStatus));
}
