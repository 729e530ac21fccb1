import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Compile } from 'typebox/compile';
import { ToolError } from '../errors.ts';
import { nothingAcceptable } from '../judging/baseline/standing.ts';
import { runResultOf } from '../judging/run/runResultOf.ts';
import { JournalHead, JournalSecond, journalName } from '../result/journal/journalFile.ts';
import type { RunMeta } from '../result/runMeta.ts';
import type { RunResult, ThresholdResult } from '../result/runResult.ts';
import { Tally } from '../result/tally/tally.ts';
import { TimelineTally } from '../result/tally/timelineTally.ts';

const headValidator = Compile(JournalHead);
const secondValidator = Compile(JournalSecond);

/**
 * The result of a run that was killed, from the journal in its folder: everything up to its last whole second. It is
 * INVALID, as the run did not do what it was to do, unless what it saw fails the service.
 *
 * @throws ToolError RESULT_UNREADABLE when there is no journal, or nothing in it.
 */
export async function recoverResult(directory: string): Promise<RunResult> {
  const path = join(directory, journalName);
  const tally = new Tally();
  const timeline = new TimelineTally();
  let meta: RunMeta | null = null;
  let thresholds: readonly ThresholdResult[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
      const value = parsed(line);
      if (meta === null) {
        if (!headValidator.Check(value)) break;
        meta = value.meta;
        continue;
      }
      // The last line of a killed run may be half written; nothing can follow it.
      if (!secondValidator.Check(value)) break;
      tally.add(value.delta);
      timeline.add(value.delta);
      thresholds = value.thresholds;
    }
  } catch {
    throw new ToolError('RESULT_UNREADABLE', `${path} cannot be read. Name the folder of a run that was killed.`);
  }
  if (meta === null) {
    throw new ToolError('RESULT_UNREADABLE', `${path} is not the journal of a run of this version of canvass.`);
  }
  const endedAt = new Date(Date.parse(meta.run.startedAt) + tally.seconds * 1000);
  return runResultOf(meta, tally, timeline.timeline, {
    endedAt: (Number.isNaN(endedAt.getTime()) ? new Date(0) : endedAt).toISOString(),
    interrupted: true,
    recovered: true,
    thresholds,
    audit: null,
    created: [],
    acceptable: nothingAcceptable,
    troubles: [{ code: 'run-killed', afterSeconds: tally.seconds, plannedSeconds: meta.plannedSeconds }],
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
