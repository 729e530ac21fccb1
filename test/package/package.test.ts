import { cpSync, existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended } from '../support/process.ts';
import { npm } from './npm.ts';

const shortLoad = [
  'load.stages=[{durationSeconds: 1, arrivalsPerSecond: 10}]',
  'load.warmupSeconds=0',
  'load.workers=1',
  // On a slow machine a walk takes longer than the profile waits for it.
  'load.gracefulStopSeconds=60',
].flatMap((value) => ['--set', value]);

/** What is compiled of a folder that is gone afterwards is of no use to anybody. */
const uncached = { NODE_DISABLE_COMPILE_CACHE: '1' };

let folder = '';
let packed: { files: string[]; filename: string };
let leftBehind: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canvass-package-'));
  const before = new Set(await readdir('.'));
  const [tarball] = JSON.parse(await npm(['pack', '--json', '--silent', '--pack-destination', folder], process.cwd()));
  packed = { filename: tarball.filename, files: tarball.files.map(({ path }: { path: string }) => path) };
  leftBehind = (await readdir('.')).filter((name) => !before.has(name));
  await install(join(folder, packed.filename));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('packing leaves nothing in the tree', () => {
  expect(leftBehind).toEqual([]);
});

test('the package holds what it runs on, its licence, and no sources or tests', () => {
  expect(packed.files).toEqual(
    expect.arrayContaining(['dist/main.js', 'LICENSE', 'CHANGELOG.md', 'profiles/smoke.yaml', 'dist/report/page.json']),
  );
  expect(packed.files.filter((file) => /\.ts$|^test\/|^reports\//.test(file))).toEqual([]);
});

test('everything that the README and the pages behind it link to is in the package', () => {
  const links = (file: string): string[] =>
    [...readFileSync(file, 'utf8').matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, to]) => to ?? '')
      .filter((to) => to !== '' && !/^[a-z]+:/.test(to))
      .map((to) => normalize(join(dirname(file), to)));
  const linked = links('README.md');
  expect(linked.length).toBeGreaterThan(15);
  const missing = [
    ...linked,
    ...linked.filter((file) => file.startsWith('docs/') && file.endsWith('.md')).flatMap(links),
  ]
    .filter((file) => existsSync(file))
    .filter((file) => !packed.files.some((each) => each === file || each.startsWith(`${file}/`)));
  expect([...new Set(missing)]).toEqual([]);
});

test('installing runs nothing, engines name the lines that are tested, and the changelog begins with the version', async () => {
  const { engines, scripts, version } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(Object.keys(scripts).filter((name) => name.endsWith('install'))).toEqual([]);
  expect(engines.node).toBe('^22.19.0 || ^24.0.0 || >=26.0.0');
  expect(/^## (\S+)/m.exec(await readFile('CHANGELOG.md', 'utf8'))?.[1]).toBe(version);
});

test.runIf(process.platform === 'linux')(
  'as a single file it runs where there is neither Node nor a package',
  async () => {
    const file = join(folder, 'alone', 'canvass');
    await mkdir(join(folder, 'alone'));
    const node = await withoutSymbols();
    const built = await ended(node, [resolve('deploy/executable/build.ts'), file, folder], folder);
    expect(built).toMatchObject({ exitCode: 0 });
    const run = (words: readonly string[]) => ended(file, words, join(folder, 'alone'), { PATH: '', ...uncached });
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(await run(['--version'])).toMatchObject({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
    const { stdout, stderr } = await run(['load', 'smoke', ...shortLoad, '--out', 'runs']);
    expect(stderr).not.toMatch(/Warning|internal error/);
    expect(stdout).toMatch(/^(PASS|INVALID) {2}/m);
    const report = await readFile(
      join(folder, 'alone/runs', await onlyRunIn(join(folder, 'alone/runs')), 'report.html'),
    );
    expect(report.length).toBeGreaterThan(100_000);
    expect((await readdir(join(folder, 'alone'))).sort()).toEqual(['canvass', 'runs']);
  },
);

// What runs on this Node is the single file, which holds the same.
test.concurrent.each(['22.19.0', '24.0.0'])('installed elsewhere, it walks respondents on Node %s', async (line) => {
  const node = await nodeOfLine(line);
  const words = ['load', 'smoke', ...shortLoad, ...['--set', `target.embedded.store=${line}.sqlite`, '--out', line]];
  const program = resolve(
    folder,
    'node_modules/canvass',
    JSON.parse(await readFile('package.json', 'utf8')).bin.canvass,
  );
  const { stdout, stderr } = await ended(node, [program, ...words], folder, uncached);
  expect(stderr).not.toMatch(/Warning/);
  expect(stdout).toMatch(/^(PASS|INVALID) {2}/m);
  const run = await onlyRunIn(join(folder, line));
  const files = await readdir(join(folder, line, run));
  expect(files).toEqual(expect.arrayContaining(['result.json', 'report.html', 'junit.xml', 'summary.md']));
  const result = JSON.parse(await readFile(join(folder, line, run, 'result.json'), 'utf8'));
  // How fast it went on a busy machine is another matter.
  expect(result.validity.conformance.valid).toBe(true);
  expect(result.respondents.completed).toBeGreaterThan(0);
  expect(result.tool.node).toBe(`v${line}`);
});

/**
 * Lays the package into the folder as npm does, at a sixth of the cost: beside it what it depends on, as the lock file has
 * it, and nothing that only its development needs.
 */
async function install(tarball: string): Promise<void> {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
  // Of the optional ones those of other platforms are not there.
  const needed = Object.keys(packages).filter((path) => path !== '' && !packages[path].dev && existsSync(path));
  for (const path of needed) cpSync(path, join(folder, path), { recursive: true });
  const home = join(folder, 'node_modules/canvass');
  await mkdir(home);
  expect(await ended('tar', ['-xzf', tarball, '--strip-components=1'], home)).toMatchObject({ exitCode: 0 });
}

/**
 * The program of another version of Node, from the packages that npm's `node` consists of. npm keeps what it has run: a
 * checkout that is new finds it there.
 */
async function nodeOfLine(version: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const wanted = `--package=node-${platform}-${process.arch}@${version}`;
  return (await npm(['exec', '--yes', wanted, '-c', 'node -p process.execPath'], folder)).trim();
}

/** This Node, where binutils are there without the symbols that building an executable would go through. */
async function withoutSymbols(): Promise<string> {
  const node = join(folder, 'node');
  const { exitCode } = await ended('strip', ['-o', node, process.execPath], folder);
  return exitCode === 0 ? node : process.execPath;
}

/** The folder of the one run whose report was written to `out`. */
async function onlyRunIn(out: string): Promise<string> {
  const [run = ''] = (await readdir(out)).filter((name) => name.endsWith('-smoke'));
  return run;
}
