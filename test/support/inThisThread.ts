import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { duetShard } from '../../src/duet/duetThread.ts';
import { type DuetGenerators, duetWork, packedDuet } from '../../src/duet/duetWork.ts';
import { loadWork } from '../../src/load/shard/loadWork.ts';
import {
  type Generators,
  type NumberedSecond,
  packPlan,
  type Shard,
  type ShardWork,
  wholeRange,
} from '../../src/load/shard/shards.ts';
import { loadShard } from '../../src/load/shard/shardThread.ts';
import { ShardThreads } from '../../src/load/shard/shardThreads.ts';
import { type ShardPort, shardThread } from '../../src/load/shard/threadBody.ts';

type Body<Second> = Parameters<typeof shardThread<Second>>[1];

/**
 * A shard as its run sees a thread, and none: what a thread reads before it begins costs more than a short load does.
 * Who asks for the same of threads is `shardsLaws`.
 */
class InThisThread<Second> extends EventEmitter {
  constructor(body: Body<Second>) {
    super();
    const port = Object.assign(new EventEmitter(), {
      postMessage: (message: unknown) => this.#later('message', structuredClone(message)),
      close: () => this.#later('exit', 0),
    });
    this.postMessage = (message) => void setImmediate(() => port.emit('message', structuredClone(message)));
    setImmediate(() => shardThread<Second>(port satisfies ShardPort, body));
  }

  postMessage: (message: unknown) => void;

  async terminate(): Promise<number> {
    this.#later('exit', 1);
    return 1;
  }

  #later(event: string, what: unknown): void {
    setImmediate(() => this.emit(event, what));
  }
}

function inThisThread<Second extends NumberedSecond>(
  work: ShardWork<Second>,
  bodyOf: (shard: Shard) => Body<Second>,
): ShardWork<Second> {
  // It does what is asked of a worker here.
  return { ...work, startThread: (shard) => new InThisThread(bodyOf(shard)) as unknown as Worker };
}

/** Generates a load in the thread of the test. */
export const loadHere: Generators = {
  threads: 1,
  start: (plan, listener) => {
    const work = inThisThread(loadWork(plan), (shard) => (told) => loadShard(packPlan({ ...plan, ...shard }), told));
    return ShardThreads.start(work, wholeRange(1), listener);
  },
};

/** Lets twins walk in the thread of the test. */
export const twinsHere: DuetGenerators = {
  threads: 1,
  start: (plan, listener) => {
    const work = inThisThread(duetWork(plan), (shard) => (told) => duetShard(packedDuet(plan, shard), told));
    return ShardThreads.start(work, wholeRange(1), listener);
  },
};
