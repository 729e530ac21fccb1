import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canvass, main } from '../../cli/canvass.ts';
import { folderOf } from '../../support/folder.ts';
import { ended } from '../../support/process.ts';

const profile = JSON.stringify({
  name: 'p',
  target: { baseUrl: 'embedded' },
  surveys: { walk: [{ id: 1013 }] },
  load: {
    stages: [{ durationSeconds: 2, arrivalsPerSecond: 20 }],
    warmupSeconds: 0,
    gracefulStopSeconds: 2,
    workers: 1,
  },
});

test('with 60 open files a run says that they are too few, before it begins', async () => {
  const cwd = folderOf({ 'p.yaml': profile });
  const words = `ulimit -n 60 && exec "$0" "$@"`;
  const run = await ended('sh', ['-c', words, process.execPath, main, 'load', 'p.yaml', '--out', join(cwd, 'r')], cwd);
  expect(run.stderr).toMatch(/\(?ulimit -n/);
  expect(run.exitCode).toBe(2);
});

/** A disk of 200 kB; `null` where this machine lets nobody make one. */
function smallDisk(): string | null {
  const at = join(folderOf({}), 'disk');
  mkdirSync(at);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'none', at], { stdio: 'ignore' });
    return at;
  } catch {
    return null;
  }
}

test('a full disk costs no result: it is whole in a second place, which is said', async ({ skip, onTestFinished }) => {
  const disk = smallDisk();
  if (disk === null) return skip();
  onTestFinished(() => void execFileSync('umount', [disk]));
  const cwd = folderOf({ 'p.yaml': profile });
  const out = join(disk, 'reports');
  const run = await canvass(['load', 'p.yaml', '--out', out, '--no-shrink'], { cwd });
  const [, directory = ''] = /\nReports: (.+)\n/.exec(run.stdout) ?? [];
  expect(directory).not.toContain(out);
  expect(JSON.parse(readFileSync(join(directory, 'result.json'), 'utf8'))).toMatchObject({ violations: [] });
  expect([0, 3]).toContain(run.exitCode);
});

test('a heap that no run fits into is refused in one line', async () => {
  const cwd = folderOf({ 'p.yaml': profile });
  const run = await ended(process.execPath, ['--max-old-space-size=12', main, 'load', 'p.yaml'], cwd);
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toMatch(/^canvass needs 128 MB of heap, .* --max-old-space-size in NODE_OPTIONS\.\n$/);
});
