/**
 * Makes canvass one file that runs without Node, npm or a checkout, for the platform that this runs on:
 * `build.ts [FILE [FOLDER]]`. FOLDER is one in which the package is installed; without it this checkout is packed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { createZipArchiveSync, ZipEntry } from 'node:zlib';

declare module 'node:zlib' {
  const ZipEntry: { createSync(path: string, content: Uint8Array): object };
  /** The bytes of an archive, in parts. */
  function createZipArchiveSync(entries: readonly object[]): Iterable<Uint8Array>;
}

/** Of what lies in `node_modules`, what a program reads while it runs. */
const isRead = /\.([cm]?js|json|ya?ml)$/;

const [output = `canvass-${process.platform}-${process.arch}`, installed] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'canvass-executable-'));
try {
  const archive = join(work, 'package.zip');
  writeFileSync(archive, archiveOf(installed ?? installIn(work)));
  const start = resolve(import.meta.dirname, 'start.cjs');
  const config = {
    main: start,
    output: resolve(output),
    disableExperimentalSEAWarning: true,
    execArgv: ['--experimental-vfs', '--disable-warning=ExperimentalWarning'],
    // The file decides alone what it runs with, whatever NODE_OPTIONS says.
    execArgvExtension: 'none',
    assets: { 'package.zip': archive, 'start.cjs': start },
  };
  const configFile = join(work, 'config.json');
  writeFileSync(configFile, JSON.stringify(config));
  execFileSync(process.execPath, ['--build-sea', configFile], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.stdout.write(`${output}\n`);
} finally {
  rmSync(work, { recursive: true });
}

/** Packs this checkout and installs the package. */
function installIn(folder: string): string {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [tarball = ''] = readdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{}\n');
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder });
  return folder;
}

function archiveOf(folder: string): Buffer {
  const entries = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isRead.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ZipEntry.createSync(file.slice(folder.length + 1).replaceAll(sep, '/'), readFileSync(file)));
  return Buffer.concat([...createZipArchiveSync(entries)]);
}
