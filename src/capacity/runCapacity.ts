import type { Acceptable } from '../judging/baseline/standing.ts';
import { failedWalks, nobodyLetIn } from '../judging/run/achievement.ts';
import { runResultOf } from '../judging/run/runResultOf.ts';
import { isVoiding, validityOf } from '../judging/run/voidedByReason.ts';
import type { Generators } from '../load/shard/shards.ts';
import { type Profile, spacingOf } from '../profile/profile.ts';
import { type CapacityResult, neededOf } from '../result/capacityResult.ts';
import { isOfProfile } from '../result/obstacle.ts';
import type { RunMeta } from '../result/progress.ts';
import type { Reason } from '../result/reason.ts';
import { inWords } from '../result/reasonWords.ts';
import type { RunResult } from '../result/runResult.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import { Tally } from '../result/tally/tally.ts';
import { TimelineTally } from '../result/tally/timelineTally.ts';
import type { Attempt } from './attempt.ts';
import { capacityOf } from './capacityOf.ts';
import { capacityVerdict } from './capacityVerdict.ts';
import { type EngineListener, EngineProbe } from './engineProbe.ts';
import type { PlanFor } from './plan.ts';
import { planCapacities } from './planCapacities.ts';
import { type SearchRecord, searchCapacity } from './search.ts';
import { parseObjective } from './serviceLevel.ts';
import { settingsOf } from './settings.ts';

/** How capacities are measured. */
export interface CapacityRun {
  /** What the baseline says of this run. */
  readonly acceptable: Acceptable;
  readonly meta: RunMeta;
  readonly planFor: PlanFor;
  /** All datacenters at the same time instead of one after the other: they then share this generator. */
  readonly together: boolean;
  readonly generators: Generators;
  /** Aborted by a person: every search ends with its best answer so far. */
  readonly interrupt: AbortSignal;
  onAttempt(datacenter: string, attempt: Attempt): void;
  /** Each second of a search as it comes. */
  onSecond(datacenter: string, second: SecondDelta): void;
  /** One datacenter is done, before the others are. */
  onCapacity(capacity: CapacityResult): void;
}

/** The profile as a search runs it: an open model whose rate the search sets, with threads for the highest rate. */
export function searchProfileOf(profile: Profile): Profile {
  const { stages: _, model: __, ...shared } = profile.load;
  const highest = { durationSeconds: 1, arrivalsPerSecond: profile.capacity.maxPerSecond, ramp: 'step' } as const;
  return { ...profile, load: { ...shared, model: 'open', stages: [highest] } };
}

/**
 * Measures the capacity of every profile's target and judges them together: a result of kind `capacity`.
 *
 * @param profiles with base URLs that can be reached: `embedded` must have been replaced
 */
export async function runCapacity(profiles: readonly Profile[], run: CapacityRun): Promise<RunResult> {
  const total = new Tally();
  const timeline = new TimelineTally();
  const befallen: Reason[] = [];
  const created: RunResult['created'] = [];
  const startMs = performance.now();
  const elapsedSeconds = (): number => (performance.now() - startMs) / 1000;
  let latest = 0;
  const measure = async (profile: Profile): Promise<CapacityResult> => {
    const capacity = await searched(searchProfileOf(profile), run, {
      onSecond: (delta) => {
        latest = Math.max(latest, Math.floor(elapsedSeconds()));
        total.add(delta);
        timeline.add({ ...delta, second: latest });
        run.onSecond(profile.target.datacenter, delta);
      },
      onLost: (reason) => befallen.push(reason),
      onCreated: (things) => created.push(...things),
    });
    run.onCapacity(capacity);
    return capacity;
  };
  const measured: CapacityResult[] = [];
  if (run.together) measured.push(...(await Promise.all(profiles.map(measure))));
  else
    for (const profile of profiles)
      measured.push(run.interrupt.aborted ? measuredOf(profile, notBegun) : await measure(profile));
  const durationSeconds = elapsedSeconds();
  const capacity = planCapacities(measured, run.planFor);
  const base = runResultOf(run.meta, total, timeline.timeline, {
    endedAt: new Date().toISOString(),
    interrupted: run.interrupt.aborted,
    recovered: false,
    thresholds: [],
    audit: null,
    created,
    troubles: [],
    acceptable: run.acceptable,
  });
  const interrupted = run.interrupt.aborted ? [{ code: 'interrupted', afterSeconds: durationSeconds } as const] : [];
  // Walks that fail under a load that is too much belong to the search.
  const nobody = nobodyLetIn(total.walks, total.coverage.statuses);
  const shutOut = failedWalks(total.walks).filter(
    (each) => nobody || (each.code === 'walks-failed' && isOfProfile(each.obstacle)),
  );
  const troubles: readonly Reason[] = [...interrupted, ...shutOut, ...befallen.filter(isVoiding)];
  const { verdict, reasons, judgements, performance: judged } = capacityVerdict(capacity, base.judgements, troubles);
  const validity = { conformance: validityOf(troubles).conformance, performance: judged };
  // They stay in the report; it is capacity that is judged.
  const kinds = base.violations.length;
  const met = kinds === 0 ? [] : [{ code: 'violations-met', kinds } as const];
  const notes = [...befallen.filter((reason) => !isVoiding(reason)), ...met];
  return {
    ...base,
    kind: 'capacity',
    verdict,
    ...inWords([...reasons, ...notes]),
    validity,
    judgements,
    // Of searches side by side the seconds overlap: what passed is not their sum.
    run: { ...base.run, durationSeconds, measuredSeconds: durationSeconds },
    capacity,
  };
}

/** Of a datacenter whose turn never came. */
const notBegun: SearchRecord = {
  attempts: [],
  end: 'interrupted',
  spentSeconds: 0,
  requests: 0,
  errors: 0,
  drain: { longestSeconds: 0, gaveUp: false },
};

function measuredOf(profile: Profile, record: SearchRecord, total = new Tally()): CapacityResult {
  const { datacenter, baseUrl } = profile.target;
  const { slo } = profile.capacity;
  const spacing = spacingOf(profile.load);
  return { ...capacityOf(datacenter, slo, record, settingsOf(profile), behaviourOf(total), spacing), baseUrl };
}

/**
 * Searches the capacity of the target of one profile; an interrupt ends it with the best answer so far.
 *
 * @throws ToolError EXPRESSION for an SLO that cannot be judged, TARGET_UNREACHABLE for a target that never answers.
 */
async function searched(
  profile: Profile,
  { generators, interrupt, onAttempt, planFor }: CapacityRun,
  listener: EngineListener,
): Promise<CapacityResult> {
  const { datacenter } = profile.target;
  const objectives = profile.capacity.slo.map(parseObjective);
  const probe = await EngineProbe.start(profile, generators, listener);
  try {
    const told = (each: Attempt): void => onAttempt(datacenter, each);
    const plan = planFor(datacenter);
    const settings = { ...settingsOf(profile), neededPerSecond: plan === null ? null : neededOf(plan) };
    const record = await searchCapacity(probe, objectives, settings, interrupt, told);
    return measuredOf(profile, record, probe.total);
  } finally {
    await probe.close();
  }
}

/** What the service did where the document is silent: each open question with its answers, by how often they came. */
function behaviourOf(total: Tally): Record<string, string[]> {
  const answers = total.observations().sort((a, b) => b.count - a.count);
  const byQuestion = Map.groupBy(answers, ({ question }) => question);
  return Object.fromEntries([...byQuestion].map(([question, same]) => [question, same.map(({ value }) => value)]));
}
