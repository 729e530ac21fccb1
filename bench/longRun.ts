/**
 * Does the memory of a process grow while it runs at full speed? `canvass load` with 64 respondents who do not think, against
 * the fast target, for so many minutes. Its resident memory is looked at once a second, and thirds of the run compared.
 *
 * `node bench/longRun.ts [minutes]`, on Linux.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTarget } from './target/startTarget.ts';

const seconds = Number(process.argv[2] ?? 30) * 60;
const folder = mkdtempSync(join(tmpdir(), 'canvass-long-run-'));
const profile = join(folder, 'profile.yaml');
const target = await startTarget();
writeFileSync(
  profile,
  `name: long-run
target: { baseUrl: "${target.baseUrl}", apiKeys: [long-run-key-of-canvass], session: cookie }
surveys: { walk: [{ id: 1001 }], required: { 1001: [101, 103, 105, 106, 107] } }
respondent: { thinkTimeMs: { distribution: none } }
load: { model: closed, stages: [{ durationSeconds: ${seconds}, respondents: 64 }], warmupSeconds: 0, workers: 1 }
`,
);
const main = join(import.meta.dirname, '..', 'src', 'main.ts');
const run = spawn(process.execPath, [main, 'load', profile, '--quiet', '--out', folder], { stdio: 'inherit' });
const ended = once(run, 'exit');
const residentMiB: number[] = [];
const look = setInterval(() => {
  const status = readFileSync(`/proc/${run.pid}/status`, 'utf8');
  residentMiB.push(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}, 1000);
const [code] = await ended;
clearInterval(look);
target.stop();
rmSync(folder, { recursive: true });

const third = Math.floor(residentMiB.length / 3);
const medians = [0, 1, 2].map((at) => {
  const part = residentMiB.slice(at * third, (at + 1) * third).sort((a, b) => a - b);
  return part[part.length >> 1] ?? Number.NaN;
});
console.log(`exit code ${code}; median MiB of each third: ${medians.map((each) => each.toFixed(1)).join(', ')}`);
console.log(`last to second: ${((medians[2] ?? Number.NaN) / (medians[1] ?? Number.NaN)).toFixed(3)}`);
