import { type AdministrationEndpoint, administrationEndpoints, error } from '../../administration/call.ts';
import { around } from '../administration/answerFaults.ts';
import type { Fault } from '../fault.ts';
import { spoil } from '../replyFaults.ts';
import { clauseOf, settled } from './settled.ts';

const refusals = {
  MISSING: { status: 400, words: 'A call without a key' },
  WRONG: { status: 400, words: 'A call with a wrong key' },
  FORBIDDEN: { status: 404, words: 'A call with a key without permission' },
} as const;
type Refusal = keyof typeof refusals;

/** An endpoint that is not there at all, and one that answers a bad key with another error: for each endpoint of 4 to 12. */
function faultsOf(endpoint: AdministrationEndpoint): Fault[] {
  const route = clauseOf(`ROUTE-${endpoint.toUpperCase()}-01`);
  const missing = around(
    { id: `route-${endpoint}-missing`, section: 'endpoints', description: `${endpoint} gives 404 whatever is asked.` },
    [endpoint],
    (call, clean) => (clean(call).kind === 'success' ? error(404) : clean(call)),
  );
  return [
    ...(route === null ? [] : [settled(missing, route)]),
    ...(['MISSING', 'WRONG', 'FORBIDDEN'] as const).flatMap((refusal) => refusalFault(endpoint, refusal)),
  ];
}

function refusalFault(endpoint: AdministrationEndpoint, refusal: Refusal): Fault[] {
  const clause = clauseOf(`AUTH-${refusal}-${endpoint.toUpperCase()}-01`);
  if (clause === null) return [];
  const { status, words } = refusals[refusal];
  const other = around(
    {
      id: `${endpoint}-${refusal.toLowerCase()}-key-other-error`,
      section: 'authentication',
      description: `${words} to ${endpoint} gives ${status}.`,
    },
    [endpoint],
    (call, clean) => {
      const answer = clean(call);
      if (answer.kind === 'success') return answer;
      const is401 = answer.httpStatus === 401 && (call.key === undefined) === (refusal === 'MISSING');
      const hit = refusal === 'FORBIDDEN' ? answer.httpStatus === 403 : is401;
      return hit ? error(status) : answer;
    },
  );
  return [settled(other, clause)];
}

/** previous-page answers bad keys with another error than the document says. */
function previousFault(refusal: Refusal): Fault[] {
  const clause = clauseOf(`AUTH-${refusal}-PREVIOUS-01`);
  if (clause === null) return [];
  const { words } = refusals[refusal];
  const wanted = refusal === 'FORBIDDEN' ? 403 : 401;
  const other = spoil(
    {
      id: `previous-page-${refusal.toLowerCase()}-key-conflict`,
      section: 'authentication',
      description: `${words} to previous-page gives 409.`,
    },
    (draft, { endpoint }) => endpoint === 'previous-page' && draft.httpStatus === wanted,
    (draft) => {
      draft.httpStatus = 409;
    },
  );
  return [settled(other, clause)];
}

export const routeFaults: readonly Fault[] = [
  ...administrationEndpoints.flatMap(faultsOf),
  ...(['MISSING', 'WRONG', 'FORBIDDEN'] as const).flatMap(previousFault),
];
