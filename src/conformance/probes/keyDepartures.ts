import {
  judgeKeyLetters,
  judgeKeyNotServed,
  type KeyedEndpoint,
  type KeyFlaw,
  keyClauseOf,
} from '../../judging/rules/authentication.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { oddKeys, otherLetters } from '../drive/probeEnvironment.ts';
import type { Departure } from '../drive/probeSession.ts';
import type { ProbeContext } from './probeContext.ts';

/** The ways in which a key may be no good, in the order in which they are tried. */
export const keyFlaws = ['missing', 'wrong', 'forbidden'] as const satisfies readonly KeyFlaw[];

/** Whether a flaw cannot be tried, as the profile names no key without permission; that is noted. */
export function lacksKey({ environment }: ProbeContext, endpoint: KeyedEndpoint, flaw: KeyFlaw): boolean {
  const { keys, evidence } = environment;
  const clause = keyClauseOf(flaw, endpoint);
  if (clause === null || flaw !== 'forbidden' || keys.forbidden !== null) return false;
  evidence.notExercised(clause, 'the profile names no target.forbiddenApiKey');
  return true;
}

/** How requests carry a key with a flaw. @param nearly keys that are nearly the good one. */
export function departuresOf(flaw: KeyFlaw, nearly: readonly string[]): readonly Departure[] {
  if (flaw === 'missing') return [{ key: 'none' }];
  if (flaw === 'forbidden') return [{ key: 'forbidden' }];
  return [{ key: 'wrong' }, ...nearly.map((text) => ({ key: { text } }))];
}

/** Keys that a service may take for what they are not. */
export async function tryOddKeys(
  context: ProbeContext,
  endpoint: KeyedEndpoint,
  send: (departure: Departure) => Promise<ProbeExchange>,
): Promise<void> {
  for (const text of oddKeys) {
    const exchange = await send({ key: { text }, isHostile: true });
    judgeKeyNotServed(exchange.findings, exchange, endpoint);
  }
  const flipped = await send({ key: { text: otherLetters(context.environment.keys.valid) } });
  judgeKeyLetters(flipped.findings, flipped);
}
