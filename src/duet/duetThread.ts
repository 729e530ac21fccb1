import { parentPort, workerData } from 'node:worker_threads';
import { ToolError } from '../errors.ts';
import { unpackPlan } from '../load/shard/shardPlan.ts';
import type { DuetThreadPlan, FromDuetThread, ToDuetThread } from './duetMessages.ts';
import { DuetWalks } from './duetWalks.ts';

/** The body of the generating thread of a duet: one thread for both sides, so that it delays both alike. */

const port = parentPort;
if (port !== null) {
  const tell = (message: FromDuetThread): void => port.postMessage(message);
  try {
    // It was made by `walkTwins` of the same process.
    const { sides, learnt } = workerData as DuetThreadPlan;
    const plans = { base: unpackPlan(sides.base), candidate: unpackPlan(sides.candidate) };
    const walks = new DuetWalks(plans, learnt, {
      onSecond: (second) => tell({ kind: 'second', second }),
      onFinished: (outcome) => {
        tell({ kind: 'finished', outcome });
        port.close();
      },
    });
    port.on('message', ({ graceMs }: ToDuetThread) => walks.stop(graceMs));
    walks.run();
  } catch (error) {
    const code = error instanceof ToolError ? error.code : null;
    tell({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) });
  }
}
