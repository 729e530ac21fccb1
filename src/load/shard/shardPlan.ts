import type { Profile } from '../../profile/profile.ts';
import { Secret } from '../../profile/secret.ts';
import type { Shard } from '../schedule/shard.ts';

/** What a shard of a run needs to know: everything that it does follows from this alone. */
export interface ShardPlan extends Shard {
  readonly profile: Profile;
  /** The base URL that is really used, also where the profile says `embedded`. */
  readonly baseUrl: string;
  /** Tells the tokens of this run from those of others: lower-case letters and digits. */
  readonly runTag: string;
  /** `stages`: those of the profile. `adjustable`: the rate is told while the run goes on; there is no warm-up. */
  readonly schedule: 'stages' | 'adjustable';
  /** Whether completions are kept for the durability audit. */
  readonly keepCompletions: boolean;
}

/** A plan on its way to another thread: secrets in the clear, so it must stay within the process. */
export interface PackedPlan extends Omit<ShardPlan, 'profile'> {
  readonly profile: string;
  readonly apiKeys: readonly string[];
  readonly forbiddenApiKey: string | null;
}

export function packPlan(plan: ShardPlan): PackedPlan {
  const { apiKeys, forbiddenApiKey } = plan.profile.target;
  return {
    ...plan,
    profile: JSON.stringify(plan.profile),
    apiKeys: apiKeys.map((key) => key.reveal()),
    forbiddenApiKey: forbiddenApiKey?.reveal() ?? null,
  };
}

export function unpackPlan(packed: PackedPlan): ShardPlan {
  const { apiKeys, forbiddenApiKey, ...plan } = packed;
  // It was written by `packPlan` of the same process.
  const profile = JSON.parse(packed.profile) as Profile;
  return {
    ...plan,
    profile: {
      ...profile,
      target: {
        ...profile.target,
        apiKeys: apiKeys.map((key) => new Secret(key)),
        forbiddenApiKey: forbiddenApiKey === null ? null : new Secret(forbiddenApiKey),
      },
    },
  };
}
