import type { EntityId } from '../../contract/entityId.ts';
import { type AnswerForm, keysOf } from '../../judging/reading/answerForm.ts';
import type { ShownPage } from '../../judging/reading/page.ts';
import { idsIn } from '../../judging/rules/previousPage.ts';
import { judgeCompletedOnce } from '../../judging/rules/sanity.ts';
import type { SubmitBody } from '../../respondent/answers/knownValid.ts';
import type { WalkCompletion } from '../../respondent/crowd.ts';
import { type Conversation, isAccepted, type ProbeExchange } from '../drive/conversation.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { known, maxPages, type ProbeContext } from './probeContext.ts';
import type { GivenByWalk } from './recordObservations.ts';

const atOnce = 16;

/** One walk that was accepted to its end. */
export interface Completion extends GivenByWalk {
  readonly conversation: Conversation;
  readonly last: ProbeExchange;
  /** Chosen answer ids by question, and texts. */
  readonly choices: ReadonlyMap<EntityId, readonly string[]>;
  /** The ids of all options, by question. */
  readonly options: ReadonlyMap<EntityId, readonly string[]>;
  readonly given: ReadonlyMap<EntityId, GivenTexts>;
  readonly texts: readonly string[];
  /** Those of them that answer text questions. */
  readonly freeTexts: readonly string[];
  readonly textQuestions: readonly EntityId[];
  readonly pages: WalkCompletion['pages'];
}

/** Walks to the end, side by side. @throws ProbeBlocked when none came there. */
export async function completeMany(context: ProbeContext): Promise<readonly Completion[]> {
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

type Submission = Omit<WalkCompletion['pages'][number], 'certain'>;

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
 *
 * @returns whether the first page is answered again
 */
async function wander(context: ProbeContext, conversation: Conversation, index: number): Promise<boolean> {
  const isBack = index % 8 === 2 && context.backSurveys.includes(conversation.surveyId);
  if (isBack) known(await conversation.back());
  else if (index % 8 === 4) known(await conversation.take());
  else if (index % 8 === 6 && conversation.page?.isFinal === false) known(await conversation.submit({}));
  return isBack;
}

/** Walks to the end; every fourth respondent submits the last page twice, half of these at the same time. */
async function complete(context: ProbeContext, index: number): Promise<Completion | null> {
  const surveyId = context.settings.admin.surveyId ?? 0;
  const { conversation } = await context.begin(surveyId);
  const choices = new Map<EntityId, readonly string[]>();
  const options = new Map<EntityId, readonly string[]>();
  const given = new Map<EntityId, GivenTexts>();
  const numbers = new Map<EntityId, string>();
  const submissions = new Map<string, Submission>();
  const asked = new Set<EntityId>();
  const askedAgain = new Set<EntityId>();
  const { clock } = context.environment.target;
  const startMs = clock.nowMs();
  for (let steps = 0; conversation.page !== null && steps < maxPages; steps++) {
    if (steps === 1 && (await wander(context, conversation, index))) asked.clear();
    const { page } = conversation;
    if (page === null) return null;
    // Whoever is back on a page changes the answer.
    const choice = { option: (index + Math.min(steps, 1)) % 5, variety: index + steps, other: index % 3 === 0 };
    const exchange = known(await submitted(conversation, choice, page.isFinal ? index : 0));
    if (!isAccepted(exchange)) return null;
    const body = conversation.given;
    submissions.set(page.identity, { questions: page.questions, body: JSON.stringify(body) });
    for (const { id, form, answers, prefix } of page.questions) {
      if (asked.has(id)) askedAgain.add(id);
      asked.add(id);
      if ('key' in form) choices.set(id, idsIn(body[form.key]));
      options.set(
        id,
        answers.map((answer) => String(answer.id)),
      );
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
      // Which answers are stored of a question that was asked on several pages, is not shown.
      for (const id of askedAgain) for (const map of [choices, options, given]) map.delete(id);
      const pages = [...submissions.values()].map((page) => ({ ...page, certain: askedAgain.size === 0 }));
      return { conversation, last: exchange, choices, options, given, ...textsOf(given), numbers, durationMs, pages };
    }
    const next = exchange.page?.identity ?? '';
    context.walkAggregates.moved(surveyId, page.identity, chosenOn(page, body), next, exchange.findings);
  }
  return null;
}

function textsOf(
  given: ReadonlyMap<EntityId, GivenTexts>,
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
