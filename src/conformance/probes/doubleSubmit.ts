import type { ShownPage } from '../../judging/reading/page.ts';
import { observeConcurrent, observeRepeated } from '../../judging/rules/badLuck.ts';
import { judgeConcurrent } from '../../judging/rules/sanity.ts';
import { isAccepted, isRefusal, shows } from '../drive/conversation.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { known, type Probe, type ProbeContext } from './probeContext.ts';

/** Submitting twice, in turn and at once. */
export const doubleSubmit: Probe = {
  id: 'double-submit',
  area: 'sanity',
  lacks: () => null,
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

async function inTurn(context: ProbeContext, surveyId: number): Promise<PathInTurn> {
  const { conversation, page } = await context.begin(surveyId);
  const first = known(await conversation.answer());
  if (isRefusal(first)) throw new ProbeBlocked(`survey ${surveyId} took none of the answers tried`);
  await context.pause(restMs);
  const second = known(await conversation.submit(conversation.given));
  const resumed = known(await conversation.take());
  if (first.status === 'success') {
    observeRepeated(second.findings, second, first.page, page.identity);
  }
  return { answers: withoutToken(conversation.given, conversation.token), reachable: [page, first.page, resumed.page] };
}

function withoutToken(body: object, token: string): string {
  return JSON.stringify(body).replaceAll(token, '');
}

async function atOnce(context: ProbeContext, surveyId: number, { answers, reachable }: PathInTurn): Promise<void> {
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
