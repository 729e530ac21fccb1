import { join } from 'node:path';
import { Compile } from 'typebox/schema';
import { parseJson } from '../contract/jsonShape.ts';
import { ToolError } from '../errors.ts';
import { nothingAcceptable } from '../judging/baseline/standing.ts';
import { runResultOf } from '../judging/run/runResultOf.ts';
import { linesOfInput } from '../readInput.ts';
import { JournalHead, JournalPart, JournalSecond, journalName } from '../result/journal.ts';
import type { RunMeta } from '../result/progress.ts';
import type { RunResult, ThresholdResult } from '../result/runResult.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import { mergeDeltas } from '../result/tally/mergeDeltas.ts';
import { Tally } from '../result/tally/tally.ts';
import { TimelineTally } from '../result/tally/timelineTally.ts';

const headValidator = Compile(JournalHead);
const secondValidator = Compile(JournalSecond);
const partValidator = Compile(JournalPart);

/**
 * The result of a run that was killed, from the journal in its folder: everything up to its last half second. It is
 * INVALID, as the run did not do what it was to do, unless what it saw fails the service.
 *
 * @throws ToolError RESULT_UNREADABLE when there is no journal, or nothing in it.
 */
export async function recoverResult(directory: string): Promise<RunResult> {
  const path = join(directory, journalName);
  const tally = new Tally();
  const timeline = new TimelineTally();
  const unsummed = new UnsummedSeconds();
  const add = (delta: SecondDelta): void => {
    tally.add(delta);
    timeline.add(delta);
  };
  let meta: RunMeta | null = null;
  let thresholds: readonly ThresholdResult[] = [];
  try {
    for await (const line of linesOfInput(path, 'journal')) {
      const value = parseJson(line);
      if (meta === null) {
        if (!headValidator.Check(value)) break;
        meta = value.meta;
        continue;
      }
      // The last line of a killed run may be half written; nothing can follow it.
      if (secondValidator.Check(value)) {
        add(value.delta);
        unsummed.forget(value.delta.second);
        thresholds = value.thresholds;
      } else if (partValidator.Check(value)) unsummed.add(value.part);
      else break;
    }
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError('RESULT_UNREADABLE', `${path} cannot be read. Name the folder of a run that was killed.`);
  }
  if (meta === null) {
    throw new ToolError('RESULT_UNREADABLE', `${path} is not the journal of a run of this version of canvass.`);
  }
  for (const delta of unsummed.sums()) add(delta);
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

/** What shards told of seconds that were never summed, for want of another shard or of time. */
class UnsummedSeconds {
  readonly #parts = new Map<number, Map<number, SecondDelta>>();

  add(part: SecondDelta): void {
    const parts = this.#parts.get(part.second) ?? new Map<number, SecondDelta>();
    this.#parts.set(part.second, parts.set(part.shard, part));
  }

  forget(second: number): void {
    this.#parts.delete(second);
  }

  /** In order. */
  sums(): SecondDelta[] {
    return [...this.#parts.values()]
      .flatMap((parts) => {
        const [first, ...others] = parts.values();
        return first === undefined ? [] : mergeDeltas([first, ...others]);
      })
      .toSorted((a, b) => a.second - b.second);
  }
}
