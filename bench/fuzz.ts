import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Fuzzed, fuzz, livePageToFuzz, serviceToFuzz } from '../test/support/fuzz.ts';

/**
 * `node bench/fuzz.ts [seconds] [seed]`: `canvass serve`, and the live page of a `canvass load`, each in a process of its
 * own, for so long (60 s) under random bytes, broken HTTP, odd heads, random JSON, upgrades and streams that are left.
 * Each must go on answering, without a 5xx, and end with exit code 0.
 */
const seconds = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 2 ** 32));
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Starts a process, and waits for the address that it prints. */
async function started(words: readonly string[]): Promise<{ child: Child; port: number }> {
  const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let said = '';
  const read = (data: Buffer): void => {
    said += data.toString();
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
    if (port !== undefined) resolve(Number(port));
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  child.on('exit', () => reject(new Error(`it ended: ${said}`)));
  return { child, port: await promise };
}

function residentMb({ pid }: Child): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

async function survives(name: string, words: readonly string[], fuzzedAt: (port: number) => Fuzzed): Promise<boolean> {
  const { child, port } = await started(words);
  const ended = once(child, 'exit');
  const before = residentMb(child);
  const { attempts, statuses, failures } = await fuzz(fuzzedAt(port), seed, performance.now() + seconds * 1000);
  const after = residentMb(child);
  child.kill('SIGINT');
  const [code] = await ended;
  process.stdout.write(
    `${name}, seed ${seed}: ${attempts} attempts in ${seconds} s, answers ${JSON.stringify(statuses)}, ` +
      `${before.toFixed(0)} MB before and ${after.toFixed(0)} MB after, exit code ${code}\n${failures.map((each) => `  ${JSON.stringify(each)}\n`).join('')}`,
  );
  // A run that is interrupted says so.
  return failures.length === 0 && (code === 0 || code === 130);
}

const out = mkdtempSync(join(tmpdir(), 'canvass-fuzz-'));
const busy = ['--set', `load.stages=[{"durationSeconds":${seconds + 60},"arrivalsPerSecond":5}]`];
const survived = [
  await survives('serve', ['serve', '--port', '0'], serviceToFuzz),
  await survives('live page', ['load', 'smoke', '--dashboard', '0', '--out', out, ...busy], livePageToFuzz),
];
rmSync(out, { recursive: true });
process.exitCode = survived.includes(false) ? 1 : 0;
