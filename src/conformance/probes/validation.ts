import type { EntityId } from '../../contract/entityId.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { judgeKeysRefused } from '../../judging/rules/keys.ts';
import { judgeSubmission } from '../../judging/rules/moves.ts';
import { judgeLeftOut, judgePutRight } from '../../judging/rules/submitPage.ts';
import { judgeSessionReached } from '../../judging/rules/take.ts';
import { type SubmitBody, withoutAnswersTo } from '../../respondent/answers/knownValid.ts';
import { type Conversation, isAccepted, type ProbeExchange } from '../drive/conversation.ts';
import { known, maxPages, type Probe, type ProbeContext } from './probeContext.ts';
import { steadily } from './retryOnOutage.ts';

/** 2. POST submit-page: required answers that are left out, one by one and all at once. */
export const missingAnswers: Probe = {
  id: 'missing-answers',
  area: 'submit-page',
  asks: ['Q-VALIDATION-HTTP', 'Q-INVALID-KEEPS-ANSWERS'],
  lacks: (settings) =>
    settings.surveys.walk.some(({ id }) => (settings.surveys.required[String(id)] ?? []).length > 0)
      ? null
      : 'the profile names no surveys.required for a walk survey',
  async run(context) {
    await context.inEach(context.walkSurveys, async (surveyId) => {
      if (context.requiredIn(surveyId).length > 0) await leaveOut(context, surveyId);
    });
  },
};

async function leaveOut(context: ProbeContext, surveyId: EntityId): Promise<void> {
  const { conversation } = await context.begin(surveyId);
  const required = context.requiredIn(surveyId);
  // A page that leads back comes again and again, and the way to it is longer each time.
  const read = new Set<EntityId>();
  for (let steps = 0; conversation.page !== null && steps < maxPages; steps++) {
    const { page, shown } = conversation;
    const missing = page.questions.filter(({ id }) => required.includes(id));
    const whole = conversation.answers({ option: steps });
    // Without its answers each by itself, then all of them, then everything.
    const singly = missing.map((question) => [question]);
    const leftOuts = missing.length > 1 ? [...singly, missing] : singly;
    const bodies = leftOuts.map((questions) => ({ body: withoutAnswersTo(whole, questions), questions }));
    // Who answers a text with nothing sends it empty, and who chooses nothing of several an empty list.
    for (const question of missing) {
      const { form } = question;
      const empty =
        form.kind === 'multiple' ? [[form.key, []]] : form.kind === 'text' ? form.keys.map((key) => [key, '']) : [];
      if (empty.length > 0) bodies.push({ body: { ...whole, ...Object.fromEntries(empty) }, questions: [question] });
    }
    if (missing.length > 0) bodies.push({ body: {}, questions: missing });
    const judgements: (() => void)[] = [];
    for (const { body, questions } of bodies) {
      const partial = { page, body, missing: questions.map(({ id }) => id) };
      const exchange = await leaveOutOf(context, conversation, partial);
      context.environment.answers.leftOut(questions, body, exchange.page?.rejections ?? [], exchange.findings);
      judgements.push(() => judgeRest(context, exchange, partial));
      if (exchange.status === 'validation_errors') continue;
      judgements.at(-1)?.();
      return;
    }
    if (missing.length > 0) {
      const resumed = known(await conversation.take());
      if (!judgeSessionReached(resumed.findings, resumed, page)) return;
    }
    const right = await putRight(conversation, page, whole, missing.length > 0);
    for (const { id } of missing.filter(({ id, form }) => form.kind === 'text' && !read.has(id))) {
      read.add(id);
      await readScripts(context, surveyId, steps, id);
    }
    // Once the whole was taken, what stood beside the answers left out is known to be valid.
    for (const judge of judgements) judge();
    if (!isAccepted(right)) return;
    const isComplete = right.status === 'survey_complete';
    context.walkAggregates.accepted(surveyId, page, conversation.given, isComplete, right.findings, shown);
  }
}

/** Texts without a letter of ASCII. */
const otherScripts = ['Очень понравилось', '素晴らしい経験でした', 'تجربة ممتازة حقا'];

/** Whether a required text is read in any script: what is refused in the words for none, while English is taken, is not. */
async function readScripts(context: ProbeContext, surveyId: EntityId, steps: number, id: EntityId): Promise<void> {
  let judge = (): void => {};
  for (const text of [...otherScripts, 'It was a good day']) {
    const { conversation } = await context.advanced(surveyId, steps);
    const question = conversation.page?.questions.find((each) => each.id === id);
    if (question?.form.kind !== 'text') return;
    const whole = conversation.answers();
    const none = known(await conversation.submit(withoutAnswersTo(whole, [question])));
    const given = Object.fromEntries(question.form.keys.map((key) => [key, text]));
    const exchange = known(await conversation.submit({ ...whole, ...given }));
    if (!otherScripts.includes(text) && isAccepted(exchange)) judge();
    const [said, wanted] = [exchange, none].map(({ page }) => JSON.stringify(page?.rejections));
    if (exchange.status !== 'validation_errors' || said !== wanted) return;
    judge = () => judgeKeysRefused(exchange.findings, question, given, 'unread');
  }
}

/** Answers to a page without those to some required questions. */
interface PartialAnswers {
  readonly page: ShownPage;
  readonly body: SubmitBody;
  readonly missing: readonly EntityId[];
}

async function leaveOutOf(context: ProbeContext, conversation: Conversation, { page, body, missing }: PartialAnswers) {
  const exchange = await steadily(context, () => conversation.submit(body));
  const submitted = { answer: exchange, page, missingRequired: missing, isKnownValid: false, isNext: true };
  judgeSubmission(exchange.findings, submitted);
  observeKept(exchange, body, conversation.token);
  return exchange;
}

function judgeRest(
  { environment }: ProbeContext,
  exchange: ProbeExchange,
  { page, body, missing }: PartialAnswers,
): void {
  const { known: valid } = environment.answers;
  const isRestKnownValid = page.questions.every(
    (question) => missing.includes(question.id) || valid.isKnown(question, body),
  );
  judgeLeftOut(exchange.findings, { answer: exchange, page, missing, isRestKnownValid });
}

async function putRight(
  conversation: Conversation,
  page: ShownPage,
  whole: SubmitBody,
  wasRejected: boolean,
): Promise<ProbeExchange> {
  const { known: valid } = conversation.recorder.environment.answers;
  const isKnownValid = valid.isKnownValid(page, JSON.stringify(whole));
  const exchange = known(await conversation.give(whole));
  if (wasRejected) judgePutRight(exchange.findings, exchange, page, isKnownValid);
  return isAccepted(exchange) || conversation.page === null ? exchange : known(await conversation.answer());
}

/** Whether texts that were sent along are still there on the page that is shown again. */
function observeKept({ status, page, findings }: ProbeExchange, sent: SubmitBody, token: string): void {
  if (status !== 'validation_errors' || page === null) return;
  const hadText = Object.values(sent).some((value) => typeof value === 'string' && value.includes(token));
  if (!hadText) return;
  const kept = page.questions.some(({ html, json }) => html.includes(token) || json.includes(token));
  findings.observe('Q-INVALID-KEEPS-ANSWERS', kept ? 'kept' : 'dropped');
}
