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
  await keepCompiledCode();
  const { start } = await import('./cli/start.ts');
  await start(process.argv.slice(2));
}

/** Keeps compiled code from one command to the next, which then starts in half the time; so do its threads, by the environment. */
async function keepCompiledCode(): Promise<void> {
  const { enableCompileCache } = await import('node:module');
  const { env } = process;
  // Its owner's own place: what others may write into must never become code.
  const home = env.XDG_CACHE_HOME || (env.HOME && `${env.HOME}/.cache`) || env.LOCALAPPDATA;
  if (!home) return;
  env.NODE_COMPILE_CACHE ||= `${home}/canvass`;
  enableCompileCache(env.NODE_COMPILE_CACHE);
}

function refuse(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 2;
}
