import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Who proves something: the two sides never send the same hash. */
type Side = 'leader' | 'worker';

export function newNonce(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Proves that one side has a key, without telling it: a keyed hash over what both sides drew for this occasion and over
 * the plan, so that it proves nothing at another time or for another plan.
 *
 * @param nonces of leader and worker
 * @param about the plan, as text
 */
export function proofOf(side: Side, key: string, nonces: readonly [string, string], about: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([side, ...nonces, about]))
    .digest('hex');
}

/** Whether two proofs are the same, in a time that tells nothing of where they differ. */
export function isSameProof(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** The value of the environment that a proof of the leader was made with: the key, whatever its variable is called. */
export function keyHere(
  environment: Readonly<Record<string, string | undefined>>,
  proof: string,
  nonces: readonly [string, string],
  about: string,
): string | null {
  const values = new Set(Object.values(environment));
  for (const value of values) {
    if (value !== undefined && value !== '' && isSameProof(proofOf('leader', value, nonces, about), proof))
      return value;
  }
  return null;
}

/** The variable of the environment that holds a key: what a person has to set elsewhere. */
export function variableOf(environment: Readonly<Record<string, string | undefined>>, key: string): string | null {
  return Object.keys(environment).find((name) => environment[name] === key) ?? null;
}
