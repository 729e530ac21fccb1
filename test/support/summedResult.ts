import { nothingAcceptable } from '../../src/judging/baseline/standing.ts';
import { runResultOf } from '../../src/judging/run/runResultOf.ts';
import type { RunResult } from '../../src/result/runResult.ts';
import type { Tally } from '../../src/result/tally/tally.ts';
import { TimelineTally } from '../../src/result/tally/timelineTally.ts';
import { sampleMeta, trialProfile } from './loadRun.ts';

const meta = sampleMeta(trialProfile('http://127.0.0.1:9'));

/** The result of a load run that went as planned, from what was counted. */
export function summedResult(tally: Tally, timeline: TimelineTally = new TimelineTally()): RunResult {
  return runResultOf(meta, tally, timeline.timeline, {
    endedAt: '2026-03-01T10:01:00.000Z',
    interrupted: false,
    recovered: false,
    thresholds: [],
    audit: null,
    created: [],
    troubles: [],
    acceptable: nothingAcceptable,
  });
}
