import { isObject, memberOf } from '../checks/fields.ts';
import { pagingOf } from '../checks/pagination.ts';
import { type AnswerChoice, chosenIds, otherIdOf, type SubmitBody } from '../drive/answering.ts';
import type { Conversation, Turn } from '../drive/conversation.ts';
import type { PageView } from '../drive/pageView.ts';
import { shown } from '../ledger/judge.ts';
import { Administrator, lacksAdmin, listIn } from './administrator.ts';
import { type GivenByWalk, observeRecord } from './recordObservations.ts';
import { known, type Probe, ProbeBlocked, type Scene } from './scene.ts';

/** Enough to meet a loss that happens once in 200 times. */
const respondents = 210;
const atOnce = 16;
const maxPages = 200;
/** Pages of records that are read at most, from the last one backwards and from the first one on. */
const maxListPages = 40;

/** Completed walks against response records: stored, once, unaltered (the short form of the durability audit). */
export const durability: Probe = {
  id: 'durability',
  area: 'sanity',
  clauses: ['SANITY-LOST-02', 'SANITY-ALTERED-01', 'SANITY-DUPLICATE-01', 'SANITY-DUPLICATE-02', 'RECORD-FREE-TEXT-01'],
  lacks: (settings) => {
    const { surveyId } = settings.admin;
    const lack = lacksAdmin('surveyId')(settings);
    if (lack !== null) return lack;
    return settings.surveys.walk.some(({ id }) => id === surveyId) ? null : 'admin.surveyId is not among surveys.walk';
  },
  async run(scene) {
    const completions = await completeMany(scene);
    await reconcile(new Administrator(scene), completions);
  },
};

/** One walk that was accepted to its end. */
interface Completion extends GivenByWalk {
  readonly conversation: Conversation;
  readonly last: Turn;
  /** Chosen answer ids by question, and texts by answer. */
  readonly choices: ReadonlyMap<number, readonly number[]>;
  readonly texts: readonly string[];
}

