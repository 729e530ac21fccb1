import type { EntityId } from '../../contract/entityId.ts';
import { asText, jsonText, textsIn } from '../../contract/jsonShape.ts';
import type { AnswerChange } from '../../judging/cameInPlace.ts';
import { type Json, pagingIn } from '../../judging/reading/administration.ts';
import { comparable } from '../../judging/reading/sentValues.ts';
import { judgeTimes } from '../../judging/rules/recordMembers.ts';
import { judgeFreeText, judgeTextless } from '../../judging/rules/records.ts';
import {
  type Difference,
  judgeOwnRecord,
  judgeStored,
  judgeUnaltered,
  judgeUnlearnt,
} from '../../judging/rules/sanity.ts';
import { foreignToken } from '../../judging/tokens.ts';
import { compareLearned } from '../../respondent/audit/learnedAnswers.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { Administrator, lacksAdmin } from './administrator.ts';
import { type Completion, completeMany } from './completions.ts';
import type { Probe } from './probeContext.ts';
import { observeRecord } from './recordObservations.ts';
import { compareReadings } from './recordReadings.ts';
import { holdsChoice, misplacedTexts, storedIds, textlessRecord, valuesOf } from './storedAnswers.ts';
import { compareFilter, readRecords } from './walkRecords.ts';

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

function totalIn(exchange: ProbeExchange): number {
  return pagingIn(exchange)?.totalItems ?? 0;
}

/** @param before how many records there were before the completions */
async function reconcile(admin: Administrator, completions: readonly Completion[], before: number): Promise<void> {
  const tokens = completions.map(({ conversation }) => conversation.token);
  const { records, others, cut, exchange, isWhole } = await admin.lookAgain(
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
  const [spoilt] = cut;
  if (found.length === 0 && spoilt !== undefined) {
    judgeUnaltered(exchange.findings, [{ kind: 'texts', became: 'cut', words: `cut short: ${spoilt}` }]);
    return;
  }
  // Whether completed walks become records is not shown; a profile that demands the audit says that they do.
  if (found.length === 0 && admin.context.settings.audit.enabled !== true) return;
  const learned = compareLearned(
    found.map(({ conversation: { token, surveyId }, pages }) => {
      return { completion: { surveyId, token, pages }, records: records.get(token) ?? [] };
    }),
    admin.context.environment.runTag,
  );
  for (const what of learned.unseen) judgeUnlearnt(exchange.findings, what);
  for (const completion of completions) {
    const { last, conversation } = completion;
    const own = records.get(conversation.token) ?? [];
    judgeStored(last.findings, { records: own.map(({ responseID }) => jsonText(responseID)), isWhole });
    for (const record of own) judgeRecord(completion, record, learned.differing.get(conversation.token) ?? []);
    const [first] = own;
    if (first === undefined) continue;
    judgeTimes(last.findings, first);
    observeRecord(last.findings, first, { ...completion, numbers: telling(completion.numbers) });
  }
  const listed = found.flatMap(({ conversation }) => records.get(conversation.token) ?? []);
  await compareReadings(admin, listed.slice(0, fetchedRecords));
  if (isWhole) {
    await compareFilter(
      admin,
      [...records.values()].flat().map(({ responseID }) => responseID),
    );
  }
}

/** Numbers that no other member has by chance. */
function telling(numbers: ReadonlyMap<EntityId, string>): ReadonlyMap<EntityId, string> {
  return new Map([...numbers].filter(([, number]) => number !== '0' && number !== '1' && number !== '100'));
}

const otherText: AnswerChange = { kind: 'other-texts', became: 'another' };

/** A record against what its respondent gave. @param learned what differs of the answers whose place is not shown */
function judgeRecord(
  { last, choices, options, given, texts, freeTexts, conversation }: Completion,
  record: Json,
  learned: readonly Difference[],
): void {
  const name = `record ${jsonText(record.responseID)}`;
  const stranger = foreignToken(jsonText(record), conversation.token);
  const stored = new Set(textsIn(record.responseSet).map(comparable));
  const isChoiceless = [...choices.keys()].every((id) => storedIds(record, id).length === 0);
  const isTextless = valuesOf(record).every(({ value }) => asText(value.text ?? '') === '');
  const choice: AnswerChange = { kind: 'choices', became: isChoiceless ? 'missing' : 'another' };
  const free: AnswerChange = { kind: 'texts', became: isTextless ? 'missing' : 'another' };
  const differences: Difference[] = [
    ...[...choices].flatMap(([id, chosen]) => {
      const isHeld = holdsChoice(record, id, chosen, options.get(id) ?? []);
      return isHeld ? [] : [{ ...choice, words: `${name}: question ${id} has ${storedIds(record, id).join(', ')}` }];
    }),
    ...texts
      .filter((text) => !stored.has(comparable(text)))
      .map((text) => ({
        ...(freeTexts.includes(text) ? free : otherText),
        words: `${name} lacks the text ${jsonText(text)}`,
      })),
    ...[...given].flatMap(([id, given]) =>
      misplacedTexts(record, id, given.free).map((what) => ({ ...free, words: `${name}: ${what}` })),
    ),
    ...learned
      .filter(({ kind }) => kind !== 'other-texts')
      .map((each) => ({ ...each, words: `${name}: ${each.words}` })),
  ];
  judgeOwnRecord(
    last.findings,
    stranger === null ? null : `${name} carries the text ${stranger} of another respondent or record`,
  );
  judgeUnaltered(last.findings, differences);
  if (freeTexts.length > 0) judgeFreeText(last.findings, record, freeTexts);
}
