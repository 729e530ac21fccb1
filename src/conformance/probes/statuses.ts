import { judgeRole, type RoleName, roles } from '../../judging/rules/statuses.ts';
import { known, type Probe } from './probeContext.ts';

/** States and transitions: each status that the profile has a survey for, from every endpoint of the flow. */
function statusProbe(role: RoleName): Probe {
  return {
    id: `status-${roles[role].status}`,
    area: 'states',
    lacks: (settings) => (settings.surveys[role] === null ? `the profile names no surveys.${role}` : null),
    async run(context) {
      const surveyId = context.settings.surveys[role];
      if (surveyId === null) return;
      const conversation = context.converse(surveyId);
      for (let call = 0; call < 2; call++) {
        const exchange = known(await conversation.take());
        if (call === 0 && exchange.page === null && exchange.reading.kind === 'flow') {
          exchange.findings.observe('Q-NO-PAGE-SESSION', conversation.sessionId === null ? 'none' : 'started');
        }
        judgeRole(exchange.findings, exchange, role);
      }
      known(await conversation.submit({}));
      known(await conversation.back());
    },
  };
}

export const statusProbes: readonly Probe[] = (Object.keys(roles) as RoleName[]).map(statusProbe);
