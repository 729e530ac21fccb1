import type { RunResult } from '../../src/result/runResult.ts';
import type { SecondDelta } from '../../src/result/tally/delta.ts';
import { Tally } from '../../src/result/tally/tally.ts';
import { TimelineTally } from '../../src/result/tally/timelineTally.ts';
import { summedResult } from './summedResult.ts';

/** The result of a run of these seconds. @param at how many runs went before it: each begins an hour later */
export function ofTally(seconds: readonly SecondDelta[], at: number): RunResult {
  const tally = new Tally();
  const timeline = new TimelineTally();
  for (const second of seconds) {
    tally.add(second);
    timeline.add(second);
  }
  const result = summedResult(tally, timeline);
  const startedMs = Date.UTC(2026, 2, 1, at);
  const startedAt = new Date(startedMs).toISOString();
  const endedAt = new Date(startedMs + 1000 * seconds.length).toISOString();
  return { ...result, run: { ...result.run, id: `run-${at}`, seed: at, startedAt, endedAt } };
}
