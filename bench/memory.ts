/**
 * What a respondent in think time costs: memory of the process with a crowd that has taken its first page and now
 * thinks, against the same process before it, both after a garbage collection.
 *
 * `node --expose-gc bench/memory.ts [respondents]`
 */

import { RealClock } from '../src/client/clock.ts';
import { createTransport } from '../src/client/httpTransport.ts';
import { Redactor } from '../src/client/redact.ts';
import { resolveProfile } from '../src/profile/resolveProfile.ts';
import { createCrowd } from '../src/respondent/createCrowd.ts';
import { targetOptions } from '../test/support/targetOptions.ts';
import { startTarget } from './target/startTarget.ts';

const respondents = Number(process.argv[2] ?? 100_000);
const warmUp = 2000;
const target = await startTarget();
const transport = createTransport(targetOptions(target.baseUrl, { timeoutMs: 600_000 }));
const clock = new RealClock();
let answered = 0;
let violations = 0;
let onAnswer = () => {};
const crowd = createCrowd({
  profile: resolveProfile({
    target: { baseUrl: target.baseUrl, apiKeys: ['bench-key'] },
    surveys: { walk: [{ id: 1001 }] },
    respondent: { thinkTimeMs: { distribution: 'fixed', value: 3_600_000 } },
  }),
  baseUrl: target.baseUrl,
  transport,
  clock,
  observer: {
    onExchange: () => {
      answered++;
      onAnswer();
    },
    onViolation: () => {
      violations++;
    },
    onObservation: () => {},
    onWalkEnd: () => {},
  },
  seed: 1,
  run: 'bench0',
  redactor: new Redactor(['bench-key']),
  completions: null,
});

/** Starts respondents up to `count` and waits until all of them think, never with more than 256 requests at once. */
async function startUpTo(count: number): Promise<void> {
  let started = crowd.active;
  await new Promise<void>((resolve) => {
    onAnswer = () => {
      if (started < count) crowd.start(started++, performance.now());
      else if (answered === count) resolve();
    };
    while (started < Math.min(count, answered + 256)) crowd.start(started++, performance.now());
  });
}

async function memory(): Promise<{ rss: number; heap: number }> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { external, heapUsed, rss } = process.memoryUsage();
  return { rss, heap: heapUsed + external };
}

if (globalThis.gc === undefined) throw new Error('run it with --expose-gc');
await startUpTo(warmUp);
const before = await memory();
await startUpTo(warmUp + respondents);
const after = await memory();
const each = (name: 'rss' | 'heap') => ((after[name] - before[name]) / respondents / 1024).toFixed(2);
console.log(`${respondents} respondents in think time, ${violations} violations`);
console.log(`KiB for each: ${each('heap')} of heap and buffers, ${each('rss')} of resident memory`);
console.log(`the process: ${Math.round(after.rss / 2 ** 20)} MiB of resident memory`);
crowd.stop();
clock.clear();
await transport.close();
target.stop();
