import { type Json, objectIn } from '../../judging/reading/administration.ts';
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
import { type LearntSurvey, learnSurvey, leastSet } from './learntSurvey.ts';
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
    const admin = new Administrator(context);
    const allowed: Write[] = [];
    for (const each of await learnWrites(context, admin)) if (isGranted(await write(admin, each))) allowed.push(each);
    const old = context.converse(surveyId);
    const exchange = known(await old.request('regenerate-key', {}, null));
    if (!isGranted(exchange)) throw new ProbeBlocked(`regeneration was refused: ${exchange.name}`);
    const sinceMs = admin.now();
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
    // The new key does what the old one did.
    for (const each of allowed) {
      const renewedAdmin = new Administrator(context);
      const exchange = await admin.lookAgain(sinceMs, () => write(renewedAdmin, each), isLetIn);
      judgeReplacementKey(exchange.findingsAll, exchange);
    }
    const after = await callsOfOthers(context, surveyId, others, sinceMs);
    after.forEach((call, at) => {
      if (before[at] !== undefined) judgeOtherKey(call.findingsAll, before[at], call);
    });
  },
};

function isLetIn({ exchange: { httpStatus } }: ProbeExchange): boolean {
  return httpStatus !== 401 && httpStatus !== 403;
}

/** A call that changes something. */
interface Write {
  readonly endpoint: 'create-response' | 'create-department';
  readonly id: 'responseID' | 'departmentID';
  readonly bodyOf: (marker: string) => Json;
}

/** What can be written as far as the profile allows it, and the service shows what to write. */
async function learnWrites({ settings }: ProbeContext, admin: Administrator): Promise<readonly Write[]> {
  const writes: Write[] = [];
  const survey = lacksAdmin('surveyId', 'mutate')(settings) === null ? await learntOrNone(admin) : null;
  if (survey !== null) {
    const bodyOf = (marker: string): Json => ({ responseSet: leastSet(survey, marker), externalReference: marker });
    writes.push({ endpoint: 'create-response', id: 'responseID', bodyOf });
  }
  const { primaryAccountId } = settings.admin;
  if (lacksAdmin('organizationId', 'mutate')(settings) === null && primaryAccountId !== null) {
    const bodyOf = (name: string): Json => ({ name, primaryAccountID: primaryAccountId });
    writes.push({ endpoint: 'create-department', id: 'departmentID', bodyOf });
  }
  return writes;
}

async function learntOrNone(admin: Administrator): Promise<LearntSurvey | null> {
  try {
    return await learnSurvey(admin);
  } catch (error) {
    if (error instanceof ProbeBlocked) return null;
    throw error;
  }
}

async function write(admin: Administrator, { endpoint, id, bodyOf }: Write): Promise<ProbeExchange> {
  const marker = admin.marker();
  const exchange = await admin.call(endpoint, { body: bodyOf(marker) });
  if (isGranted(exchange)) admin.created(endpoint, objectIn(exchange)[id], marker);
  return exchange;
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
