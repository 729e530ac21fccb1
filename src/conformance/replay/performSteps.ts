import { ScriptedSession } from '../../client/scriptedSession.ts';
import { type EndpointId, isEndpointId } from '../../contract/endpoints.ts';
import { type EntityId, entityIdOf } from '../../contract/entityId.ts';
import { ToolError } from '../../errors.ts';
import { tokensIn } from '../../judging/tokens.ts';
import type { Exchange } from '../../result/exchange.ts';
import { forbiddenKeyName, keyOfName } from '../../result/keyNames.ts';
import type { WitnessStep } from '../../result/verdict.ts';
import type { ProbeEnvironment } from '../drive/probeEnvironment.ts';
import { concurrentAt } from '../sequences/concurrentSteps.ts';

/** A step as it went this time. */
export interface Performed {
  readonly exchange: Exchange;
  /** The answer as witnesses keep it: without secrets, those of the session included, and cut. */
  readonly answer: WitnessStep['response'];
  /** Session ids and tokens of the session that sent it. */
  readonly sessionIds: readonly string[];
  readonly surveyId: EntityId;
  /** The mark in the texts that the session has sent; `''` before the first. */
  readonly token: string;
}

const surveyPath = /\/surveys\/(\d+)\//;

/**
 * Sends the steps of a witness again, as they stand, in sessions of its own; those of one concurrent group at the same
 * time.
 *
 * @param idleMs how long a session is left alone where the witness says so.
 * @returns in the order of the steps.
 * @throws ToolError WITNESS_UNREADABLE for a step that cannot be sent.
 */
export async function performSteps(
  steps: readonly WitnessStep[],
  environment: ProbeEnvironment,
  idleMs: number,
): Promise<readonly Performed[]> {
  const cast = new Cast(environment, idleMs);
  const performed: Performed[] = [];
  for (let at = 0; at < steps.length; ) {
    const group = concurrentAt(steps, at);
    performed.push(...(await Promise.all(group.map((step) => cast.perform(step)))));
    at += group.length;
  }
  return performed;
}

/** The sessions of a witness, each made when its first step comes. */
class Cast {
  readonly #environment: ProbeEnvironment;
  readonly #idleMs: number;
  readonly #sessions = new Map<number, ScriptedSession>();
  readonly #tokens = new Map<number, string>();

  constructor(environment: ProbeEnvironment, idleMs: number) {
    this.#environment = environment;
    this.#idleMs = idleMs;
  }

  async perform(step: WitnessStep): Promise<Performed> {
    const { endpoint, method, path, body, sessionTransport, concurrent } = step;
    const session = this.#session(step);
    const { 'api-key': key, ...headers } = step.headers;
    if (sessionTransport === 'idle') await this.#wait();
    const other = sessionTransport === 'swap' ? this.#stateOfAnother(step.session) : undefined;
    const exchange = await session.request(endpointOf(endpoint), {}, body, {
      method: methodOf(method),
      path,
      headers,
      sessionTransport,
      concurrent,
      ...(key === undefined ? {} : { apiKey: this.#keyFor(key) }),
      ...(other === undefined ? {} : { sessionTransportState: other }),
    });
    const { cookie, token } = session.session;
    const kept = session.stepAt(session.exchanges.indexOf(exchange));
    const { httpStatus, failure } = exchange;
    const answer = kept?.response ?? { httpStatus, failure, body: '' };
    const sessionIds = [cookie, token].filter((id) => id !== null);
    const mark = tokensIn(body ?? '')[0] ?? this.#tokens.get(step.session) ?? '';
    this.#tokens.set(step.session, mark);
    return { exchange, answer, sessionIds, surveyId: surveyIn(path), token: mark };
  }

  #session({ session: number, path }: WitnessStep): ScriptedSession {
    const known = this.#sessions.get(number);
    if (known !== undefined) return known;
    const { target, keys } = this.#environment;
    const fresh = new ScriptedSession(target, surveyIn(path), keys.valid, number);
    this.#sessions.set(number, fresh);
    return fresh;
  }

  #keyFor(shown: string): string | null {
    if (shown === '') return null;
    const key = keyOfName(shown, this.#environment.keys);
    if (key === null) {
      throw new ToolError('WITNESS_UNREADABLE', `the witness uses a key that the profile lacks: ${keysLacking(shown)}`);
    }
    return key;
  }

  #stateOfAnother(number: number): ReturnType<ScriptedSession['session']['state']> | undefined {
    const others = [...this.#sessions].filter(([other, { session }]) => other !== number && session.isCarried);
    return others.at(-1)?.[1].session.state();
  }

  #wait(): Promise<void> {
    const { clock } = this.#environment.target;
    const { promise, resolve } = Promise.withResolvers<void>();
    clock.at(clock.nowMs() + this.#idleMs, { onTimer: resolve });
    return promise;
  }
}

function keysLacking(name: string): string {
  return name === forbiddenKeyName ? 'set target.forbiddenApiKey' : 'set a second one of target.apiKeys';
}

function surveyIn(path: string): EntityId {
  return entityIdOf(surveyPath.exec(path)?.[1] ?? '0');
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
