import { parentPort } from 'node:worker_threads';
import { ToolError } from '../../errors.ts';
import type { FromShard, ToShard } from './messages.ts';

/** Who hears of the work of a thread. */
export interface ThreadListener<Second, Outcome> {
  onHalf(second: Second): void;
  onSecond(second: Second): void;
  onFinished(outcome: Outcome): void;
}

/** What a thread does once it has begun. */
interface Begun {
  run(): void;
  setRate(arrivalsPerSecond: number, fromMs: number): void;
  stop(graceMs: number): void;
}

/**
 * The body of a generating thread, told what to do by messages.
 *
 * @param prepare makes everything ready; throws ToolError when a target cannot be used at all. What it returns begins, at an
 *   instant of this thread's clock.
 */
export function shardThread<Second, Outcome>(
  prepare: (listener: ThreadListener<Second, Outcome>) => (startMs: number) => Begun,
): void {
  const port = parentPort;
  if (port === null) return;
  const tell = (message: FromShard<Second, Outcome>): void => port.postMessage(message);
  try {
    const begin = prepare({
      onHalf: (second) => tell({ kind: 'half', second }),
      onSecond: (second) => tell({ kind: 'second', second }),
      onFinished: (outcome) => {
        tell({ kind: 'finished', outcome });
        port.close();
      },
    });
    let begun: Begun | null = null;
    port.on('message', (message: ToShard) => {
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
    tell({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) });
  }
}
