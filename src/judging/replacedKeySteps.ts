import { sessionEndpoints } from '../contract/endpoints.ts';
import { isSuccess } from '../result/exchange.ts';
import { expiresKey } from '../result/keyNames.ts';
import type { Witness, WitnessStep } from '../result/verdict.ts';

/**
 * A witness that shows what became of a replaced key, without what its probe did besides: nobody repeats it to find out
 * what it takes, for each time takes another key. What is left: that the call was granted with its key before, each time
 * the key was replaced, and what the failing session did, of attempts that came one after the other the last.
 */
export function withReplacingOnly(witness: Witness): Witness {
  const { steps, failingStep } = witness;
  const failing = steps[failingStep];
  const replacing = steps.slice(0, failingStep).findLastIndex(isReplacing);
  if (failing === undefined || replacing === -1 || steps.some(({ concurrent }) => concurrent > 0)) return witness;
  const granted = steps
    .slice(0, replacing)
    .findLastIndex((step) => isSameCall(step, failing) && isSuccess(step.response.httpStatus));
  const kept = steps.slice(0, failingStep + 1).filter((step, at) => {
    if (at === failingStep || at === granted || isReplacing(step)) return true;
    if (step.session !== failing.session) return false;
    const next = steps.slice(at + 1).find(({ session }) => session === failing.session);
    return at < replacing || (sessionEndpoints.has(failing.endpoint) && next !== undefined && !isSameCall(step, next));
  });
  return { ...witness, steps: kept, failingStep: kept.length - 1 };
}

function isReplacing(step: WitnessStep): boolean {
  return expiresKey(step) && isSuccess(step.response.httpStatus);
}

function isSameCall(one: WitnessStep, other: WitnessStep): boolean {
  return (
    one.method === other.method &&
    one.path === other.path &&
    one.headers['api-key'] === other.headers['api-key'] &&
    one.sessionTransport === other.sessionTransport
  );
}
