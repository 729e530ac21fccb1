import { parentPort, workerData } from 'node:worker_threads';
import { RealClock } from '../client/clock.ts';
import type { ShardRunner } from '../load/shard/shardRunner.ts';
import { unpackPlan } from '../load/shard/shards.ts';
import { shardThread, shardTransport, type ThreadListener } from '../load/shard/threadBody.ts';
import type { DuetDelta } from '../result/tally/duetTally.ts';
import { DuetWalks } from './duetWalks.ts';
import type { PackedDuet } from './duetWork.ts';

/** Both sides of one shard of twins. */
export function duetShard(
  { sides, learnt }: PackedDuet,
  listener: ThreadListener<DuetDelta>,
): (startMs: number) => ShardRunner {
  const plans = { base: unpackPlan(sides.base), candidate: unpackPlan(sides.candidate) };
  const clock = new RealClock();
  const transports = {
    base: shardTransport(plans.base, clock),
    candidate: shardTransport(plans.candidate, clock),
  };
  return (startMs) => new DuetWalks({ plans, learnt, clock, transports, startMs }, listener).runner;
}

// It was made by `duetWork` of the same process.
shardThread<DuetDelta>(parentPort, (listener) => duetShard(workerData as PackedDuet, listener));
