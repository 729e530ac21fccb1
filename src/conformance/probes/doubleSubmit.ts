import type { ShownPage } from '../../judging/reading/page.ts';
import { observeConcurrent, observeRepeated } from '../../judging/rules/badLuck.ts';
import { judgeConcurrent } from '../../judging/rules/sanity.ts';
import { isAccepted, isRefusal } from '../drive/conversation.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { known, type Probe, type ProbeContext } from './probeContext.ts';

/** Submitting twice, in turn and at once. */
export const doubleSubmit: Probe = {
  id: 'double-submit',
  area: 'sanity',
  lacks: () => null,
  async run(context) {
    await context.inEach(context.walkSurveys, async (surveyId) => {
      const reachable = await inTurn(context, surveyId);
      for (let round = 0; round < 3; round++) await atOnce(context, surveyId, reachable);
    });
  },
};

/** Between submissions in turn, so that nothing of the first is still under way. */
const restMs = 100;

/** @returns the pages that two equal submissions in turn lead through: what simultaneous ones may reach at most. */
async function inTurn(context: ProbeContext, surveyId: number): Promise<readonly (ShownPage | null)[]> {
  const { conversation, page } = await context.begin(surveyId);
  const first = known(await conversation.answer());
  if (isRefusal(first)) throw new ProbeBlocked(`survey ${surveyId} took none of the answers tried`);
  await context.pause(restMs);
  const second = known(await conversation.submit(conversation.given));
  const resumed = known(await conversation.take());
  if (first.status === 'success') {
    observeRepeated(second.findings, second, first.page, page.identity);
  }
  return [page, first.page, resumed.page];
}

async function atOnce(
  context: ProbeContext,
  surveyId: number,
  reachable: readonly (ShownPage | null)[],
): Promise<void> {
  const { conversation } = await context.begin(surveyId);
  const body = conversation.answers();
  const concurrent = context.recorder.nextGroup();
  const exchanges = await Promise.all([1, 2].map(() => conversation.submit(body, { concurrent })));
  for (const exchange of exchanges) known(exchange);
  const resumed = known(await conversation.take());
  judgeConcurrent(resumed.findingsAll, resumed, reachable);
  const isSame = new Set(exchanges.map(({ page }) => page?.identity)).size === 1;
  observeConcurrent(resumed.findings, exchanges.filter(isAccepted).length, isSame);
}
