import { ToolError } from '../errors.ts';
import { describeProblem } from '../profile/problem.ts';
import { keysOf, type Profile } from '../profile/profile.ts';
import { tryResolveProfile } from '../profile/resolveProfile.ts';
import { keyHere, proofOf } from './keyProof.ts';
import type { Prepare } from './messages.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What proofs are about: all of a plan that a worker follows. */
function planText({
  session,
  run,
  worker,
  part,
  schedule,
  keepCompletions,
  profile,
}: Omit<Prepare, 'keys' | 'forbiddenKey'>) {
  return JSON.stringify([
    session,
    run,
    worker,
    part.first,
    part.count,
    part.shards,
    schedule,
    keepCompletions,
    profile,
  ]);
}

/** The keys of a plan as a worker is told of them, and what it must answer. */
export function challengeOf(
  plan: Omit<Prepare, 'keys' | 'forbiddenKey'>,
  target: Pick<Profile['target'], 'apiKeys' | 'forbiddenApiKey'>,
  workerNonce: string,
): { readonly keys: string[]; readonly forbiddenKey: string | null; readonly proofs: string[] } {
  const nonces = [plan.nonce, workerNonce] as const;
  const about = planText(plan);
  const { apiKeys, forbiddenApiKey } = target;
  return {
    keys: apiKeys.map((key) => proofOf('leader', key.reveal(), nonces, about)),
    forbiddenKey: forbiddenApiKey === null ? null : proofOf('leader', forbiddenApiKey.reveal(), nonces, about),
    proofs: keysOf(target).map((key) => proofOf('worker', key.reveal(), nonces, about)),
  };
}

/**
 * The profile of a plan with the keys that a worker has itself, and what proves that it has them. A plan whose leader
 * does not have the keys is no plan.
 *
 * @param nonce what the worker drew
 * @throws ToolError KEY_MISSING for a key that it does not have, PROFILE for what is no profile
 */
export function answerChallenge(
  plan: Prepare,
  nonce: string,
  environment: Environment,
): { readonly profile: Profile; readonly proofs: string[] } {
  const nonces = [plan.nonce, nonce] as const;
  const about = planText(plan);
  const keys = plan.keys.map((proof, index) => {
    const key = keyHere(environment, proof, nonces, about);
    if (key === null) throw missingKey(plan.keys.length === 1 ? 'the API key' : `API key ${index + 1}`);
    return key;
  });
  const forbidden = plan.forbiddenKey === null ? null : keyHere(environment, plan.forbiddenKey, nonces, about);
  if (plan.forbiddenKey !== null && forbidden === null) throw missingKey('the forbidden API key');
  const all = forbidden === null ? keys : [...keys, forbidden];
  return {
    profile: withKeys(plan.profile, keys, forbidden),
    proofs: all.map((key) => proofOf('worker', key, nonces, about)),
  };
}

function missingKey(which: string): ToolError {
  return new ToolError('KEY_MISSING', `${which} is not in its environment`);
}

/** A resolved profile is also one as a file spells it: it is checked as a file is. */
function withKeys(text: string, apiKeys: readonly string[], forbiddenApiKey: string | null): Profile {
  const raw: unknown = JSON.parse(text);
  const target = typeof raw === 'object' && raw !== null && 'target' in raw ? raw.target : null;
  // Settled from `proxy`, and no key of a file; a proxy with a password is refused before.
  const { proxyCredentials: _, ...spelt } = Object(target);
  const resolution = tryResolveProfile({ ...Object(raw), target: { ...spelt, apiKeys, forbiddenApiKey } });
  if (resolution.ok) return resolution.profile;
  throw new ToolError('PROFILE', resolution.problems.map(describeProblem).join('; '));
}
