import type { EntityId } from '../../contract/entityId.ts';
import { type Answer, isServed } from '../../judging/reading/answer.ts';
import type { Conversation, ProbeExchange } from '../drive/conversation.ts';
import { unlessBlocked } from '../drive/probeStopped.ts';
import { Administrator } from './administrator.ts';
import { administrationKeyed, learnCall, mayCall, send } from './keyedCalls.ts';
import { known, type ProbeContext } from './probeContext.ts';

/** A call with the key of a conversation. */
export type KeyCall = (conversation: Conversation) => Promise<ProbeExchange>;

/** A call that a key was let in with. */
export interface KeyStep {
  readonly key: string;
  readonly send: KeyCall;
  readonly before: ProbeExchange;
}

/** The survey that a key's conversation is about. */
export function surveyOf({ settings, walkSurveys }: ProbeContext): EntityId {
  return settings.admin.surveyId ?? walkSurveys[0] ?? 0;
}

/** Sends calls with a key. @returns those that were let in, as `isLetIn` says of what comes. */
export async function learnSteps(
  context: ProbeContext,
  calls: readonly KeyCall[],
  key: string | null,
  isLetIn: (answer: Answer) => boolean,
): Promise<readonly KeyStep[]> {
  const steps: KeyStep[] = [];
  if (key === null) return steps;
  for (const send of calls) {
    const before = await send(context.converse(surveyOf(context), key));
    if (isLetIn(before)) steps.push({ key, send, before });
  }
  return steps;
}

/** One call of each endpoint that the profile allows, the plainest of each area first. */
export async function learnCalls(context: ProbeContext): Promise<readonly KeyCall[]> {
  const calls: KeyCall[] = [async (conversation) => known(await conversation.take())];
  for (const endpoint of administrationKeyed) {
    if (!mayCall(endpoint, context.settings)) continue;
    const call = await learnCall(new Administrator(context), endpoint);
    const keyed: KeyCall = (conversation) => send(new Administrator(context, conversation), call);
    calls.splice(endpoint === 'list-responses' ? 1 : calls.length, 0, keyed);
  }
  return calls;
}

/** A respondent who may go back, with the key in use; `null` where no survey or no answer lets one. */
export async function beforeBack(context: ProbeContext): Promise<Conversation | null> {
  const [surveyId] = context.backSurveys;
  if (surveyId === undefined) return null;
  return (await unlessBlocked(() => context.advanced(surveyId, 1)))?.conversation ?? null;
}

/** Whether the key in use lets a respondent go back. */
export async function goesBack(context: ProbeContext): Promise<ProbeExchange | null> {
  const conversation = await beforeBack(context);
  return conversation === null ? null : known(await conversation.back());
}

/**
 * Goes back with a key that has expired. Where that is let in, goes on with the key in use and tries again when no cache
 * of keys may lag any more: another session cannot begin with the old key.
 */
export async function backAfterExpiry(
  admin: Administrator,
  conversation: Conversation,
  sinceMs: number,
): Promise<ProbeExchange> {
  const first = known(await conversation.back());
  if (!isServed(first)) return first;
  await admin.settled(sinceMs);
  const { valid } = admin.context.environment.keys;
  known(await conversation.submit(conversation.answers(), { key: { text: valid } }));
  return known(await conversation.back());
}