async function completeMany(scene: Scene): Promise<readonly Completion[]> {
  const completions: Completion[] = [];
  let started = 0;
  const worker = async (): Promise<void> => {
    while (started < respondents) {
      const completion = await complete(scene, started++);
      if (completion !== null) completions.push(completion);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (completions.length === 0) throw new ProbeBlocked('no walk came to its end');
  return completions;
}

/** Walks to the end; every fourth respondent submits the last page twice, half of these at the same time. */
async function complete(scene: Scene, index: number): Promise<Completion | null> {
  const surveyId = scene.settings.admin.surveyId ?? 0;
  const { conversation } = await scene.begin(surveyId);
  const choice: Partial<AnswerChoice> = { option: index % 5, other: index % 3 === 0 };
  const choices = new Map<number, readonly number[]>();
  const texts: string[] = [];
  const otherTexts: string[] = [];
  const numbers = new Map<number, string>();
  const { clock } = scene.stage.ground.target;
  const startMs = clock.nowMs();
  for (let steps = 0; conversation.page !== null && steps < maxPages; steps++) {
    const page: PageView = conversation.page;
    const body = conversation.answers(choice);
    const chosenHere: string[] = [];
    for (const question of page.questions) {
      const chosen = chosenIds(question, body);
      if (chosen.length > 0) choices.set(question.id, chosen);
      chosenHere.push(chosen.join('+'));
      const words = body[`${question.otherPrefix}${otherIdOf(question)}`];
      if (typeof words === 'string') otherTexts.push(words);
      for (const { id } of question.prefix === 'r_' || question.prefix === 's_' ? question.answers : []) {
        numbers.set(id, String(body[`${question.prefix}${id}`]));
      }
    }
    texts.push(...textsOf(body, conversation.token));
    const turn = known(await submitted(conversation, body, page.isFinal ? index : 0));
    if (turn.status === 'survey_complete') {
      const durationMs = clock.nowMs() - startMs;
      return { conversation, last: turn, choices, texts, otherTexts, numbers, durationMs };
    }
    if (turn.status !== 'success') return null;
    const next = turn.page?.identity ?? '';
    scene.walkBook.moved(surveyId, page.identity, chosenHere.join(), next, turn.judge);
  }
  return null;
}

async function submitted(conversation: Conversation, body: SubmitBody, index: number): Promise<Turn> {
  if (index % 4 !== 1) return conversation.submit(body);
  if (index % 8 === 1) {
    const turn = known(await conversation.submit(body));
    judgeAgain(known(await conversation.submit(body)));
    return turn;
  }
  const concurrent = conversation.stage.nextGroup();
  const turns = await Promise.all([1, 2].map(() => conversation.submit(body, { concurrent })));
  const [first, second] = turns;
  if (first === undefined || second === undefined) throw new Error('two submissions were sent');
  return known(second).status === 'survey_complete' ? second : known(first);
}

function judgeAgain(turn: Turn): void {
  turn.judge.expect('SANITY-DUPLICATE-01', turn.page === null, 'no page after completion', () => turn.name);
}

function textsOf(body: SubmitBody, token: string): string[] {
  return Object.values(body).filter((value): value is string => typeof value === 'string' && value.includes(token));
}

async function reconcile(admin: Administrator, completions: readonly Completion[]): Promise<void> {
  const tokens = completions.map(({ conversation }) => conversation.token);
  const { records, turn, whole } = await readRecords(admin, tokens);
  const found = completions.filter(({ conversation }) => (records.get(conversation.token) ?? []).length > 0);
  turn.judgeAll.observe('Q-WALK-RECORD', found.length === 0 ? 'no' : 'yes');
  // Whether completed walks become records is not shown; a profile that demands the audit says that they do.
  if (found.length === 0 && admin.scene.settings.audit.enabled !== true) {
    const reason = 'completed walks become no response records here';
    const { evidence } = admin.scene.stage.ground;
    for (const clause of ['SANITY-LOST-02', 'SANITY-ALTERED-01', 'SANITY-DUPLICATE-02'] as const) {
      evidence.notExercised(clause, reason);
    }
    return;
  }
  for (const completion of completions) {
    const { last } = completion;
    const own = records.get(completion.conversation.token) ?? [];
    if (own.length > 0 || whole) {
      const expected = 'the completion among the response records';
      last.judge.expect('SANITY-LOST-02', own.length > 0, expected, () => 'no record carries its texts');
    }
    if (own.length === 0) continue;
    for (const clause of ['SANITY-DUPLICATE-01', 'SANITY-DUPLICATE-02'] as const) {
      last.judge.expect(
        clause,
        own.length === 1,
        'one record',
        () => `records ${own.map(({ responseID }) => shown(responseID)).join(', ')}`,
      );
    }
    for (const record of own) judgeRecord(completion, record, tokens);
    const [first] = own;
    if (first !== undefined) observeRecord(last.judge, first, completion);
  }
  if (whole)
    await judgeFilter(
      admin,
      [...records.values()].flat().map(({ responseID }) => responseID),
    );
}

/**
 * The filter without a condition leaves nothing out, where it shows these records at all: whether it does is open.
 *
 * @param ids the records of completions, as the list has them.
 */
async function judgeFilter(admin: Administrator, ids: readonly unknown[]): Promise<void> {
  const shownIds = new Set<unknown>();
  let turn = await admin.call('filter-responses', { query: 'page=1&perPage=100' });
  for (let page = 2; listIn(turn).length > 0 && page <= maxListPages + 2; page++) {
    for (const { responseID } of listIn(turn)) shownIds.add(responseID);
    turn = await admin.call('filter-responses', { query: `page=${page}&perPage=100` });
  }
  const missing = ids.filter((id) => !shownIds.has(id));
  if (missing.length === ids.length) return;
  turn.judge.expect(
    'SANITY-LOST-02',
    missing.length === 0,
    'every record of the list in the filter',
    () => `missing from the filter: ${missing.slice(0, 5).map(shown).join(', ')}`,
  );
}

/** A record against what its respondent gave. */
function judgeRecord(completion: Completion, record: Record<string, unknown>, tokens: readonly string[]): void {
  const { last, choices, texts, conversation } = completion;
  const text = JSON.stringify(record.responseSet);
  const stranger = tokens.find((token) => token !== conversation.token && text.includes(token));
  const differing = [...choices].filter(([id, chosen]) => shown(storedIds(record, id)) !== shown([...chosen].sort()));
  const missing = texts.filter((each) => !text.includes(JSON.stringify(each).slice(1, -1)));
  const holds = stranger === undefined && differing.length === 0 && missing.length === 0;
  last.judge.expect('SANITY-ALTERED-01', holds, `choices ${shown([...choices])}, texts ${shown(texts)}`, () =>
    stranger === undefined
      ? `record ${shown(record.responseID)}: ${text}`
      : `record ${shown(record.responseID)} carries text of another respondent`,
  );
  const values = answerValues(record).map((answer) => memberOf(answer, 'value.text'));
  const inPlace = values.some((value) => typeof value === 'string' && value.includes(conversation.token));
  if (texts.length > 0) last.judge.expect('RECORD-FREE-TEXT-01', inPlace, 'free text in value.text', () => text);
}

function storedIds(record: Record<string, unknown>, questionId: number): unknown[] {
  const set = Array.isArray(record.responseSet) ? record.responseSet.filter(isObject) : [];
  const question = set.find(({ questionID }) => questionID === questionId);
  const values = Array.isArray(question?.answerValues) ? question.answerValues : [];
  return values.map((answer) => memberOf(answer, 'answerID')).sort();
}

function answerValues(record: Record<string, unknown>): unknown[] {
  const set = Array.isArray(record.responseSet) ? record.responseSet : [];
  return set.flatMap((question) => {
    const values = memberOf(question, 'answerValues');
    return Array.isArray(values) ? values : [];
  });
}

/** Reads the list of records and keeps those that carry one of the tokens. `whole`: all pages were read. */
async function readRecords(admin: Administrator, tokens: readonly string[]) {
  const records = new Map<string, Record<string, unknown>[]>();
  const keep = (turn: Turn): void => {
    for (const record of listIn(turn)) {
      const text = JSON.stringify(record);
      for (const token of tokens) {
        if (!text.includes(token)) continue;
        const own = records.get(token) ?? [];
        records.set(token, own);
        if (!own.some(({ responseID }) => responseID === record.responseID)) own.push(record);
      }
    }
  };
  let turn = await admin.granted('list-responses', { query: 'page=1&perPage=100' });
  keep(turn);
  const total = pagingOf(turn.exchange.json)?.totalPages ?? 1;
  const first = Math.max(2, total - maxListPages);
  for (let page = first; page <= total + 1; page++) {
    turn = await admin.call('list-responses', { query: `page=${page}&perPage=100` });
    if (listIn(turn).length === 0) break;
    keep(turn);
  }
  return { records, turn, whole: total <= maxListPages };
}
