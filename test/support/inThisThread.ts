import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import threads, { type Worker, type WorkerOptions } from 'node:worker_threads';
import { duetShard } from '../../src/duet/duetThread.ts';
import { type DuetGenerators, duetWork, type PackedDuet } from '../../src/duet/duetWork.ts';
import { loadWork } from '../../src/load/shard/loadWork.ts';
import {
  type Generators,
  type NumberedSecond,
  type PackedPlan,
  type Shards,
  type ShardsListener,
  type ShardWork,
  wholeRange,
} from '../../src/load/shard/shards.ts';
import { loadShard } from '../../src/load/shard/shardThread.ts';
import { ShardThreads } from '../../src/load/shard/shardThreads.ts';
import { shardThread } from '../../src/load/shard/threadBody.ts';
import type { SecondDelta } from '../../src/result/tally/delta.ts';
import type { DuetDelta } from '../../src/result/tally/duetTally.ts';
import { serveInThread } from '../../src/runs/embeddedServiceThread.ts';

/** What a thread tells and hears by. */
interface Port extends EventEmitter {
  postMessage(message: unknown): void;
  close(): void;
}

/** What the threads of canvass do, by the name of their file. */
const bodies: Readonly<Record<string, (port: Port, workerData: unknown) => unknown>> = {
  shardThread: (port, plan) => shardThread<SecondDelta>(port, (told) => loadShard(plan as PackedPlan, told)),
  duetThread: (port, plan) => shardThread<DuetDelta>(port, (told) => duetShard(plan as PackedDuet, told)),
  embeddedServiceThread: serveInThread,
};

/**
 * A thread as its run sees it, and none: what a thread reads before it begins costs more than a short load does. Who asks
 * for the same of threads is `shardsLaws`.
 */
class InThisThread extends EventEmitter {
  readonly #port = Object.assign(new EventEmitter(), {
    postMessage: (message: unknown) => {
      const sent = structuredClone(message);
      if (!this.#isTerminated) setImmediate(() => this.emit('message', sent));
    },
    close: () => void setImmediate(() => this.emit('exit', 0)),
  });
  #isTerminated = false;

  constructor(body: (port: Port, workerData: unknown) => unknown, workerData: unknown) {
    super();
    const given = structuredClone(workerData);
    setImmediate(() => body(this.#port, given));
  }

  postMessage(message: unknown): void {
    const sent = structuredClone(message);
    setImmediate(() => this.#port.emit('message', sent));
  }

  /** It keeps nobody waiting who does not wait for it. */
  ref(): void {}
  unref(): void {}

  async terminate(): Promise<number> {
    this.#isTerminated = true;
    this.postMessage({ kind: 'stop', graceMs: 0 });
    setImmediate(() => this.emit('exit', 1));
    return 1;
  }
}

const { Worker: RealWorker } = threads;
let inside = 0;

/** Has what canvass starts as a thread run in this one, until what it returns is called: `beforeAll(threadsHere)`. */
export function threadsHere(): () => void {
  if (inside++ === 0) become(startHere);
  return () => {
    if (--inside === 0) become(RealWorker);
  };
}

function startHere(url: string | URL, options: WorkerOptions): Worker {
  const body = bodies[/(\w+)\.ts$/.exec(String(url))?.[1] ?? ''];
  // It does what is asked of a worker here.
  if (body !== undefined) return new InThisThread(body, options.workerData) as unknown as Worker;
  return new RealWorker(url, options);
}

function become(worker: unknown): void {
  Object.assign(threads, { Worker: worker });
  syncBuiltinESMExports();
}

function startsHere<Second extends NumberedSecond>(
  work: ShardWork<Second>,
  listener: ShardsListener<Second>,
): Promise<Shards> {
  const done = threadsHere();
  return ShardThreads.start(work, wholeRange(1), listener).finally(done);
}

/** Generates a load in the thread of the test. */
export const loadHere: Generators = {
  threads: 1,
  start: (plan, listener) => startsHere(loadWork(plan), listener),
};

/** Lets twins walk in the thread of the test. */
export const twinsHere: DuetGenerators = {
  threads: 1,
  start: (plan, listener) => startsHere(duetWork(plan), listener),
};
