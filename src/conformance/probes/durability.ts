import { asText, jsonText } from '../../contract/jsonShape.ts';
import { itemsIn, type Json, objectIn, pagingIn } from '../../judging/reading/administration.ts';
import { type AnswerForm, keysOf } from '../../judging/reading/answerForm.ts';
import type { ShownPage } from '../../judging/reading/page.ts';
import { idsIn } from '../../judging/rules/previousPage.ts';
import { judgeFreeText, judgeTextless } from '../../judging/rules/records.ts';
import { judgeFetchedCreated } from '../../judging/rules/responses.ts';
import { judgeCompletedOnce, judgeFiltered, judgeStored, judgeUnaltered } from '../../judging/rules/sanity.ts';
import { comparable } from '../../judging/sameText.ts';
import { markerStart, tokenPrefix } from '../../judging/tokens.ts';
import type { SubmitBody } from '../../respondent/answers/knownValid.ts';
import { type Conversation, isAccepted, type ProbeExchange } from '../drive/conversation.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { Administrator, isGranted, lacksAdmin } from './administrator.ts';
import { known, maxPages, type Probe, type ProbeContext } from './probeContext.ts';
import { type GivenByWalk, observeRecord } from './recordObservations.ts';
import { misplacedTexts, storedIds, textlessRecord, valuesOf } from './storedAnswers.ts';

const atOnce = 16;
/** Pages of records that are read at most, from the last one backwards and from the first one on. */
const maxListPages = 40;

/** Records of walks that are fetched by their ids. */
const fetchedRecords = 3;

/** Completed walks against response records: stored, once, unaltered (the short form of the durability audit). */
export const durability: Probe = {
  id: 'durability',
  area: 'sanity',
  lacks: (settings) => {
    const { surveyId } = settings.admin;
    const lack = lacksAdmin('surveyId')(settings);
    if (lack !== null) return lack;
    return settings.surveys.walk.some(({ id }) => id === surveyId) ? null : 'admin.surveyId is not among surveys.walk';
  },
  async run(context) {
    const admin = new Administrator(context);
    const before = totalIn(await admin.granted('list-responses', { query: 'page=1&perPage=1' }));
    const completions = await completeMany(context);
    await reconcile(admin, completions, before);
  },
};

/** One walk that was accepted to its end. */
interface Completion extends GivenByWalk {
  readonly conversation: Conversation;
  readonly last: ProbeExchange;
  /** Chosen answer ids by question, and texts. */
  readonly choices: ReadonlyMap<number, readonly string[]>;
  readonly given: ReadonlyMap<number, GivenTexts>;
  readonly texts: readonly string[];
  /** Those of them that answer text questions. */
  readonly freeTexts: readonly string[];
  readonly textQuestions: readonly number[];
}

