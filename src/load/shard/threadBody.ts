import type { MessagePort } from 'node:worker_threads';
import type { Clock } from '../../client/clock.ts';
import { type BudgetedTransport, reachTransport } from '../../client/rateLimitedTransport.ts';
import type { Connections } from '../../client/target.ts';
import type { SetUpListener } from '../../client/transport.ts';
import { ToolError, type ToolErrorCode, wordsOf } from '../../errors.ts';
import type { ShardRunner } from './shardRunner.ts';
import type { ShardPlan, ShardsOutcome } from './shards.ts';
import { shareOf } from './shards.ts';

/** What a run tells its threads. */
export type ToShard =
  /** `startEpochMs` as `epochNowMs` tells it: every thread has the same. */
  | { readonly kind: 'begin'; readonly startEpochMs: number }
  | { readonly kind: 'rate'; readonly arrivalsPerSecond: number; readonly fromMs: number }
  | { readonly kind: 'stop'; readonly graceMs: number };

/** What a thread tells its run. */
export type FromShard<Second> =
  | { readonly kind: 'ready' }
  /** The first half of the second under way. */
  | { readonly kind: 'half'; readonly second: Second }
  /** The rest of a second of which a half was told, or the whole. */
  | { readonly kind: 'second'; readonly second: Second }
  | { readonly kind: 'finished'; readonly outcome: ShardsOutcome }
  | { readonly kind: 'failed'; readonly code: ToolErrorCode | null; readonly message: string };

/** Who hears of the work of a thread. */
export interface ThreadListener<Second> {
  onHalf(second: Second): void;
  onSecond(second: Second): void;
  onFinished(outcome: ShardsOutcome): void;
}

/** What a thread tells and hears by. */
export type ShardPort = Pick<MessagePort, 'postMessage' | 'close'> & {
  on(event: 'message', heard: (message: ToShard) => void): unknown;
};

/**
 * The body of a generating thread, told what to do by messages.
 *
 * @param port to its run; `null` where the file of a thread is read by another, who has the shard run otherwise
 * @param prepare makes everything ready; throws ToolError when a target cannot be used at all. What it returns begins, at an
 *   instant of this thread's clock.
 */
export function shardThread<Second>(
  port: ShardPort | null,
  prepare: (listener: ThreadListener<Second>) => (startMs: number) => ShardRunner,
): void {
  if (port === null) return;
  const tell = (message: FromShard<Second>): void => port.postMessage(message);
  try {
    const begin = prepare({
      onHalf: (second) => tell({ kind: 'half', second }),
      onSecond: (second) => tell({ kind: 'second', second }),
      onFinished: (outcome) => {
        tell({ kind: 'finished', outcome });
        port.close();
      },
    });
    let begun: ShardRunner | null = null;
    port.on('message', (message) => {
      switch (message.kind) {
        case 'begin':
          begun = begin(message.startEpochMs - performance.timeOrigin);
          begun.run();
          break;
        case 'rate':
          begun?.setRate(message.arrivalsPerSecond, message.fromMs);
          break;
        case 'stop':
          begun?.stop(message.graceMs);
          break;
      }
    });
    tell({ kind: 'ready' });
  } catch (error) {
    const code = error instanceof ToolError ? error.code : null;
    tell({ kind: 'failed', code, message: wordsOf(error) });
  }
}

/**
 * How a shard reaches its target: its share of the connections and of the rate budget.
 *
 * @param setUps hears how long each connection took to be made
 * @throws ToolError PROFILE for a target that cannot be used at all
 */
export function shardTransport(plan: ShardPlan, clock: Clock, setUps?: SetUpListener): BudgetedTransport {
  const { profile, baseUrl, shards } = plan;
  const { load } = profile;
  const connections: Connections =
    load.connections.mode === 'shared'
      ? { mode: 'shared', max: Math.max(1, shareOf(plan, load.connections.max)) }
      : { mode: 'perRespondent' };
  return reachTransport({ profile, baseUrl, connections, clock, shards, ...(setUps === undefined ? {} : { setUps }) });
}
