import { spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { recoverResult } from '../src/load/recoverResult.ts';
import { startService } from '../src/service/service.ts';
import { sampleRandom } from '../test/support/sampleRandom.ts';

/**
 * `node bench/kills.ts [kills] [seed]`: kills a run of `canvass load` with SIGKILL at a random moment, so many times (50),
 * and recovers its result from the journal. What was lost is known from the service, which notes when each request
 * arrived: the time from the first request that the recovered result does not count until the kill.
 */
const kills = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? 1);
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const [shortestMs, longestMs] = [300, 5000];
const mostLostMs = 1000;

const arrivedMs: number[] = [];
subscribe('http.server.request.start', () => arrivedMs.push(performance.now()));

/** One run that is killed so long after its first request. @returns what of its time is lost, and what is left */
async function killedRun(baseUrl: string, folder: string, afterMs: number) {
  const profile = join(folder, 'killed.yaml');
  writeFileSync(
    profile,
    `target: { baseUrl: "${baseUrl}", apiKeys: [canvass-key] }
surveys: { walk: [{ id: 1001 }] }
respondent: { thinkTimeMs: { distribution: fixed, value: 50 } }
load: { arrivals: even, warmupSeconds: 0, workers: 2, stages: [{ durationSeconds: 60, arrivalsPerSecond: 40 }] }
`,
  );
  arrivedMs.length = 0;
  const words = [main, 'load', profile, '--no-preflight', '--json', '--out', folder];
  const child = spawn(process.execPath, words, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (arrivedMs.length === 0 && child.exitCode === null) await sleep(1);
  await sleep(afterMs);
  child.kill('SIGKILL');
  const killedMs = performance.now();
  await ended;
  const run = readdirSync(folder).find((name) => name.endsWith('-killed')) ?? '';
  const result = await recoverResult(join(folder, run));
  const requests = result.endpoints.reduce((sum, endpoint) => sum + endpoint.requests, 0);
  const before = arrivedMs.filter((atMs) => atMs <= killedMs);
  return { requests, sent: before.length, lostMs: killedMs - (before[requests] ?? killedMs) };
}

const random = sampleRandom(seed);
const service = await startService();
const lost: number[] = [];
for (let kill = 0; kill < kills; kill++) {
  const folder = mkdtempSync(join(tmpdir(), 'canvass-kills-'));
  try {
    const afterMs = shortestMs + random() * (longestMs - shortestMs);
    const { requests, sent, lostMs } = await killedRun(service.baseUrl, folder, afterMs);
    lost.push(lostMs);
    process.stdout.write(
      `killed after ${afterMs.toFixed(0)} ms: ${requests} of ${sent} requests recovered, ${lostMs.toFixed(0)} ms lost\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
await service.close();
const sorted = lost.sort((a, b) => a - b);
const most = sorted.at(-1) ?? 0;
process.stdout.write(
  `${kills} kills, seed ${seed}: median ${sorted[kills >> 1]?.toFixed(0)} ms lost, at most ${most.toFixed(0)} ms; ` +
    `${lost.filter((ms) => ms > mostLostMs).length} beyond a second\n`,
);
process.exitCode = most <= mostLostMs ? 0 : 1;
