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
import { known, type Probe, type ProbeContext } from './probeContext.ts';

/** 6. GET apikey/regenerate: the key as a register. Runs last and alone, for it expires the key in use. */
export const regeneration: Probe = {
  id: 'regeneration',
  area: 'regenerate-key',
  last: true,
  lacks: lacksAdmin('regenerateKey'),
  async run(context) {
    const { keys, target } = context.environment;
    const surveyId = context.settings.admin.surveyId ?? context.walkSurveys[0] ?? 0;
    const others = [keys.second, keys.forbidden].filter((key) => key !== null);
    const before = await callsOfOthers(context, surveyId, others, 0);
    const old = context.converse(surveyId);
    const exchange = known(await old.request('regenerate-key', {}, null));
    if (!isGranted(exchange)) throw new ProbeBlocked(`regeneration was refused: ${exchange.name}`);
    const sinceMs = new Administrator(context).now();
    exchange.findings.observe('Q-HTTP-REGENERATE', String(exchange.exchange.httpStatus));
    const { apiKey } = objectIn(exchange);
    if (typeof apiKey !== 'string') throw new ProbeBlocked('regeneration returned no key');
    target.redactor.add(apiKey);
    judgeNewKey(exchange.findings, keys.valid, apiKey);
    keys.valid = apiKey;
    keys.all.push(apiKey);
    const isExpired = ({ exchange: { httpStatus } }: ProbeExchange): boolean => httpStatus === 401;
    for (const expired of await callsOf(context, old, sinceMs, isExpired)) judgeExpiredKey(expired.findings, expired);
    const renewed = context.converse(surveyId);
    for (const works of await callsOf(context, renewed, sinceMs, isServed)) {
      judgeReplacementKey(works.findingsAll, works);
    }
    await judgeWriting(context);
    const after = await callsOfOthers(context, surveyId, others, sinceMs);
    after.forEach((call, at) => {
      if (before[at] !== undefined) judgeOtherKey(call.findingsAll, before[at], call);
    });
  },
};

/** The new key does what the old one did: it creates, where the profile allows that. */
async function judgeWriting(context: ProbeContext): Promise<void> {
  const { primaryAccountId } = context.settings.admin;
  if (lacksAdmin('organizationId', 'mutate')(context.settings) !== null || primaryAccountId === null) return;
  const admin = new Administrator(context);
  const name = admin.marker();
  const exchange = await admin.call('create-department', { body: { name, primaryAccountID: primaryAccountId } });
  if (isGranted(exchange)) admin.created('create-department', objectIn(exchange).departmentID, name);
  judgeReplacementKey(exchange.findingsAll, exchange);
}

/** Calls with keys that regeneration is not about. */
async function callsOfOthers(
  context: ProbeContext,
  surveyId: number,
  keys: readonly string[],
  sinceMs: number,
): Promise<readonly ProbeExchange[]> {
  const calls: ProbeExchange[] = [];
  for (const key of keys) {
    calls.push(...(await callsOf(context, context.converseWith(surveyId, key), sinceMs, isKnownKey)));
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
