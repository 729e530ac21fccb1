/**
 * Takes pictures of the reports of real runs for the README and the docs: loads the embedded service with and without
 * defects, and photographs what canvass wrote. Part of `npm run docs:pictures`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Photographer } from './shots.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const cwd = await mkdtemp(join(tmpdir(), 'canvass-pictures-'));
const reports = join(cwd, 'reports');

/** Runs the profile `smoke` with these faults; the page of its report. */
async function load(...faults: readonly string[]): Promise<string> {
  const words = ['load', 'smoke', '--quiet', '--seed', '7'];
  const set = ['--set', `target.embedded.faults=${JSON.stringify(faults)}`];
  spawnSync(process.execPath, [main, ...words, ...set], { cwd, stdio: 'inherit' });
  const folders = (await readdir(reports)).filter((name) => name.endsWith('-smoke')).sort();
  return pathToFileURL(join(reports, folders.at(-1) ?? '', 'report.html')).href;
}

const clean = await load();
await load('back-two-pages');
const failing = await load('back-two-pages', 'text-unescaped', 'final-page-string');
const camera = await Photographer.start(process.argv[2] ?? 'docs/pictures');
for (const scheme of ['light', 'dark'] as const) await camera.take({ name: `report-${scheme}`, url: failing, scheme });
await camera.take({ name: 'report-phone', url: failing, scheme: 'dark', width: 390, height: 844 });
await camera.take({
  name: 'report-witness',
  url: failing,
  scheme: 'light',
  at: '.problem:has(.story .paper.good)',
  press: ['.problem:has(.story .paper.good) > summary'],
  height: 1150,
});
await camera.take({ name: 'report-machine', url: failing, scheme: 'light', at: '#machine', height: 420 });
await camera.take({ name: 'report-clean', url: clean, scheme: 'light' });
await camera.close();
await rm(cwd, { recursive: true });
