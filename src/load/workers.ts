import { availableParallelism } from 'node:os';
import type { Profile } from '../profile/profile.ts';

/** Arrivals or respondents of one thread at the least: below it, another thread only costs. */
const arrivalsOfThread = 100;
const respondentsOfThread = 500;

/**
 * Generating threads of a profile: as it says, or with `auto` as many as the load can use, leaving a core to the thread
 * that sums up and, on machines that have more, one to everything else.
 *
 * @param cores cores of this machine
 */
export function workersOf(profile: Profile, cores: number = availableParallelism()): number {
  const { load } = profile;
  if (load.workers !== 'auto') return load.workers;
  const useful =
    load.model === 'open'
      ? Math.max(...load.stages.map((stage) => stage.arrivalsPerSecond)) / arrivalsOfThread
      : Math.max(...load.stages.map((stage) => stage.respondents)) / respondentsOfThread;
  return Math.max(1, Math.min(cores - 1, Math.ceil(useful)));
}
