import type { Clock } from '../../client/clock.ts';
import type { Crowd } from '../../respondent/crowd.ts';
import type { LatencyCounts } from '../../result/tally/latencyCounts.ts';

/** What an executor starts respondents with. */
export interface ExecutorContext {
  readonly clock: Clock;
  readonly crowd: Pick<Crowd, 'start' | 'active'>;
  /** The clock's time at which the plan begins. */
  readonly startMs: number;
  /** Respondents at once, at most, in this shard. */
  readonly maxRespondents: number;
  /** Where it records how late it started each respondent, µs. */
  readonly lateness: LatencyCounts;
}

/**
 * Starts the respondents of one shard when its schedule wants them: one interface for the open and the closed model.
 */
export interface Executor {
  /** Begins to follow the schedule. */
  run(): void;
  /** Must be told of the end of every walk that it started. @param failed whether the target did not let it go on */
  onWalkEnd(index: number, failed: boolean): void;
  /** Starts nobody from now on. */
  stop(): void;
  /** Respondents that should have started so far. */
  readonly arrivals: number;
  /** Those of them that could not, because of `load.maxRespondents`. */
  readonly dropped: number;
  /** When its schedule ends, ms of the clock. */
  readonly endMs: number;
}
