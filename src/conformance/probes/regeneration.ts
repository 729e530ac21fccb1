import { objectIn } from '../../judging/reading/administrationAnswer.ts';
import { isServed } from '../../judging/reading/answer.ts';
import {
  isKnownKey,
  judgeExpiredBack,
  judgeExpiredKey,
  judgeNewKey,
  judgeOtherKey,
  judgeReplacementKey,
  judgeSessionKept,
} from '../../judging/rules/apiKey.ts';
import { judgeKeyLetters, judgeKeyRefused } from '../../judging/rules/authentication.ts';
import type { Conversation, ProbeExchange } from '../drive/conversation.ts';
import { misspeltKeys, otherLetters, takeNewKey } from '../drive/probeEnvironment.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { Administrator, isGranted, lacksAdmin } from './administrator.ts';
import { backAfterExpiry, beforeBack, goesBack, type KeyStep, learnCalls, learnSteps, surveyOf } from './keySteps.ts';
import { known, type Probe, type ProbeContext } from './probeContext.ts';

/** 6. GET apikey/regenerate: the key as a register. Runs last and alone, for it expires the key in use. */
export const regeneration: Probe = {
  id: 'regeneration',
  area: 'regenerate-key',
  asks: ['Q-HTTP-REGENERATE'],
  last: true,
  lacks: lacksAdmin('regenerateKey'),
  async run(context) {
    try {
      await replaceKeys(context);
    } finally {
      const { forbidden } = context.environment.keys;
      // Whether it may replace itself is open; how it is told that it may not, is not.
      if (forbidden !== null) await regenerate(context, context.converse(surveyOf(context), forbidden), 'forbidden');
    }
  },
};

async function replaceKeys(context: ProbeContext): Promise<void> {
  const { keys } = context.environment;
  await tryMisspelt(context);
  const calls = await learnCalls(context);
  const others = [
    ...(await learnSteps(context, calls, keys.second, isKnownKey)),
    ...(await learnSteps(context, calls.slice(0, 2), keys.forbidden, isKnownKey)),
  ];
  const steps = await learnSteps(context, calls, keys.valid, isServed);
  const first = context.converse(surveyOf(context));
  const sinceMs = new Administrator(context).now();
  const { refusal, staysValid } = await judgeReplaced(context, steps, null);
  if (refusal !== null) throw new ProbeBlocked(refusal);
  for (const other of others) await judgeOther(context, other, sinceMs);
  // Whether others expire has been waited for long enough.
  if (staysValid) return;
  // A key that was generated itself is replaced like any other.
  await judgeReplaced(context, steps.slice(0, 2), new Administrator(context).now());
  const { valid } = keys;
  // A call that is repeated soon may be answered as before, with a key that was replaced since.
  const admin = new Administrator(context);
  const again = await admin.lookAgain(admin.now(), () => regenerate(context, first), isExpired);
  if (isExpired(again)) keys.valid = valid;
  judgeExpiredKey(again.findingsAll, again);
}

/** Keys that are nearly the one in use do not expire it. Where one does, what came is the key from then on. */
async function tryMisspelt(context: ProbeContext): Promise<void> {
  const { keys } = context.environment;
  for (const text of Object.values(misspeltKeys(keys.valid))) {
    const exchange = await regenerate(context, context.converse(surveyOf(context), text));
    judgeKeyRefused(exchange.findings, exchange, 'regenerate-key', 'wrong', true);
    if (isGranted(exchange)) return;
  }
  const { valid } = keys;
  const exchange = await regenerate(context, context.converse(surveyOf(context), otherLetters(valid)));
  judgeKeyLetters(exchange.findings, exchange, valid);
}

/**
 * Replaces the key in use: the old one does nothing any more, the new one what the old one did.
 *
 * @param bornMs when the key in use came from regeneration; `null` where it did not.
 * @returns why it was not replaced, and whether the old one still did something after all the time that it may.
 */
