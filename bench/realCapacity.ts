/**
 * Does `canvass capacity` find what a real server carries? Starts a server of known capacity (`knownCapacity.ts`) and
 * the command with its default settings against it, each a process of its own, and lays known and found side by side.
 *
 * `node bench/realCapacity.ts [KIND…]`: all kinds one after the other where none is named, some three minutes each. The
 * environment may set REQUESTS_PER_SECOND (300) and OUT, the folder for the reports (a scratch folder).
 */
import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CapacityPoint, CapacityResult } from '../src/result/capacityResult.ts';
import { readResultFile } from '../src/result/resultFile.ts';
import { defaultKeys } from '../src/service/apiKeys.ts';
import { firstLine, run } from './childProcess.ts';

const requestsPerSecond = Number(process.env.REQUESTS_PER_SECOND ?? 300);
const allKinds = ['fixed', 'degrading', 'limited', 'noisy', 'collapsing'];
const kinds = process.argv.length > 2 ? process.argv.slice(2) : allKinds;
const out = process.env.OUT ?? (await mkdtemp(join(tmpdir(), 'canvass-capacity-')));

/** Searches the capacity of a server; with how long the command took, s. */
async function search(kind: string, baseUrl: string): Promise<{ capacity: CapacityResult; seconds: number }> {
  const folder = await mkdtemp(join(out, `${kind}-`));
  const startMs = performance.now();
  const target = ['--base-url', baseUrl, '--set', `target.apiKeys=["${defaultKeys.valid[0]}"]`];
  await once(run('../src/main.ts', ['capacity', ...target, '--out', folder], 'ignore'), 'exit');
  const seconds = (performance.now() - startMs) / 1000;
  const [report = ''] = await readdir(folder);
  const [capacity] = (await readResultFile(join(folder, report, 'result.json'))).capacity;
  if (capacity === undefined) throw new Error('the result holds no capacity');
  return { capacity, seconds };
}

const perSecond = (rate: number): string => rate.toFixed(1);
const percent = (share: number): string => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)} %`;

/** The most that one stage offered, as a multiple of what is known, and how long. */
function overshoot(points: readonly CapacityPoint[], known: number): string {
  const most = points.reduce((a, b) => (b.offeredPerSecond > a.offeredPerSecond ? b : a));
  const above = points.filter(({ offeredPerSecond }) => offeredPerSecond > 1.5 * known);
  return `${(most.offeredPerSecond / known).toFixed(2)} for ${most.seconds} s, ${above.length} above 1.5`;
}

async function measure(kind: string): Promise<Record<string, string>> {
  const server = run('knownCapacity.ts', [kind, String(requestsPerSecond)], 'pipe');
  try {
    const { capacity, seconds } = await search(kind, await firstLine(server));
    const { low, best, high } = capacity.sustainablePerSecond;
    const known = requestsPerSecond / (capacity.search?.requestsPerWalk ?? Number.NaN);
    return {
      known: perSecond(known),
      found: `${high === null ? 'at least ' : ''}${perSecond(best)}`,
      off: percent(best / known - 1),
      interval: `${perSecond(low)} to ${high === null ? '–' : perSecond(high)}`,
      'holds it': low <= known && known <= (high ?? Number.POSITIVE_INFINITY) ? 'yes' : 'NO',
      took: `${seconds.toFixed(0)} s`,
      'limited by': capacity.limitedBy,
      'most offered': overshoot(capacity.points, known),
    };
  } finally {
    server.kill();
  }
}

const table: Record<string, Record<string, string>> = {};
for (const kind of kinds) table[kind] = await measure(kind);
console.table(table);
console.log(`Reports: ${out}`);
