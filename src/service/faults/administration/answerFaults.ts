import type { AdministrationAnswer, AdministrationCall, AdministrationEndpoint } from '../../administration/call.ts';
import { type Fault, type FaultText, fault } from '../fault.ts';
import { each, isMembers, type Members } from '../replyDraft.ts';

/** Constructors of faults in the answers of endpoints 4 to 12. */

type Success = Extract<AdministrationAnswer, { kind: 'success' }>;

/** Comes around every call of some endpoints; `clean` answers it as documented. */
export function around(
  text: FaultText,
  endpoints: readonly AdministrationEndpoint[],
  answer: (
    call: AdministrationCall,
    clean: (call: AdministrationCall) => AdministrationAnswer,
    occurs: () => boolean,
  ) => AdministrationAnswer,
): Fault {
  return fault(text, {
    kind: 'administration',
    around: (clean, occurs) => (call) =>
      endpoints.includes(call.endpoint) ? answer(call, clean, occurs) : clean(call),
  });
}

/** Changes a copy of the body of a success. `change` says false when the answer was no opportunity. */
export function spoilAnswer(
  text: FaultText,
  endpoints: readonly AdministrationEndpoint[],
  change: (body: Members, call: AdministrationCall) => boolean | undefined,
): Fault {
  return around(text, endpoints, (call, clean, occurs) => {
    const answer = clean(call);
    if (answer.kind !== 'success') return answer;
    const spoiled = copyOf(answer);
    if (change(spoiled.body, call) === false || !occurs()) return answer;
    return spoiled;
  });
}

/** Changes every resource of an answer: the one of a fetch or a creation, or each of a list. */
export function spoilResources(
  text: FaultText,
  endpoints: readonly AdministrationEndpoint[],
  change: (resource: Members, call: AdministrationCall) => void,
): Fault {
  return spoilAnswer(text, endpoints, (body, call) => {
    const resources = resourcesOf(body);
    for (const resource of resources) change(resource, call);
    return resources.length > 0;
  });
}

/** Leaves a member of every resource out. */
export function without(text: FaultText, endpoints: readonly AdministrationEndpoint[], member: string): Fault {
  return spoilResources(text, endpoints, (resource) => delete resource[member]);
}

/** Gives a member of every resource another value. */
export function replaced(
  text: FaultText,
  endpoints: readonly AdministrationEndpoint[],
  member: string,
  value: (before: unknown) => unknown,
): Fault {
  return spoilResources(text, endpoints, (resource) => {
    resource[member] = value(resource[member]);
  });
}

/** What a call would be with other query parameters; null takes one out. */
export function withQuery(
  call: AdministrationCall,
  changes: Readonly<Record<string, string | null>>,
): AdministrationCall {
  const query = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return { ...call, query };
}

export function resourcesOf(body: Members): Members[] {
  return isMembers(body.response) ? [body.response] : each(body, 'response');
}

function copyOf(answer: Success): Success & { readonly body: Members } {
  return structuredClone(answer);
}
