/**
 * Work of somebody else, for benchmarks: a busy loop on every core that comes and goes, by chance, for as long as the
 * process lives.
 *
 * `node bench/foreignLoad.ts [SEED]`
 */
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { sampleRandom } from '../test/support/sampleRandom.ts';

/** Each stretch of work or rest, ms. */
const shortestMs = 100;
const longestMs = 2500;
/** How long a busy thread computes before it looks at the time. */
const sliceMs = 20;

if (isMainThread) {
  const seed = Number(process.argv[2] ?? 1);
  for (let core = 0; core < availableParallelism(); core++) {
    new Worker(import.meta.filename, { workerData: seed + core });
  }
} else {
  const random = sampleRandom(Number(workerData));
  const stretchMs = (): number => shortestMs + random() * (longestMs - shortestMs);
  for (;;) {
    const untilMs = performance.now() + stretchMs();
    while (performance.now() < untilMs) {
      const sliceEndMs = performance.now() + sliceMs;
      while (performance.now() < sliceEndMs);
      await pause(0);
    }
    await pause(stretchMs());
  }
}
