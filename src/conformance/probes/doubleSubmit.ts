import type { EntityId } from '../../contract/entityId.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { observeConcurrent, observeRepeated } from '../../judging/rules/badLuck.ts';
import { judgeConcurrent } from '../../judging/rules/sanity.ts';
import { judgeNoneLeftBehind } from '../../judging/rules/submitPage.ts';
import { type Conversation, isAccepted, isRefusal, type ProbeExchange, shows } from '../drive/conversation.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { known, maxPages, type Probe, type ProbeContext } from './probeContext.ts';

/** Submitting twice, in turn and at once. */
export const doubleSubmit: Probe = {
  id: 'double-submit',
  area: 'sanity',
  asks: ['Q-DOUBLE-SUBMIT', 'Q-CONCURRENT-SUBMIT'],
  async run(context) {
    await context.inEach(context.walkSurveys, async (surveyId) => {
      const path = await inTurn(context, surveyId);
      for (let round = 0; round < 3; round++) await atOnce(context, surveyId, path);
    });
  },
};

/** Between submissions in turn, so that nothing of the first is still under way. */
const restMs = 100;

/** What two equal submissions in turn came to. */
interface PathInTurn {
  /** What was submitted, whoever did. */
  readonly answers: string;
  /** The pages that they led through: what simultaneous ones may reach at most. */
  readonly reachable: readonly (ShownPage | null)[];
}

async function inTurn(context: ProbeContext, surveyId: EntityId): Promise<PathInTurn> {
  const { conversation, page } = await context.begin(surveyId);
  const first = known(await conversation.answer());
  if (isRefusal(first)) throw new ProbeBlocked(`survey ${surveyId} took none of the answers tried`);
  await context.pause(restMs);
  const second = known(await conversation.submit(conversation.given));
  const resumed = known(await conversation.take());
  const path = {
    answers: withoutToken(conversation.given, conversation.token),
    reachable: [page, first.page, resumed.page],
  };
  if (first.status === 'success') {
    observeRepeated(second.findings, second, first.page, page.identity);
    if (first.page !== null && isAccepted(second)) await leftBehind(context, conversation, [page, first.page], second);
  }
  return path;
}

/**
 * The answers of a page that are taken once more may lead to the next page again. Where the walk comes to its end without
 * that page, nobody has answered what is required there.
 */
async function leftBehind(
  context: ProbeContext,
  conversation: Conversation,
  [page, next]: readonly [ShownPage, ShownPage],
  repeated: ProbeExchange,
): Promise<void> {
  const idsOf = (shown: ShownPage | null): readonly EntityId[] => shown?.questions.map(({ id }) => id) ?? [];
  const required = idsOf(next).filter((id) => context.requiredIn(conversation.surveyId).includes(id));
  const answered = new Set(idsOf(page));
  let last = repeated;
  for (let steps = 0; conversation.page !== null && isAccepted(last) && steps < maxPages; steps++) {
    for (const id of idsOf(conversation.page)) answered.add(id);
    last = known(await conversation.answer());
  }
  if (required.length === 0 || last.status !== 'survey_complete') return;
  const missing = required.filter((id) => !answered.has(id));
  judgeNoneLeftBehind(last.findings, missing);
}

function withoutToken(body: object, token: string): string {
  return JSON.stringify(body).replaceAll(token, '');
}

async function atOnce(context: ProbeContext, surveyId: EntityId, { answers, reachable }: PathInTurn): Promise<void> {
  const { conversation, exchange: begun } = await context.begin(surveyId);
  const body = conversation.answers();
  const concurrent = context.recorder.nextGroup();
  const exchanges = await Promise.all([1, 2].map(() => conversation.submit(body, { concurrent })));
  for (const exchange of exchanges) known(exchange);
  const resumed = known(await conversation.take());
  // Other answers may lead to other pages, and the order of pages may be drawn by lot.
  const isSameWay = shows(begun, reachable[0] ?? null) && exchanges.some((each) => shows(each, reachable[1] ?? null));
  if (isSameWay && withoutToken(body, conversation.token) === answers) {
    judgeConcurrent(resumed.findingsAll, resumed, reachable);
  }
  const isSame = new Set(exchanges.map(({ page }) => page?.identity)).size === 1;
  observeConcurrent(resumed.findings, exchanges.filter(isAccepted).length, isSame);
}
