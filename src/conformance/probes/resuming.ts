import type { EntityId } from '../../contract/entityId.ts';
import { judgeProgress, judgeResume, judgeUnmoved } from '../../judging/rules/moves.ts';
import { judgeSessionReached } from '../../judging/rules/take.ts';
import { known, maxPages, type Probe, type ProbeContext } from './probeContext.ts';

/** States and transitions: take with a session, after every step of a walk. */
export const resuming: Probe = {
  id: 'resuming',
  area: 'states',
  lacks: () => null,
  async run(context) {
    await context.inEach(context.walkSurveys, (surveyId) => resumeEverywhere(context, surveyId));
  },
};

async function resumeEverywhere(context: ProbeContext, surveyId: EntityId): Promise<void> {
  const { conversation } = await context.begin(surveyId);
  let progressLeft: number | null = null;
  for (let steps = 0; conversation.page !== null && steps < maxPages; steps++) {
    const shownLast = conversation.page;
    for (const judge of [judgeResume, judgeUnmoved]) {
      const exchange = known(await conversation.take());
      judgeSessionReached(exchange.findings, exchange, shownLast);
      if (!judge(exchange.findings, exchange, shownLast)) return;
      const progress = exchange.page?.progress ?? Number.NaN;
      if (progressLeft !== null) judgeProgress(exchange.findings, progressLeft, shownLast.progress, progress);
    }
    progressLeft = conversation.page.progress;
    const exchange = known(await conversation.answer({ option: steps }));
    if (exchange.status !== 'success') return;
  }
}
