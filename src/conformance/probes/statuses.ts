import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import type { Status } from '../../contract/statuses.ts';
import { known, type Probe, type ProbeSettings } from './scene.ts';

type Role = Exclude<keyof ProbeSettings['surveys'], 'walk' | 'required' | 'noBack' | 'missing'>;

/** States and transitions: each status that the profile has a survey for, from every endpoint of the flow. */
function statusProbe(role: Role, status: Status, clause: ClauseId): Probe {
  return {
    id: `status-${status}`,
    area: 'states',
    clauses: status === 'redirect' ? [clause, 'PAGE-REDIRECT-01'] : [clause],
    lacks: (settings) => (settings.surveys[role] === null ? `the profile names no surveys.${role}` : null),
    async run(scene) {
      const surveyId = scene.settings.surveys[role];
      if (surveyId === null) return;
      const conversation = scene.converse(surveyId);
      for (let call = 0; call < 2; call++) {
        const turn = known(await conversation.take());
        const named = status === 'error' && turn.reading.kind === 'standard-error' && turn.exchange.httpStatus === 500;
        if (call === 0 && turn.page === null && turn.reading.kind === 'flow') {
          turn.judge.observe('Q-NO-PAGE-SESSION', conversation.sessionId === null ? 'none' : 'started');
        }
        turn.judge.expect(clause, turn.status === status || named, `status ${status}`, () => turn.name);
      }
      known(await conversation.submit({}));
      known(await conversation.back());
    },
  };
}

export const statusProbes: readonly Probe[] = [
  statusProbe('closed', 'survey_closed', 'STATUS-CLOSED-01'),
  statusProbe('quotaFull', 'quota_full', 'STATUS-QUOTA-01'),
  statusProbe('paused', 'survey_paused', 'STATUS-PAUSED-01'),
  statusProbe('suspended', 'survey_suspended', 'STATUS-SUSPENDED-01'),
  statusProbe('passwordGate', 'authentication_required', 'STATUS-AUTHENTICATION-01'),
  statusProbe('multiLanguage', 'language_selection_required', 'STATUS-LANGUAGE-01'),
  statusProbe('redirect', 'redirect', 'STATUS-REDIRECT-01'),
  statusProbe('optOut', 'survey_opt_out', 'STATUS-OPT-OUT-01'),
  statusProbe('error', 'error', 'STATUS-ERROR-01'),
];