async function completeMany(context: ProbeContext): Promise<readonly Completion[]> {
  const completions: Completion[] = [];
  let started = 0;
  const worker = async (): Promise<void> => {
    while (started < context.environment.auditedWalks) {
      const completion = await complete(context, started++);
      if (completion !== null) completions.push(completion);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (completions.length === 0) throw new ProbeBlocked('no walk came to its end');
  return completions;
}

/** Texts that a respondent gave to one question. */
interface GivenTexts {
  /** Where the question asks for a text. */
  readonly free: readonly string[];
  /** Of an Other option. */
  readonly other: readonly string[];
  readonly further: readonly string[];
}

/**
 * Before the second page is answered: some go back and answer the first one otherwise, some come again, some send
 * nothing first. What is stored in the end is what was given last.
 */
async function wander(context: ProbeContext, conversation: Conversation, index: number): Promise<void> {
  const isBack = index % 8 === 2 && context.backSurveys.includes(conversation.surveyId);
  if (isBack) known(await conversation.back());
  else if (index % 8 === 4) known(await conversation.take());
  else if (index % 8 === 6 && conversation.page?.isFinal === false) known(await conversation.submit({}));
}

/** Walks to the end; every fourth respondent submits the last page twice, half of these at the same time. */
async function complete(context: ProbeContext, index: number): Promise<Completion | null> {
  const surveyId = context.settings.admin.surveyId ?? 0;
  const { conversation } = await context.begin(surveyId);
  const choices = new Map<number, readonly string[]>();
  const given = new Map<number, GivenTexts>();
  const numbers = new Map<number, string>();
  const { clock } = context.environment.target;
  const startMs = clock.nowMs();
  for (let steps = 0; conversation.page !== null && steps < maxPages; steps++) {
    if (steps === 1) await wander(context, conversation, index);
    const { page } = conversation;
    if (page === null) return null;
    // Whoever is back on a page changes the answer.
    const choice = { option: (index + Math.min(steps, 1)) % 5, variety: index + steps, other: index % 3 === 0 };
    const exchange = known(await submitted(conversation, choice, page.isFinal ? index : 0));
    if (!isAccepted(exchange)) return null;
    const body = conversation.given;
    for (const { id, form, answers, prefix } of page.questions) {
      if ('key' in form) choices.set(id, idsIn(body[form.key]));
      // A text for what was only guessed to be the Other option belongs to no answer where it is another one.
      const words = 'key' in form && form.other?.isCertain ? body[form.other.key] : undefined;
      const own = ownTexts(form, body, conversation.token);
      given.set(id, {
        free: form.kind === 'text' ? own : [],
        other: typeof words === 'string' ? [words] : [],
        further: form.kind === 'unknown' ? own : [],
      });
      for (const { id: answerId } of form.kind === 'rank' || form.kind === 'allocation' ? answers : []) {
        numbers.set(answerId, String(body[`${prefix}${answerId}`]));
      }
    }
    if (exchange.status === 'survey_complete') {
      const durationMs = clock.nowMs() - startMs;
      return { conversation, last: exchange, choices, given, ...textsOf(given), numbers, durationMs };
    }
    const next = exchange.page?.identity ?? '';
    context.walkAggregates.moved(surveyId, page.identity, chosenOn(page, body), next, exchange.findings);
  }
  return null;
}

function textsOf(
  given: ReadonlyMap<number, GivenTexts>,
): Pick<Completion, 'texts' | 'freeTexts' | 'otherTexts' | 'textQuestions'> {
  const all = [...given.values()];
  const [freeTexts, otherTexts] = [all.flatMap(({ free }) => free), all.flatMap(({ other }) => other)];
  const texts = [...freeTexts, ...otherTexts, ...all.flatMap(({ further }) => further)];
  return { texts, freeTexts, otherTexts, textQuestions: [...given].flatMap(([id, { free }]) => (free[0] ? [id] : [])) };
}

function chosenOn({ questions }: ShownPage, given: SubmitBody): string {
  const chosen = questions.map(({ id, form }) => `${id}:${'key' in form ? idsIn(given[form.key]).join('+') : ''}`);
  return chosen.sort().join();
}

async function submitted(
  conversation: Conversation,
  choice: { readonly option: number },
  index: number,
): Promise<ProbeExchange> {
  const exchange = known(await conversation.answer(choice));
  if (index % 4 !== 1 || exchange.status !== 'survey_complete') return exchange;
  const concurrent = index % 8 === 1 ? 0 : conversation.recorder.nextGroup();
  const again = Array.from({ length: concurrent === 0 ? 1 : 2 }, () =>
    conversation.submit(conversation.given, { concurrent }),
  );
  for (const each of await Promise.all(again)) judgeCompletedOnce(each.findings, known(each));
  return exchange;
}

function ownTexts(form: AnswerForm, given: SubmitBody, token: string): string[] {
  return keysOf(form)
    .map((key) => given[key])
    .filter((value): value is string => typeof value === 'string' && value.includes(token));
}

/** Records by the token that they carry. */
interface Found {
  readonly records: ReadonlyMap<string, readonly Json[]>;
  /** Those that carry no text of canvass. */
  readonly others: readonly Json[];
  readonly exchange: ProbeExchange;
  /** Whether all pages were read. */
  readonly isWhole: boolean;
}

function totalIn(exchange: ProbeExchange): number {
  return pagingIn(exchange)?.totalItems ?? 0;
}

/** @param before how many records there were before the completions */
async function reconcile(admin: Administrator, completions: readonly Completion[], before: number): Promise<void> {
  const tokens = completions.map(({ conversation }) => conversation.token);
  const { records, others, exchange, isWhole } = await admin.lookAgain(
    admin.now(),
    () => readRecords(admin, tokens),
    (seen) => seen.records.size === tokens.length,
  );
  const found = completions.filter(({ conversation }) => (records.get(conversation.token) ?? []).length > 0);
  exchange.findingsAll.observe('Q-WALK-RECORD', found.length === 0 ? 'no' : 'yes');
  const textless =
    found.length > 0 || totalIn(exchange) - before < completions.length ? null : textlessRecord(completions, others);
  if (textless !== null) {
    judgeTextless(exchange.findingsAll, textless, completions[0]?.freeTexts ?? []);
    return;
  }
  // Whether completed walks become records is not shown; a profile that demands the audit says that they do.
  if (found.length === 0 && admin.context.settings.audit.enabled !== true) return;
  const areNumbersShown = showsNumbers(found, records);
  for (const completion of completions) {
    const { last, conversation } = completion;
    const own = records.get(conversation.token) ?? [];
    judgeStored(last.findings, { records: own.map(({ responseID }) => jsonText(responseID)), isWhole });
    for (const record of own) judgeRecord(completion, record, tokens, areNumbersShown);
    const [first] = own;
    if (first !== undefined)
      observeRecord(last.findings, first, { ...completion, numbers: telling(completion.numbers) });
  }
  await compareFetched(admin, found, records);
  if (isWhole) {
    await compareFilter(
      admin,
      [...records.values()].flat().map(({ responseID }) => responseID),
    );
  }
}

/** Some of the records by their ids, as the list has them. */
async function compareFetched(
  admin: Administrator,
  found: readonly Completion[],
  records: Found['records'],
): Promise<void> {
  const sinceMs = admin.now();
  for (const { conversation } of found.slice(0, fetchedRecords)) {
    const [listed] = records.get(conversation.token) ?? [];
    if (listed === undefined) continue;
    const look = () => admin.call('fetch-response', { responseId: asText(listed.responseID) });
    const fetched = await admin.lookAgain(sinceMs, look, isGranted);
    const own = isGranted(fetched) ? objectIn(fetched) : undefined;
    judgeFetchedCreated(fetched.findings, { body: {}, created: listed, found: own });
  }
}

/**
 * The filter without a condition leaves nothing out, where it shows these records at all: whether it does is open.
 *
 * @param ids the records of completions, as the list has them.
 */
async function compareFilter(admin: Administrator, ids: readonly unknown[]): Promise<void> {
  const { exchange, missing } = await admin.lookAgain(
    admin.now(),
    () => leftOut(admin, ids),
    (seen) => seen.missing.length === 0 || seen.missing.length === ids.length,
  );
  if (missing.length < ids.length) judgeFiltered(exchange.findings, missing.map(jsonText));
}

/** Which records the filter without a condition leaves out; what could not be read is not missing. */
async function leftOut(
  admin: Administrator,
  ids: readonly unknown[],
): Promise<{ readonly exchange: ProbeExchange; readonly missing: readonly unknown[] }> {
  const shownIds = new Set<unknown>();
  let exchange = await admin.call('filter-responses', { query: 'page=1&perPage=100' });
  const total = pagingIn(exchange)?.totalPages ?? 1;
  let hasFailed = !isGranted(exchange);
  for (let page = 2; itemsIn(exchange).length > 0 && page <= maxListPages + 2; page++) {
    for (const { responseID } of itemsIn(exchange)) shownIds.add(responseID);
    exchange = await admin.call('filter-responses', { query: `page=${page}&perPage=100` });
    if (page <= total && !isGranted(exchange)) hasFailed = true;
  }
  return { exchange, missing: hasFailed ? ids : ids.filter((id) => !shownIds.has(id)) };
}

/** Numbers that no other member has by chance. */
function telling(numbers: ReadonlyMap<number, string>): ReadonlyMap<number, string> {
  return new Map([...numbers].filter(([, number]) => number !== '0' && number !== '1' && number !== '100'));
}

/** A record against what its respondent gave. */
function judgeRecord(
  { last, choices, given, texts, freeTexts, numbers, conversation }: Completion,
  record: Json,
  tokens: readonly string[],
  areNumbersShown: boolean,
): void {
  const set = jsonText(record.responseSet);
  const name = `record ${jsonText(record.responseID)}`;
  const stranger = tokens.find((token) => token !== conversation.token && set.includes(token));
  const stored = new Set(stringsIn(record.responseSet).map(comparable));
  const differences = [
    ...(stranger === undefined ? [] : [`${name} carries text of another respondent`]),
    ...[...choices].flatMap(([id, chosen]) => {
      const ids = storedIds(record, id);
      return jsonText(ids) === jsonText([...chosen].sort()) ? [] : [`${name}: question ${id} has ${ids.join(', ')}`];
    }),
    ...texts.filter((text) => !stored.has(comparable(text))).map((text) => `${name} lacks the text ${jsonText(text)}`),
    ...[...given].flatMap(([id, { free }]) => misplacedTexts(record, id, free).map((what) => `${name}: ${what}`)),
    ...(areNumbersShown && !hasNumbers(record, numbers) ? [`${name} has other ranks or shares`] : []),
  ];
  judgeUnaltered(last.findings, `choices ${jsonText([...choices])}, texts ${jsonText(texts)}`, differences.join('; '));
  if (freeTexts.length > 0) judgeFreeText(last.findings, record, freeTexts);
}

/** Whether ranks and shares of most completions are found in their records: where they are kept is not shown. */
function showsNumbers(found: readonly Completion[], records: Found['records']): boolean {
  const withNumbers = found.filter(({ numbers }) => numbers.size > 0);
  const whole = withNumbers.filter(({ conversation, numbers }) => {
    const [record] = records.get(conversation.token) ?? [];
    return record !== undefined && hasNumbers(record, numbers);
  });
  return whole.length * 2 > withNumbers.length;
}

function hasNumbers(record: Json, numbers: ReadonlyMap<number, string>): boolean {
  const values = valuesOf(record);
  return [...numbers].every(([answerId, number]) => {
    const own = values.filter((answer) => answer.answerId === answerId);
    return own.some(({ value }) => Object.values(value).some((member) => asText(member) === number));
  });
}

/** All strings anywhere in a value. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Reads the list of records and keeps those that carry one of the tokens, whatever their order. */
async function readRecords(admin: Administrator, tokens: readonly string[]): Promise<Found> {
  const records = new Map<string, Json[]>();
  const others: Json[] = [];
  const keep = (exchange: ProbeExchange): void => {
    for (const record of itemsIn(exchange)) {
      const text = jsonText(record);
      if (!text.includes(tokenPrefix) && !text.includes(markerStart)) others.push(record);
      for (const token of tokens) {
        if (!text.includes(token)) continue;
        const own = records.get(token) ?? [];
        records.set(token, own);
        if (!own.some(({ responseID }) => responseID === record.responseID)) own.push(record);
      }
    }
  };
  let exchange = await admin.granted('list-responses', { query: 'page=1&perPage=100' });
  keep(exchange);
  const total = pagingIn(exchange)?.totalPages ?? 1;
  let isWhole = total <= maxListPages;
  const half = Math.ceil(maxListPages / 2);
  for (let page = 2; page <= total + 1; page++) {
    // Newest records stand at one end or the other.
    if (total > maxListPages && page > half && page <= total - half) continue;
    exchange = await admin.call('list-responses', { query: `page=${page}&perPage=100` });
    // What could not be read is not missing.
    if (page <= total && !isGranted(exchange)) isWhole = false;
    if (itemsIn(exchange).length === 0) break;
    keep(exchange);
  }
  return { records, others, exchange, isWhole };
}
