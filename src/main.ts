#!/usr/bin/env node
import { heapNeeded, nodeNeeded } from './nodeNeeded.ts';

// Nothing else is imported before the version is known: an old Node could not even parse it.
const needed = nodeNeeded(process.versions.node);
if (needed === null) begin();
else refuse(needed);

async function begin(): Promise<void> {
  const { getHeapStatistics } = await import('node:v8');
  const heap = heapNeeded(getHeapStatistics().heap_size_limit);
  if (heap !== null) return refuse(heap);
  const { start } = await import('./cli/start.ts');
  await start(process.argv.slice(2));
}

function refuse(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 2;
}
