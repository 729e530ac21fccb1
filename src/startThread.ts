import { getAsset, isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a file of canvass as a thread of its own.
 *
 * @param file without its ending, as seen from `from`: `'./shardThread'`
 * @param from `import.meta.url` of who starts it
 */
export function startThread(file: string, from: string, options: WorkerOptions): Worker {
  const url = new URL(file + (from.endsWith('.ts') ? '.ts' : '.js'), from);
  if (!isSea()) return new Worker(url, options);
  // A thread of the single executable sees no file of it before it has opened the archive as the main thread did.
  return new Worker(getAsset('start.cjs', 'utf8'), { ...options, eval: true, argv: [fileURLToPath(url)] });
}
