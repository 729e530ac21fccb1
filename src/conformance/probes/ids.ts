import { pathOf } from '../../contract/endpoints.ts';
import type { Turn } from '../drive/conversation.ts';
import { judgeSurvival } from './oddBodies.ts';
import { known, type Probe } from './scene.ts';

/** Survey ids that no survey has, that are no integers, that are enormous. */
export const strangeIds: Probe = {
  id: 'strange-ids',
  area: 'endpoints',
  clauses: ['SANITY-SURVIVES-01', 'ENVELOPE-ERROR-01', 'ERROR-SHAPE-01'],
  lacks: () => null,
  async run(scene) {
    const surveyId = scene.walkSurveys[0] ?? 0;
    const { missing } = scene.settings.surveys;
    const conversation = scene.converse(surveyId);
    if (missing !== null) {
      const path = pathOf('take', { survey_id: missing });
      const turn = known(await conversation.take({ path }));
      turn.judge.observe('Q-UNKNOWN-SURVEY', errorName(turn));
    }
    const malformed = known(await conversation.take({ path: '/a/api/v2/surveys/abc/take' }));
    malformed.judge.observe('Q-MALFORMED-SURVEY', errorName(malformed));
    for (const id of ['-1', '0', '99999999999999999999', '1e3', '1001x', '%00', '%2e%2e', '1001%20', 'a'.repeat(300)]) {
      for (const step of ['take', 'submit-page', 'previous-page'] as const) {
        const path = `/a/api/v2/surveys/${id}/${step}`;
        if (step === 'submit-page') known(await conversation.submit({}, { path }));
        else known(step === 'take' ? await conversation.take({ path }) : await conversation.back({ path }));
      }
    }
    await judgeSurvival(scene, surveyId);
  },
};

/** The HTTP status of an error, or the status of the flow. */
export function errorName(turn: Turn): string {
  const { kind } = turn.reading;
  return kind === 'standard-error' || kind === 'session-error' ? String(turn.exchange.httpStatus) : turn.name;
}
