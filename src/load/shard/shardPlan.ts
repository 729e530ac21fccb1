import type { Profile } from '../../profile/profile.ts';
import { packSecrets, unpackSecrets } from '../../profile/secret.ts';
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
}

export function packPlan(plan: ShardPlan): PackedPlan {
  return { ...plan, profile: packSecrets(plan.profile) };
}

export function unpackPlan(packed: PackedPlan): ShardPlan {
  // It was written by `packPlan` of the same process.
  return { ...packed, profile: unpackSecrets(packed.profile) as Profile };
}
