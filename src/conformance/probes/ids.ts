import { pathOf } from '../../contract/endpoints.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { seeSurvival } from './oddBodies.ts';
import { known, type Probe } from './probeContext.ts';

const strange = ['-1', '0', '99999999999999999999', '1e3', '1001x', '%00', '%2e%2e', '1001%20', 'a'.repeat(300)];

/** Survey ids that no survey has, that are no integers, that are enormous. */
export const strangeIds: Probe = {
  id: 'strange-ids',
  area: 'endpoints',
  asks: ['Q-UNKNOWN-SURVEY', 'Q-MALFORMED-SURVEY', 'Q-ERROR-REQUEST-ID'],
  async run(context) {
    const surveyId = context.walkSurveys[0] ?? 0;
    const { missing } = context.settings.surveys;
    const isServed = known(await context.converse(surveyId).take()).page !== null;
    const conversation = context.converse(surveyId);
    if (missing !== null) {
      const path = pathOf('take', { survey_id: missing });
      const exchange = known(await conversation.take({ path }));
      exchange.findings.observe('Q-UNKNOWN-SURVEY', errorName(exchange));
    }
    const malformed = known(await conversation.take({ path: '/a/api/v2/surveys/abc/take', isHostile: true }));
    malformed.findings.observe('Q-MALFORMED-SURVEY', errorName(malformed));
    for (const id of strange) {
      for (const step of ['take', 'submit-page', 'previous-page'] as const) {
        const departure = { path: `/a/api/v2/surveys/${id}/${step}`, isHostile: true } as const;
        if (step === 'submit-page') known(await conversation.submit({}, departure));
        else known(step === 'take' ? await conversation.take(departure) : await conversation.back(departure));
      }
    }
    // Whoever showed no page before has not lost it by these.
    if (isServed) await seeSurvival(context, surveyId);
  },
};

/** The HTTP status of an error, or the status of the flow. */
function errorName(exchange: ProbeExchange): string {
  const { kind } = exchange.reading;
  return kind === 'standard-error' || kind === 'session-error' ? String(exchange.exchange.httpStatus) : exchange.name;
}
