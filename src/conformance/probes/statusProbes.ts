import { judgeKeptOut, judgeRole, mayShowPages, type RoleName, roles } from '../../judging/rules/surveyStatuses.ts';
import { type Conversation, isRefusal, type ProbeExchange } from '../drive/conversation.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { known, type Probe } from './probeContext.ts';

/** States and transitions: each status that the profile has a survey for, from every endpoint of the flow. */
function statusProbe(role: RoleName): Probe {
  return {
    id: `status-${roles[role].status}`,
    area: 'states',
    asks: ['Q-NO-PAGE-SESSION'],
    lacks: (settings) => (settings.surveys[role] === null ? `the profile names no surveys.${role}` : null),
    async run(context) {
      const surveyId = context.settings.surveys[role];
      if (surveyId === null) return;
      const conversation = context.converse(surveyId);
      let isShut = false;
      for (let call = 0; call < 2; call++) {
        const exchange = known(await conversation.take());
        if (call === 0 && exchange.page === null && exchange.reading.kind === 'flow') {
          exchange.findings.observe('Q-NO-PAGE-SESSION', conversation.sessionId === null ? 'none' : 'started');
        }
        if (mayShowPages(role) && exchange.page !== null) {
          const reached = await walkTo(conversation, role);
          judgeRole(reached.findings, reached, role);
          return;
        }
        judgeRole(exchange.findings, exchange, role);
        isShut = exchange.status === roles[role].status;
      }
      for (const call of ['submit', 'back'] as const) {
        const exchange = known(call === 'submit' ? await conversation.submit({}) : await conversation.back());
        if (isShut) judgeKeptOut(exchange.findings, exchange, role);
        // What was accepted leads on, and back again.
        if (exchange.page !== null) return;
      }
    },
  };
}

const mostPages = 60;

/**
 * Walks on from a page, to where a survey comes to the status of its role.
 *
 * @throws ProbeBlocked where this walk did not: another one might
 */
async function walkTo(conversation: Conversation, role: RoleName): Promise<ProbeExchange> {
  const { status } = roles[role];
  for (let pages = 0; pages < mostPages; pages++) {
    const exchange = known(await conversation.answer());
    if (exchange.status === status) return exchange;
    if (exchange.page === null || isRefusal(exchange)) break;
  }
  throw new ProbeBlocked(
    `survey ${conversation.surveyId} shows pages, and a walk through them did not come to ${status}`,
  );
}

export const statusProbes: readonly Probe[] = (Object.keys(roles) as RoleName[]).map(statusProbe);
