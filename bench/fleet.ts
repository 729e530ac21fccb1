/**
 * What it costs a leader to sum its workers, and whether their rates add up.
 *
 * `node bench/fleet.ts [seconds]`: first 1, 10, 100 and 1,000 simulated workers, whose messages are real ones over a real
 * NATS of this machine, each with the delta of a real second; then 1, 2 and 4 real workers of one thread, each a process,
 * against the fast target. Needs Debian's `nats-server`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newFleetKey } from '../src/fleet/fleetKey.ts';
import { Fleet } from '../src/fleet/leader/fleet.ts';
import { encodeMessage } from '../src/fleet/messageBytes.ts';
import type { Generators, WholePlan } from '../src/load/shard/shards.ts';
import { localThreads } from '../src/load/shard/shardThreads.ts';
import type { Profile } from '../src/profile/profile.ts';
import { resolveProfile } from '../src/profile/resolveProfile.ts';
import type { SecondDelta } from '../src/result/tally/delta.ts';
import { Tally } from '../src/result/tally/tally.ts';
import { TimelineTally } from '../src/result/tally/timelineTally.ts';
import { toolVersion } from '../src/toolVersion.ts';
import { startNats } from '../test/support/natsServer.ts';
import { startTarget } from './target/startTarget.ts';

const seconds = Number(process.argv[2] ?? 8);
const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const environment = { CANVASS_API_KEY: 'canvass-key', CANVASS_FLEET_KEY: newFleetKey() };

function profileOf(baseUrl: string, respondents: number, thinkMs: number): Profile {
  return resolveProfile({
    name: 'fleet',
    seed: 1,
    target: { baseUrl, apiKeys: ['canvass-key'] },
    surveys: { walk: [{ id: 1001 }] },
    respondent: { thinkTimeMs: { distribution: 'fixed', value: thinkMs } },
    load: {
      model: 'closed',
      stages: [{ durationSeconds: seconds, respondents }],
      warmupSeconds: 0,
      gracefulStopSeconds: 1,
      connections: { mode: 'shared', max: 64 },
    },
  });
}

async function run(generators: Generators, profile: Profile, onSecond: (delta: SecondDelta) => void): Promise<void> {
  const runTag = `bench${Math.random().toString(36).slice(2)}`;
  const { baseUrl } = profile.target;
  const plan: WholePlan = { profile, baseUrl, runTag, schedule: 'stages', keepCompletions: false };
  const shards = await generators.start(plan, { onSecond, onLost: () => {} });
  shards.begin();
  await shards.finished();
}

function lead(url: string, count: number, version: string): Promise<Fleet> {
  return Fleet.gather({
    address: { url, fleet: 'bench', caFile: null, environment },
    wanted: { count },
    version,
    waitSeconds: 60,
    allowLost: 0,
    lostAfterSeconds: 15,
    interrupt: new AbortController().signal,
    onNotice: () => {},
  });
}

async function end(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'canvass-bench-'));
const nats = await startNats();
const target = await startTarget();

// A real second: of a worker of four threads, in the middle of a run.
const real: SecondDelta[] = [];
await run(localThreads(4), profileOf(target.baseUrl, 256, 50), (delta) => real.push(delta));
const delta = real[Math.floor(seconds / 2)];
if (delta === undefined) throw new Error('nothing was measured');
const deltaFile = join(folder, 'delta.json');
writeFileSync(deltaFile, JSON.stringify(delta));
const requests = Object.values(delta.endpoints).reduce((sum, endpoint) => sum + endpoint.requests, 0);
console.log(
  `a second of a worker: ${requests} requests, ${(encodeMessage({ kind: 'second', delta }).length / 1000).toFixed(1)} kB\n`,
);

console.log('workers  leader, ms CPU a second  seconds summed');
for (const workers of [1, 10, 100, 1000]) {
  const simulated = fork(
    file('./fleet/simulatedWorkers.ts'),
    [nats.url, 'bench', String(workers), String(seconds), deltaFile],
    { env: { ...process.env, ...environment } },
  );
  await once(simulated, 'message');
  const fleet = await lead(nats.url, workers, '1');
  const tally = new Tally();
  const timeline = new TimelineTally();
  let before = process.cpuUsage();
  let summed = 0;
  let cpuMs = 0;
  await run(fleet, profileOf(target.baseUrl, 1, 0), (second) => {
    tally.add(second);
    timeline.add(second);
    // From the end of the first second to that of the last: neither the start nor the end of a run.
    if (summed === 0) before = process.cpuUsage();
    const { user, system } = process.cpuUsage(before);
    cpuMs = (user + system) / 1000;
    summed++;
  });
  const expected = workers * requests * summed;
  const counted = [...tally.endpoints.values()].reduce((sum, endpoint) => sum + endpoint.requests, 0);
  if (counted !== expected) throw new Error(`${counted} requests were summed, not ${expected}`);
  console.log(
    `${String(workers).padStart(7)}  ${(cpuMs / (summed - 1)).toFixed(1).padStart(23)}  ${String(summed).padStart(14)}`,
  );
  await fleet.close();
  await end([simulated]);
}

console.log('\nreal workers of one thread  requests a second');
for (const count of [1, 2, 4]) {
  const words = ['worker', '--nats', nats.url, '--fleet', 'bench', '--threads', '1', '--quiet'];
  const workers = Array.from({ length: count }, (_, number) =>
    fork(file('../src/main.ts'), [...words, '--name', `w${number}`], { env: { ...process.env, ...environment } }),
  );
  const fleet = await lead(nats.url, count, toolVersion());
  const rates: number[] = [];
  await run(fleet, profileOf(target.baseUrl, 64 * count, 0), ({ endpoints }) =>
    rates.push(Object.values(endpoints).reduce((sum, endpoint) => sum + endpoint.requests, 0)),
  );
  const whole = rates.slice(1, seconds).sort((a, b) => a - b);
  console.log(`${String(count).padStart(26)}  ${String(whole[whole.length >> 1]).padStart(17)}`);
  await fleet.close();
  await end(workers);
}

target.stop();
await nats.stop();
rmSync(folder, { recursive: true, force: true });
