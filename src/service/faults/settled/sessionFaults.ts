import type { Session, Walk } from '../../respondent/sessions.ts';
import { decide } from '../decisionFaults.ts';
import type { Fault } from '../fault.ts';
import { spoil } from '../replyFaults.ts';
import { settled } from './settled.ts';

/** How long a submission counts as under way. */
const servedForMs = 30;

/** Faults for clauses that the others do not single out: sessions and concurrency. */
export const settledSessionFaults: readonly Fault[] = [
  settled(
    decide(
      {
        id: 'unknown-session-resets-all',
        section: 'submit-page',
        description: 'A request with an unknown session throws everybody back to the first page.',
      },
      (clean) => {
        const seen = new Set<Session>();
        return {
          sessionOf: (carried) => {
            if (carried !== undefined) seen.add(carried);
            else for (const session of seen) for (const walk of session.walks) walk.path.length = 1;
            return clean.sessionOf(carried);
          },
        };
      },
    ),
    'SUBMIT-EXPIRED-04',
  ),
  settled(
    spoil(
      {
        id: 'made-up-session-adopted',
        section: 'sanity',
        description: 'Take goes on with whatever session id it is given.',
      },
      (draft, { endpoint, carriesSession }) => endpoint === 'take' && carriesSession && 'set-cookie' in draft.headers,
      (draft) => {
        draft.headers['set-cookie'] = undefined;
      },
    ),
    'SANITY-FIXATION-01',
  ),
  settled(
    decide(
      {
        id: 'simultaneous-submissions-unchecked',
        section: 'sanity',
        description: 'A submission that comes while another of the session is served is not validated.',
      },
      (clean) => {
        const busy = new WeakSet<Walk>();
        return {
          judge: (page, body, walk, survey) => {
            if (busy.has(walk)) return { kind: 'accepted', answers: new Map() };
            busy.add(walk);
            setTimeout(() => busy.delete(walk), servedForMs);
            return clean.judge(page, body, walk, survey);
          },
        };
      },
    ),
    'SANITY-CONCURRENT-01',
  ),
];
