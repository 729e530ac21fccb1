import type { Status } from '../../contract/statuses.ts';
import { decide } from './decisionFaults.ts';
import type { Fault } from './fault.ts';

/** A survey in one state that gives the status of another. */
function confused(id: string, description: string, gate: Status, shown: Status): Fault {
  return decide({ id, section: 'states', description }, (clean, occurs) => ({
    gateOf: (survey) => (survey.gate === gate && occurs() ? shown : clean.gateOf(survey)),
  }));
}

/** A survey that shows its pages in spite of its state. */
function ignored(id: string, description: string, gate: Status): Fault {
  return decide({ id, section: 'states', description }, (clean, occurs) => ({
    gateOf: (survey) => (survey.gate === gate && occurs() ? undefined : clean.gateOf(survey)),
  }));
}

/** Broken rows of the table of statuses. */
export const statusFaults: readonly Fault[] = [
  confused('closed-as-paused', 'A closed survey says that it is paused.', 'survey_closed', 'survey_paused'),
  confused('paused-as-closed', 'A paused survey says that it is closed.', 'survey_paused', 'survey_closed'),
  confused('suspended-as-closed', 'A survey of a suspended owner says closed.', 'survey_suspended', 'survey_closed'),
  confused('password-as-closed', 'A password gate says closed.', 'authentication_required', 'survey_closed'),
  confused('language-as-closed', 'A language choice says closed.', 'language_selection_required', 'survey_closed'),
  confused('redirect-as-complete', 'A redirect says survey_complete.', 'redirect', 'survey_complete'),
  confused('opt-out-as-closed', 'An opt-out says closed.', 'survey_opt_out', 'survey_closed'),
  confused('error-as-closed', 'An unexpected error says closed.', 'error', 'survey_closed'),
  ignored('closed-shown', 'A closed survey shows its pages.', 'survey_closed'),
  ignored('paused-shown', 'A paused survey shows its pages.', 'survey_paused'),
  ignored('suspended-shown', 'A survey of a suspended owner shows its pages.', 'survey_suspended'),
  ignored('password-gate-open', 'A survey behind a password shows its pages.', 'authentication_required'),
  ignored('language-skipped', 'A survey in several languages shows its pages unasked.', 'language_selection_required'),
  decide(
    { id: 'quota-exceeded', section: 'states', description: 'A survey whose quota is reached takes more responses.' },
    (clean, occurs) => ({
      quotaIsReached: (survey, completions) => clean.quotaIsReached(survey, completions) && !occurs(),
    }),
  ),
];
