import { workerData } from 'node:worker_threads';
import { RealClock } from '../client/clock.ts';
import { unpackPlan } from '../load/shard/shards.ts';
import { shardThread, shardTransport } from '../load/shard/threadBody.ts';
import type { DuetDelta } from '../result/tally/duetTally.ts';
import { DuetWalks } from './duetWalks.ts';
import type { PackedDuet } from './duetWork.ts';

/** The body of a generating thread of a duet: both sides of its twins. */

shardThread<DuetDelta>((listener) => {
  // It was made by `duetWork` of the same process.
  const { sides, learnt } = workerData as PackedDuet;
  const plans = { base: unpackPlan(sides.base), candidate: unpackPlan(sides.candidate) };
  const clock = new RealClock();
  const transports = {
    base: shardTransport(plans.base, clock),
    candidate: shardTransport(plans.candidate, clock),
  };
  return (startMs) => new DuetWalks({ plans, learnt, clock, transports, startMs }, listener).runner;
});
