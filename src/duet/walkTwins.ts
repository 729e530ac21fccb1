import { ToolError } from '../errors.ts';
import { packPlan, type ShardPlan } from '../load/shard/shardPlan.ts';
import type { DuetSide } from '../result/duetResult.ts';
import { startThread } from '../startThread.ts';
import type { DuetOutcome, DuetSecond, DuetThreadPlan, FromDuetThread, ToDuetThread } from './duetMessages.ts';

/** What one side of twins is: where it is, as whom it walks. */
export type TwinSide = Pick<ShardPlan, 'profile' | 'baseUrl' | 'runTag' | 'keepCompletions'>;

export interface TwinWalk {
  readonly sides: Readonly<Record<DuetSide, TwinSide>>;
  /** Names of differences that mean nothing. */
  readonly learnt: readonly string[];
  onSecond(second: DuetSecond): void;
  /** Aborted when no more is needed: nobody begins any more, and walks end as at the end of the schedule. */
  readonly enough: AbortSignal;
  /** Aborted to end early: nobody walks on. */
  readonly interrupt: AbortSignal;
  /** Aborted when nobody waits any longer. */
  readonly abandon: AbortSignal;
}

/**
 * Lets twins walk as the base's profile says, on a thread of their own.
 *
 * @returns what they came to; the reason why the thread ended before its time.
 * @throws ToolError when a target cannot be used at all
 */
export async function walkTwins({
  sides,
  learnt,
  onSecond,
  enough,
  interrupt,
  abandon,
}: TwinWalk): Promise<DuetOutcome | { lost: string }> {
  const packed = (side: DuetSide) => packPlan({ ...sides[side], schedule: 'stages', shard: 0, shards: 1 });
  const workerData: DuetThreadPlan = { sides: { base: packed('base'), candidate: packed('candidate') }, learnt };
  const worker = startThread('./duetThread', import.meta.url, { workerData, name: 'canvass duet' });
  const { promise, resolve, reject } = Promise.withResolvers<DuetOutcome | { lost: string }>();
  worker.on('message', (message: FromDuetThread) => {
    if (message.kind === 'second') onSecond(message.second);
    else if (message.kind === 'finished') resolve(message.outcome);
    else reject(message.code === null ? new Error(message.message) : new ToolError(message.code, message.message));
  });
  worker.on('error', (error) => resolve({ lost: error instanceof Error ? error.message : String(error) }));
  worker.on('exit', () => resolve({ lost: 'it ended without a word' }));
  const tell = (message: ToDuetThread): void => worker.postMessage(message);
  const { gracefulStopSeconds } = sides.base.profile.load;
  const over = new AbortController();
  onAbort(enough, over.signal, () => tell({ kind: 'stop', graceMs: gracefulStopSeconds * 1000 }));
  onAbort(interrupt, over.signal, () => tell({ kind: 'stop', graceMs: 0 }));
  onAbort(abandon, over.signal, () => void worker.terminate());
  try {
    return await promise;
  } finally {
    over.abort();
  }
}

/** Calls `then` when `signal` is aborted, or has been, until it is `over`. */
function onAbort(signal: AbortSignal, over: AbortSignal, then: () => void): void {
  if (signal.aborted) then();
  else signal.addEventListener('abort', then, { once: true, signal: over });
}
