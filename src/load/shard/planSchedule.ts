import type { Profile } from '../../profile/profile.ts';
import { ClosedExecutor } from '../executor/closedExecutor.ts';
import type { Executor, ExecutorContext } from '../executor/executor.ts';
import { OpenExecutor } from '../executor/openExecutor.ts';
import { Arrivals } from '../schedule/arrivals.ts';
import { LevelCurve } from '../schedule/levelCurve.ts';
import type { Shard } from '../schedule/shard.ts';

/** The level curve of a profile's stages: arrivals a second, or respondents at once. */
export function curveOf(load: Profile['load']): LevelCurve {
  return LevelCurve.ofStages(
    load.model === 'open'
      ? load.stages.map((stage) => ({ ...stage, level: stage.arrivalsPerSecond }))
      : load.stages.map((stage) => ({ ...stage, level: stage.respondents })),
  );
}

/** The executor of a profile's load for one shard. */
export function executorOf(profile: Profile, part: Shard, context: ExecutorContext): Executor {
  const { load, seed } = profile;
  const curve = curveOf(load);
  if (load.model === 'closed') return new ClosedExecutor(context, curve, part, load.pacingSeconds * 1000);
  return new OpenExecutor(context, new Arrivals(curve, load.arrivals, seed, part), curve);
}

/** An executor whose rate is told while it runs; it begins at 0 and never ends by itself. */
export function adjustableExecutorOf(profile: Profile, part: Shard, context: ExecutorContext): OpenExecutor {
  const curve = LevelCurve.ofStages([]).heldFrom(0, 0);
  return new OpenExecutor(context, new Arrivals(curve, profile.load.arrivals, profile.seed, part), curve);
}
