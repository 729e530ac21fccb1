import { pauseBy } from '../../client/clock.ts';
import { type EndpointId, endpoints, isEndpointId } from '../../contract/endpoints.ts';
import { entityIdOf } from '../../contract/entityId.ts';
import { ToolError } from '../../errors.ts';
import { surveyIn } from '../../judging/evidence/requestFeatures.ts';
import { entryOf } from '../../judging/memoised.ts';
import { tokensIn } from '../../judging/tokens.ts';
import { expiresKey, forbiddenKeyName, keyOfName, type NamedKeys } from '../../result/keyNames.ts';
import type { Witness, WitnessStep } from '../../result/verdict.ts';
import { Conversation, type ProbeExchange } from '../drive/conversation.ts';
import { takeNewKey } from '../drive/probeEnvironment.ts';
import type { ProbeRecorder } from '../drive/probeRecorder.ts';
import type { Departure } from '../drive/probeSession.ts';
import { concurrentAt } from '../sequences/sequence.ts';

/**
 * Sends the steps of a witness again, as they stand, in sessions of its own; those of one concurrent group at the same
 * time.
 *
 * @param waits for how long a session is left alone where the witness says so, and a replaced key: a cache of keys may lag.
 * @returns in the order of the steps.
 * @throws ToolError WITNESS_UNREADABLE for a step that cannot be sent, for want of a key say.
 */
export async function performSteps(
  steps: readonly WitnessStep[],
  recorder: ProbeRecorder,
  waits: { readonly idleMs: number; readonly settleMs: number },
): Promise<readonly ProbeExchange[]> {
  const { keys, target } = recorder.environment;
  const [lack] = lackedKeys(steps, keys);
  if (lack !== undefined) throw new ToolError('WITNESS_UNREADABLE', `the witness ${lack}`);
  const waited = (forMs: number): Promise<void> => pauseBy(target.clock, forMs);
  const conversations = new Map<number, Conversation>();
  const perform = async (step: WitnessStep): Promise<ProbeExchange> => {
    const { session, endpoint, path, body, sessionTransport } = step;
    const conversation = entryOf(
      conversations,
      session,
      () => new Conversation(recorder, entityIdOf(surveyIn(path) ?? '0')),
    );
    // Recorded texts are its own.
    conversation.token = tokensIn(body ?? '')[0] ?? conversation.token;
    if (sessionTransport === 'idle') await waited(waits.idleMs);
    const other = [...conversations.values()].findLast((each) => each !== conversation && each.session.isCarried);
    const swap = sessionTransport === 'swap' && other !== undefined ? { swap: other } : {};
    const exchange = await conversation.request(endpointOf(endpoint), {}, body, {
      ...departureOf(step, recorder),
      ...swap,
    });
    if (expiresKey(step)) takeNewKey(exchange, keys);
    return exchange;
  };
  const performed: ProbeExchange[] = [];
  for (let at = 0; at < steps.length; ) {
    const group = concurrentAt(steps, at);
    performed.push(...(await Promise.all(group.map(perform))));
    at += group.length;
    if (group.some(expiresKey) && at < steps.length) await waited(waits.settleMs);
  }
  return performed;
}

/** Whether the steps of a witness create or change what others may see, beyond a walk of its own. */
export function changesData({ steps }: Witness): boolean {
  return steps.some(({ endpoint }) => {
    if (!isEndpointId(endpoint)) return true;
    const { area, mutates } = endpoints[endpoint];
    return mutates && area === 'administration';
  });
}

/** That steps use keys which a run does not have, each with what is to be set. */
export function lackedKeys(steps: readonly WitnessStep[], keys: NamedKeys): string[] {
  const named = new Set(steps.flatMap(({ headers }) => headers['api-key'] ?? []));
  return [...named]
    .filter((name) => keyOfName(name, keys) === null)
    .map((name) =>
      name === forbiddenKeyName
        ? 'target.forbiddenApiKey (CANVASS_FORBIDDEN_KEY)'
        : 'a second one of target.apiKeys (CANVASS_SECOND_KEY)',
    )
    .map((key) => `uses a key that the profile lacks: set ${key}`);
}

function departureOf(
  { method, path, headers, sessionTransport, concurrent }: WitnessStep,
  { environment }: ProbeRecorder,
): Departure {
  const { 'api-key': shown, ...others } = headers;
  const departure = { method: methodOf(method), path, headers: others, sessionTransport, concurrent };
  if (shown === undefined) return departure;
  if (shown === '') return { ...departure, key: 'none' };
  return { ...departure, key: { text: keyOfName(shown, environment.keys) ?? shown } };
}

function endpointOf(text: string): EndpointId {
  if (isEndpointId(text)) return text;
  throw new ToolError('WITNESS_UNREADABLE', `the witness names an endpoint "${text}" that the document does not have`);
}

function methodOf(text: string): 'GET' | 'POST' | 'PUT' {
  if (text === 'GET' || text === 'POST' || text === 'PUT') return text;
  throw new ToolError(
    'WITNESS_UNREADABLE',
    `the witness has a step with the method ${text}: only GET, POST and PUT are sent`,
  );
}
