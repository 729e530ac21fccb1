/**
 * Takes the pictures of README and docs, all of them of real runs of the code as it stands: loads the embedded service
 * with and without defects, a service that freezes, two builds, and two services of known capacity.
 * `npm run docs:pictures -- [NAME…]` takes all, or those of the named parts (`problems`, `time`, `compare`, `capacity`);
 * all take about ten minutes, on a machine that does nothing else.
 */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { firstLine, run } from './childProcess.ts';
import { Photographer } from './shots.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const cwd = await mkdtemp(join(tmpdir(), 'canvass-pictures-'));
// The embedded service's key, for every command that is started here.
process.env.CANVASS_API_KEY = 'canvass-key';
const camera = await Photographer.start('docs/pictures');

/** Runs a command; the address of a page in the newest folder that it left under `out`. */
async function canvass(words: readonly string[], page: string, out = 'reports', variables = {}): Promise<string> {
  const env = { ...process.env, ...variables };
  spawnSync(process.execPath, [main, ...words, '--quiet', '--no-preflight', '--out', out], {
    cwd,
    env,
    stdio: 'inherit',
  });
  const folders = (await readdir(join(cwd, out), { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const newest = folders.map(({ name }) => name).toSorted();
  return pathToFileURL(join(cwd, out, newest.at(-1) ?? '', page)).href;
}

const set = (...values: readonly string[]): string[] => values.flatMap((value) => ['--set', value]);

async function problems(): Promise<void> {
  const smoke = ['load', 'smoke', '--seed', '7'];
  const faulty = (faults: readonly string[]): string[] => set(`target.embedded.faults=${JSON.stringify(faults)}`);
  await canvass(smoke, 'report.html');
  await canvass([...smoke, ...faulty(['back-two-pages'])], 'report.html');
  const three = faulty(['back-two-pages', 'text-unescaped', 'final-page-string']);
  const url = await canvass([...smoke, ...three], 'report.html');
  await camera.take({ name: 'report-light', url, scheme: 'light' });
  const story = '.problem:has(.story .paper.good)';
  await camera.take({
    name: 'report-witness',
    url,
    scheme: 'light',
    at: story,
    press: [`${story} > summary`],
    height: 1150,
  });
}

/** A minute of load on a service that stands still for three seconds. */
async function time(): Promise<void> {
  const service = run('../src/main.ts', ['serve', '--port', '0', '--latency', 'lognormal:20:0.5'], 'pipe');
  const [baseUrl = ''] = /http:\S+?(?=[\s.,]*$|\s)/.exec(await firstLine(service)) ?? [];
  const stages =
    '[{"durationSeconds":15,"arrivalsPerSecond":20,"ramp":"linear"},{"durationSeconds":30,"arrivalsPerSecond":20}]';
  const frozen = freeze(service, 28_000, 3000);
  const target = ['--base-url', baseUrl, ...set(`load.stages=${stages}`, 'respondent.expire={"probability":0}')];
  // In a process of its own, so that the service can be stopped meanwhile.
  const load = run(
    '../src/main.ts',
    ['load', 'ci-regression', ...target, '--quiet', '--no-preflight', '--out', join(cwd, 'time')],
    'ignore',
  );
  await Promise.all([frozen, new Promise((resolve) => load.on('exit', resolve))]);
  service.kill();
  const [folder = ''] = (await readdir(join(cwd, 'time'))).filter((name) => name.endsWith('-ci-regression'));
  const url = pathToFileURL(join(cwd, 'time', folder, 'report.html')).href;
  const size = { width: 1100, scheme: 'light' } as const;
  await camera.take({ ...size, name: 'report-time', url, at: '#time', height: 1080 });
  await camera.take({ ...size, name: 'report-endpoints', url, at: '#latency', height: 720 });
}

async function freeze(service: ChildProcess, afterMs: number, forMs: number): Promise<void> {
  await wait(afterMs);
  service.kill('SIGSTOP');
  await wait(forMs);
  service.kill('SIGCONT');
}

/** Three runs of a build, and three of one that takes a fifth longer and forgets answers. */
async function compare(): Promise<void> {
  const three = [
    'load',
    'ci-regression',
    '--repeat',
    '3',
    ...set('load.stages=[{"durationSeconds":20,"arrivalsPerSecond":15}]'),
  ];
  const latency = (median: number): string =>
    `target.embedded.latencyMs={distribution: lognormal, median: ${median}, sigma: 0.4}`;
  await canvass([...three, '--release', 'ALPHA', ...set(latency(40))], 'report.html', 'base');
  const worse = set(latency(48), 'target.embedded.faults=["back-loses-answers"]');
  await canvass([...three, '--release', 'BETA', ...worse], 'report.html', 'new');
  spawnSync(process.execPath, [main, 'compare', 'base', 'new', '--quiet', '--out', 'comparison'], {
    cwd,
    stdio: 'inherit',
  });
  const url = pathToFileURL(join(cwd, 'comparison', 'compare.html')).href;
  await camera.take({ name: 'compare-light', url, scheme: 'light', height: 1000 });
}

/** The search of `docs/capacity.md`. */
async function capacity(): Promise<void> {
  const variants = ['submitHttp=202', 'completeRedirect=absent'];
  const services = [
    run('knownCapacity.ts', ['fixed', '300'], 'pipe'),
    run('knownCapacity.ts', ['degrading', '180', ...variants], 'pipe'),
  ];
  const [eu, us] = await Promise.all(services.map(firstLine));
  const key = 'canvass-key';
  const variables = { CANVASS_EU_URL: eu, CANVASS_EU_API_KEY: key, CANVASS_US_URL: us, CANVASS_US_API_KEY: key };
  const plan = ['--datacenter', 'eu,us', '--together', '--peak', '30/s', '--headroom', '30%'];
  const url = await canvass(['capacity', ...plan], 'report.html', 'capacity', variables);
  for (const service of services) service.kill();
  const size = { width: 1100, scheme: 'light' } as const;
  await camera.take({ ...size, name: 'capacity-tables', url, at: '#capacity', height: 620 });
  await camera.take({ ...size, name: 'capacity-datacenter', url, at: '#capacity .endpoint', height: 1000 });
}

const parts = { problems, time, compare, capacity };
const wanted = process.argv.slice(2);
for (const [name, take] of Object.entries(parts)) if (wanted.length === 0 || wanted.includes(name)) await take();
await camera.close();
await rm(cwd, { recursive: true });
