import { objectIn } from '../../judging/reading/administration.ts';
import {
  isKnownKey,
  isServed,
  judgeExpiredKey,
  judgeNewKey,
  judgeOtherKey,
  judgeReplacementKey,
} from '../../judging/rules/apiKey.ts';
import type { Conversation, ProbeExchange } from '../drive/conversation.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { Administrator, isGranted, lacksAdmin } from './administrator.ts';
import { learnWrites, type Write, write } from './keyWrites.ts';
import { known, type Probe, type ProbeContext } from './probeContext.ts';

/** 6. GET apikey/regenerate: the key as a register. Runs last and alone, for it expires the key in use. */
export const regeneration: Probe = {
  id: 'regeneration',
  area: 'regenerate-key',
  last: true,
  lacks: lacksAdmin('regenerateKey'),
  async run(context) {
    const { keys } = context.environment;
    const surveyId = surveyOf(context);
    const others = [keys.second, keys.forbidden].filter((key) => key !== null);
    const before = await callsOfOthers(context, others, 0);
    const admin = new Administrator(context);
    const allowed = await learnWrites(context, admin);
    const first = context.converse(surveyId);
    const sinceMs = admin.now();
    const refusal = await judgeReplaced(context, allowed);
    if (refusal !== null) throw new ProbeBlocked(refusal);
    // A key that was generated itself is replaced like any other.
    await judgeReplaced(context, allowed);
    const after = await callsOfOthers(context, others, sinceMs);
    after.forEach((call, at) => {
      if (before[at] !== undefined) judgeOtherKey(call.findingsAll, before[at], call);
    });
    const again = await regenerate(context, first);
    judgeExpiredKey(again.findingsAll, again);
  },
};

/** Replaces the key in use: the old one does nothing any more, the new one what the old one did. @returns why it was not. */
async function judgeReplaced(context: ProbeContext, allowed: readonly Write[]): Promise<string | null> {
  const { keys } = context.environment;
  const surveyId = surveyOf(context);
  const old = context.converse(surveyId);
  const before = keys.valid;
  const exchange = await regenerate(context, old);
  if (!isGranted(exchange)) return `regeneration was refused: ${exchange.name}`;
  if (keys.valid === before && objectIn(exchange).apiKey !== before) return 'regeneration returned no key';
  const admin = new Administrator(context);
  const sinceMs = admin.now();
  judgeNewKey(exchange.findings, before, keys.valid);
  const isExpired = ({ exchange: { httpStatus } }: ProbeExchange): boolean => httpStatus === 401;
  for (const expired of await callsOf(context, old, sinceMs, isExpired)) judgeExpiredKey(expired.findings, expired);
  const oldAdmin = new Administrator(context, old);
  for (const each of allowed) {
    const expired = await admin.lookAgain(sinceMs, () => write(oldAdmin, each), isExpired);
    judgeExpiredKey(expired.findingsAll, expired);
  }
  for (const works of await callsOf(context, context.converse(surveyId), sinceMs, isServed)) {
    judgeReplacementKey(works.findingsAll, works);
  }
  for (const each of allowed) {
    const works = await admin.lookAgain(sinceMs, () => write(new Administrator(context), each), isLetIn);
    judgeReplacementKey(works.findingsAll, works);
  }
  return null;
}

/** Regenerates with the key of a conversation; what comes is the key from then on. */
async function regenerate(context: ProbeContext, conversation: Conversation): Promise<ProbeExchange> {
  const { keys } = context.environment;
  const exchange = known(await conversation.request('regenerate-key', {}, null));
  const { apiKey } = objectIn(exchange);
  if (!isGranted(exchange)) return exchange;
  exchange.findings.observe('Q-HTTP-REGENERATE', String(exchange.exchange.httpStatus));
  if (typeof apiKey !== 'string') return exchange;
  keys.valid = apiKey;
  keys.all.push(apiKey);
  return exchange;
}

function surveyOf({ settings, walkSurveys }: ProbeContext): number {
  return settings.admin.surveyId ?? walkSurveys[0] ?? 0;
}

function isLetIn({ exchange: { httpStatus } }: ProbeExchange): boolean {
  return httpStatus !== 401 && httpStatus !== 403;
}

/** Calls with keys that regeneration is not about. */
async function callsOfOthers(
  context: ProbeContext,
  keys: readonly string[],
  sinceMs: number,
): Promise<readonly ProbeExchange[]> {
  const calls: ProbeExchange[] = [];
  for (const key of keys) {
    calls.push(...(await callsOf(context, context.converseWith(surveyOf(context), key), sinceMs, isKnownKey)));
  }
  return calls;
}

/** A call of each area, for a key is one for both; asked again as long as a cache of keys may lag. */
async function callsOf(
  context: ProbeContext,
  conversation: Conversation,
  sinceMs: number,
  isThere: (exchange: ProbeExchange) => boolean,
): Promise<readonly ProbeExchange[]> {
  const admin = new Administrator(context, conversation);
  const list = (): Promise<ProbeExchange> => admin.call('list-responses', { query: 'page=1&perPage=1' });
  const take = async (): Promise<ProbeExchange> => known(await conversation.take());
  return [await admin.lookAgain(sinceMs, list, isThere), await admin.lookAgain(sinceMs, take, isThere)];
}
