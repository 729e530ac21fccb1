import type { EntityId } from '../../contract/entityId.ts';
import { judgeBackEarly, judgeBackRefused, judgeUnmoved } from '../../judging/rules/moves.ts';
import { judgeEarly, judgeSelected } from '../../judging/rules/previousPage.ts';
import { type ProbeExchange, shows } from '../drive/conversation.ts';
import { known, lacksBack, maxPages, type Probe, type ProbeContext } from './probeContext.ts';

/** previous-page where there is nothing to go back to. */
export const backTooEarly: Probe = {
  id: 'back-too-early',
  area: 'previous-page',
  lacks: lacksBack,
  async run(context) {
    await context.inEach(context.backSurveys, async (surveyId) => {
      const { conversation, page } = await context.begin(surveyId);
      tooEarly(known(await conversation.back()));
      const after = known(await conversation.take());
      judgeUnmoved(after.findings, after, page);
      await earlyAfterRejection(context, surveyId);
    });
  },
};

/** A submission that failed validation has not succeeded: there is still nothing to go back to. */
async function earlyAfterRejection(context: ProbeContext, surveyId: EntityId): Promise<void> {
  const required = context.requiredIn(surveyId);
  const { conversation, page } = await context.begin(surveyId);
  if (!page.questions.some(({ id }) => required.includes(id))) return;
  const rejected = known(await conversation.submit({}));
  if (rejected.status === 'validation_errors') tooEarly(known(await conversation.back()));
}

function tooEarly(exchange: ProbeExchange): void {
  judgeBackEarly(exchange.findings, exchange);
  judgeEarly(exchange.findings, exchange);
}

/** previous-page in a survey that disallows going back. */
export const backDisallowed: Probe = {
  id: 'back-disallowed',
  area: 'states',
  lacks: (settings) => (settings.surveys.noBack === null ? 'the profile names no surveys.noBack' : null),
  async run(context) {
    const { noBack } = context.settings.surveys;
    if (noBack === null) return;
    const { conversation, page: first } = await context.begin(noBack);
    const early = known(await conversation.back());
    const isError = early.exchange.httpStatus === 400 ? 'error-400' : early.name;
    early.findings.observe('Q-BACK-REFUSED-FIRST', shows(early, first) ? 'current-page' : isError);
    for (let steps = 0; steps < maxPages; steps++) {
      const { page: current, status, findings } = known(await conversation.answer({ option: steps }));
      if (current === null || status !== 'success') return;
      findings.observe('Q-NO-BACK-PREVIOUS-URL', current.previousPageUrl === null ? 'null' : 'path');
      const back = known(await conversation.back());
      if (!judgeBackRefused(back.findings, back, current)) return;
      if (back.page !== null) judgeSelected(back.findings, back.page, {});
      // Disallowed is disallowed the second time too.
      for (const again of ['back', 'take'] as const) {
        const stayed = known(await conversation[again]());
        if (!judgeBackRefused(stayed.findings, stayed, current)) return;
      }
    }
  },
};