async function judgeReplaced(
  context: ProbeContext,
  steps: readonly KeyStep[],
  bornMs: number | null,
): Promise<{ readonly refusal: string | null; readonly staysValid: boolean }> {
  const { keys } = context.environment;
  const surveyId = surveyOf(context);
  const admin = new Administrator(context);
  const old = context.converse(surveyId);
  const before = keys.valid;
  const knownBefore = [...keys.all];
  const wentBack = bornMs === null ? await goesBack(context) : null;
  const backWithOld = wentBack !== null && isServed(wentBack) ? await beforeBack(context) : null;
  const exchange = await admin.lookAgain(
    bornMs ?? 0,
    () => regenerate(context, old),
    (sent) => !isExpired(sent),
  );
  if (!isGranted(exchange)) {
    // Other refusals, of a second time so soon say, are no matter of the key.
    if (bornMs !== null && isExpired(exchange)) judgeReplacementKey(exchange.findingsAll, exchange);
    return { refusal: `regeneration was refused: ${exchange.name}`, staysValid: true };
  }
  if (keys.valid === before && objectIn(exchange).apiKey !== before) {
    return { refusal: 'regeneration returned no key', staysValid: true };
  }
  const sinceMs = admin.now();
  judgeNewKey(exchange.findingsAll, knownBefore, before, keys.valid);
  let staysValid = false;
  for (const step of steps) {
    const expired = await admin.lookAgain(sinceMs, () => step.send(old), isExpired);
    judgeExpiredKey(expired.findingsAll, expired);
    staysValid ||= !isExpired(expired);
  }
  for (const step of steps) {
    const works = await admin.lookAgain(sinceMs, () => step.send(context.converse(surveyId)), isLetIn);
    judgeReplacementKey(works.findingsAll, works);
  }
  if (backWithOld !== null) {
    const { page } = backWithOld;
    const resumed = known(await backWithOld.take({ key: { text: keys.valid } }));
    if (isServed(resumed)) judgeSessionKept(resumed.findingsAll, resumed, page);
  }
  if (backWithOld !== null) await judgeBack(context, backWithOld, sinceMs);
  return { refusal: null, staysValid };
}

/** previous-page, which needs a session that began with a key. */
async function judgeBack(context: ProbeContext, withOld: Conversation, sinceMs: number): Promise<void> {
  const admin = new Administrator(context);
  const expired = await backAfterExpiry(admin, withOld, sinceMs);
  judgeExpiredBack(expired.findingsAll, expired);
  const works = await admin.lookAgain(
    sinceMs,
    () => goesBack(context),
    (sent) => sent === null || isLetIn(sent),
  );
  if (works !== null) judgeReplacementKey(works.findingsAll, works);
}

/** Regenerates with the key of a conversation; what comes is the key in use, or the one without permission, from then on. */
async function regenerate(
  context: ProbeContext,
  conversation: Conversation,
  which: 'valid' | 'forbidden' = 'valid',
): Promise<ProbeExchange> {
  const { keys } = context.environment;
  const exchange = known(await conversation.request('regenerate-key', {}, null));
  if (isGranted(exchange)) {
    exchange.findings.observe('Q-HTTP-REGENERATE', String(exchange.exchange.httpStatus));
    takeNewKey(exchange, keys, which);
  }
  return exchange;
}

function isExpired({ exchange: { httpStatus } }: ProbeExchange): boolean {
  return httpStatus === 401;
}

function isLetIn({ exchange: { httpStatus } }: ProbeExchange): boolean {
  return httpStatus !== 401 && httpStatus !== 403;
}

/** A call with a key that regeneration is not about. */
async function judgeOther(context: ProbeContext, { send, before, key }: KeyStep, sinceMs: number): Promise<void> {
  const again = (): Promise<ProbeExchange> => send(context.converse(surveyOf(context), key));
  const after = await new Administrator(context).lookAgain(sinceMs, again, isKnownKey);
  judgeOtherKey(after.findingsAll, before, after);
}
