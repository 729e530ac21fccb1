import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ToolError } from '../errors.ts';
import type { WholePlan } from '../load/shard/shards.ts';
import { describeProblem } from '../profile/problem.ts';
import { keysOf, type Profile } from '../profile/profile.ts';
import { tryResolveProfile } from '../profile/resolveProfile.ts';
import type { Environment } from '../profile/yamlSource.ts';
import type { Prepare } from './messages.ts';

export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Proves that one side has a key, without telling it: a keyed hash over what both sides drew for this occasion and over
 * the plan, so that it proves nothing at another time or for another plan.
 *
 * @param by who proves it: the two never send the same hash
 * @param nonces of leader and worker
 * @param about the plan, as text
 */
function proofOf(by: 'leader' | 'worker', key: string, nonces: readonly [string, string], about: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([by, ...nonces, about]))
    .digest('hex');
}

/** Whether two proofs are the same, in a time that tells nothing of where they differ. */
export function isSameProof(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** The variable of the environment that holds a key: what a person has to set elsewhere. */
export function variableOf(environment: Environment, key: string): string | null {
  return Object.keys(environment).find((name) => environment[name] === key) ?? null;
}

type Side = Prepare['sides'][number];
type Keyless<Each> = Omit<Each, 'keys' | 'forbiddenKey'>;
/** A plan before its keys are proven. */
export type UnprovenPlan = Omit<Prepare, 'sides'> & { readonly sides: readonly Keyless<Side>[] };

/** What proofs are about: all of a plan that a worker follows. */
function planText({ session, run, worker, part, schedule, sides, learnt }: UnprovenPlan) {
  return JSON.stringify([
    session,
    run,
    worker,
    part.first,
    part.count,
    part.shards,
    schedule,
    sides.map((side) => [side.run, side.keepCompletions, side.profile]),
    learnt,
  ]);
}

/** A plan as a worker is told of it, and what it must answer. @param targets of its sides, with the keys */
export function challengeOf(
  plan: UnprovenPlan,
  targets: readonly Pick<Profile['target'], 'apiKeys' | 'forbiddenApiKey'>[],
  workerNonce: string,
): { readonly plan: Prepare; readonly proofs: string[] } {
  const nonces = [plan.nonce, workerNonce] as const;
  const about = planText(plan);
  const proven = plan.sides.map((side, index): Side => {
    const { apiKeys = [], forbiddenApiKey = null } = targets[index] ?? {};
    const keys = apiKeys.map((key) => proofOf('leader', key.reveal(), nonces, about));
    const forbidden = forbiddenApiKey === null ? null : proofOf('leader', forbiddenApiKey.reveal(), nonces, about);
    return { ...side, keys, forbiddenKey: forbidden };
  });
  const [first, second] = proven;
  if (first === undefined) throw new TypeError('a plan has a side');
  return {
    plan: { ...plan, sides: second === undefined ? [first] : [first, second] },
    proofs: targets.flatMap((target) => keysOf(target).map((key) => proofOf('worker', key.reveal(), nonces, about))),
  };
}

/**
 * What a worker follows at each side of a plan, with the keys that it has itself, and what proves that it has them. A
 * plan whose leader does not have the keys is no plan.
 *
 * @param nonce what the worker drew
 * @throws ToolError KEY_MISSING for a key that it does not have, PROFILE for what is no profile
 */
export function answerChallenge(
  plan: Prepare,
  nonce: string,
  environment: Environment,
): { readonly sides: readonly WholePlan[]; readonly proofs: string[] } {
  const nonces = [plan.nonce, nonce] as const;
  const about = planText(plan);
  const proofs: string[] = [];
  const here = (proof: string, which: string): string => {
    // The key is known by its value, whatever its variable is called.
    const key = Object.values(environment).find(
      (value) => value !== undefined && value !== '' && isSameProof(proofOf('leader', value, nonces, about), proof),
    );
    if (key === undefined) throw new ToolError('KEY_MISSING', `${which} is not in its environment`);
    proofs.push(proofOf('worker', key, nonces, about));
    return key;
  };
  const sides = plan.sides.map(({ run, keepCompletions, profile: spelt, keys, forbiddenKey }, side): WholePlan => {
    const ofSide = side === 0 ? '' : ' of the candidate';
    const own = keys.map((proof, index) =>
      here(proof, `${keys.length === 1 ? 'the API key' : `API key ${index + 1}`}${ofSide}`),
    );
    const forbidden = forbiddenKey === null ? null : here(forbiddenKey, `the forbidden API key${ofSide}`);
    const profile = withKeys(spelt, own, forbidden);
    return { profile, baseUrl: profile.target.baseUrl, runTag: run, schedule: plan.schedule, keepCompletions };
  });
  return { sides, proofs };
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
