import type { EntityId } from '../../contract/entityId.ts';
import { isSamePage, type ShownPage } from '../../judging/reading/shownPage.ts';
import { idsIn } from '../../judging/rules/previousPage.ts';
import { judgeCompletedOnce } from '../../judging/rules/sanity.ts';
import { type SubmitBody, withoutAnswersTo } from '../../respondent/answers/knownValid.ts';
import type { WalkCompletion } from '../../respondent/crowd.ts';
import { type Conversation, isAccepted, type ProbeExchange } from '../drive/conversation.ts';
import type { AnswerChoice } from '../drive/learntAnswers.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { known, maxPages, type ProbeContext } from './probeContext.ts';

/** As many as walk in a crowd: most requests of all probes are theirs. */
const atOnce = 24;

/** One walk that was accepted to its end. */
export interface Completion extends WalkCompletion {
  readonly last: ProbeExchange;
  /** The submission of the last page that came after it, where there was one. */
  readonly again: ProbeExchange | null;
  readonly durationMs: number;
}

/** So many walks to the end, side by side. @throws ProbeBlocked when none came there. */
export async function completeMany(
  context: ProbeContext,
  surveyId: EntityId,
  walks: number,
): Promise<readonly Completion[]> {
  const completions: Completion[] = [];
  let started = 0;
  const worker = async (): Promise<void> => {
    while (started < walks) {
      const completion = await complete(context, surveyId, started++);
      if (completion !== null) completions.push(completion);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (completions.length === 0) throw new ProbeBlocked('no walk came to its end');
  return completions;
}

/**
 * Before the second page is answered: some go back and answer the first one otherwise, some come again, some send
 * nothing first. What is stored in the end is what was given last.
 */
async function wander(context: ProbeContext, conversation: Conversation, index: number): Promise<void> {
  if (index % 8 === 2 && context.backSurveys.includes(conversation.surveyId)) known(await conversation.back());
  else if (index % 8 === 4) known(await conversation.take());
  else if (index % 8 === 6 && conversation.page?.isFinal === false) known(await conversation.submit({}));
}

/** On some page after the first some go back, and leave the answers there as they were. */
async function look(context: ProbeContext, conversation: Conversation, index: number, steps: number): Promise<void> {
  if (index % 8 !== 3 || steps !== 1 + (Math.floor(index / 8) % 3)) return;
  const { given, page } = conversation;
  if (!context.backSurveys.includes(conversation.surveyId) || !isAccepted(known(await conversation.back()))) return;
  if (!isSamePage(conversation.page, page)) known(await conversation.give(given));
}

/** Walks to the end; every fourth respondent submits the last page twice, half of these at the same time. */
async function complete(context: ProbeContext, surveyId: EntityId, index: number): Promise<Completion | null> {
  const { clock } = context.environment.target;
  const startMs = clock.nowMs();
  const { conversation } = await context.begin(surveyId);
  for (let steps = 0; conversation.page !== null && steps < maxPages; steps++) {
    if (steps === 1) await wander(context, conversation, index);
    await look(context, conversation, index, steps);
    const { page } = conversation;
    if (page === null) return null;
    // Whoever is back on a page changes the answer; every second one keeps an Other option, and changes its text.
    const other = index % 3 === 0 || index % 16 === 10;
    const choice = { option: (index + Math.min(steps, 1)) % 5, variety: index + steps, other };
    const exchange = await answerPage(context, conversation, choice, index);
    if (!isAccepted(exchange)) return null;
    if (exchange.status === 'survey_complete') {
      const { completion } = conversation;
      const durationMs = clock.nowMs() - startMs;
      const again = page.isFinal && index % 4 === 1 ? await submitAgain(conversation, index) : null;
      return { ...completion, last: exchange, again, durationMs };
    }
    const next = exchange.page?.identity ?? '';
    context.walkAggregates.moved(surveyId, page.identity, chosenOn(page, conversation.given), next, exchange.findings);
  }
  return null;
}

/** Some give only what is known to be required: then nothing is stored of the rest. */
async function answerPage(
  context: ProbeContext,
  conversation: Conversation,
  choice: Partial<AnswerChoice>,
  index: number,
): Promise<ProbeExchange> {
  const required = index % 16 === 7 ? context.requiredIn(conversation.surveyId) : [];
  const optional = conversation.page?.questions.filter(({ id }) => !required.includes(id)) ?? [];
  if (required.length > 0 && optional.length > 0) {
    const exchange = known(await conversation.give(withoutAnswersTo(conversation.answers(choice), optional)));
    if (isAccepted(exchange) || conversation.page === null) return exchange;
  }
  return known(await conversation.answer(choice));
}

function chosenOn({ questions }: ShownPage, given: SubmitBody): string {
  const chosen = questions.map(({ id, form }) => `${id}:${'key' in form ? idsIn(given[form.key]).join('+') : ''}`);
  return chosen.sort().join();
}

async function submitAgain(conversation: Conversation, index: number): Promise<ProbeExchange | null> {
  const concurrent = index % 8 === 1 ? 0 : conversation.recorder.nextGroup();
  const again = Array.from({ length: concurrent === 0 ? 1 : 2 }, () =>
    conversation.submit(conversation.given, { concurrent }),
  );
  const exchanges = (await Promise.all(again)).map(known);
  for (const each of exchanges) judgeCompletedOnce(each.findings, each);
  return exchanges.at(-1) ?? null;
}
