import type { StartArrivals } from '../load/startArrivals.ts';
import { type Profile, spacingOf } from '../profile/profile.ts';
import type { CapacityResult } from '../result/capacityResult.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import type { Tally } from '../result/tally/tally.ts';
import type { Attempt } from './attempt.ts';
import { capacityOf } from './capacityOf.ts';
import { EngineProbe } from './engineProbe.ts';
import { searchCapacity } from './search.ts';
import { parseObjective } from './serviceLevel.ts';
import { settingsOf } from './settings.ts';

/** Who hears how the search of a datacenter goes. */
export interface DatacenterListener {
  onSecond(delta: SecondDelta): void;
  onAttempt(attempt: Attempt): void;
}

/** What came of one datacenter: its capacity, and the sum of all that was sent to it. */
export interface DatacenterOutcome {
  readonly profile: Profile;
  readonly capacity: CapacityResult;
  readonly total: Tally;
}

/** What the service did where the document is silent: each open question with its answers, by how often they came. */
function behaviourOf(total: Tally): Record<string, string[]> {
  const behaviour: Record<string, string[]> = {};
  for (const { question, value } of total.observations().sort((a, b) => b.count - a.count)) {
    const answers = behaviour[question] ?? [];
    behaviour[question] = [...answers, value];
  }
  return behaviour;
}

/**
 * Searches the capacity of the target of one profile. An abort of `signal` ends it with the best answer so far.
 *
 * @throws ToolError EXPRESSION for an SLO that cannot be judged, TARGET_UNREACHABLE for a target that never answers.
 */
export async function measureDatacenter(
  profile: Profile,
  startArrivals: StartArrivals,
  signal: AbortSignal,
  listener: DatacenterListener,
): Promise<DatacenterOutcome> {
  const objectives = profile.capacity.slo.map(parseObjective);
  const settings = settingsOf(profile);
  const probe = await EngineProbe.start(profile, startArrivals, (delta) => listener.onSecond(delta));
  try {
    const record = await searchCapacity(probe, objectives, settings, signal, {
      onSecond: () => {},
      onAttempt: (attempt) => listener.onAttempt(attempt),
    });
    const behaviour = behaviourOf(probe.total);
    const arrivals = spacingOf(profile.load);
    const capacity = capacityOf(profile.target.datacenter, profile.capacity.slo, record, settings, behaviour, arrivals);
    const { baseUrl } = profile.target;
    return { profile, capacity: { ...capacity, baseUrl }, total: probe.total };
  } finally {
    await probe.close();
  }
}
